import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** A change of a sign-in address that its old address can still undo. */
export interface UndoableChange {
  id: number;
  account_id: number;
  old_email: string;
  changed_at: Date | null;
  undo_until: Date | null;
}

const undoable = (db: Queryable, now: Date) =>
  db
    .selectFrom('email_changes')
    .select(['email_changes.id', 'account_id', 'old_email', 'changed_at', 'undo_until'])
    .where('state', '=', 'changed')
    .where('undo_until', '>', now);

/**
 * Returns the earliest change that an address can undo, or undefined. While the change can be undone, the address
 * belongs to its account and to no other, so the undo cannot fail.
 */
export async function undoableChangeOf(db: Queryable, email: string, now: Date): Promise<UndoableChange | undefined> {
  return undoable(db, now)
    .where(sql<string>`lower(old_email)`, '=', email.toLowerCase())
    .orderBy('email_changes.id')
    .limit(1)
    .executeTakeFirst();
}

/** Returns the changes of an account that can still be undone, the earliest first. */
export async function undoableChanges(db: Queryable, accountId: number, now: Date): Promise<UndoableChange[]> {
  return undoable(db, now).where('account_id', '=', accountId).orderBy('email_changes.id').execute();
}

/** Returns the other addresses that can undo changes of the account to which this address belongs now. */
export async function undoingAddresses(db: Queryable, email: string, now: Date): Promise<string[]> {
  const rows = await undoable(db, now)
    .innerJoin('accounts', 'accounts.id', 'email_changes.account_id')
    .where(sql<string>`lower(accounts.email)`, '=', email.toLowerCase())
    .where(sql<string>`lower(old_email)`, '<>', email.toLowerCase())
    .execute();
  return [...new Set(rows.map((row) => row.old_email))];
}

/** Returns the earlier addresses of an account that no other account has now. */
export async function otherAddressesOf(db: Queryable, accountId: number): Promise<string[]> {
  const { rows } = await sql<{ email: string }>`
    select distinct lower(had.email) as email
    from email_changes cross join lateral unnest(array[old_email, new_email]) as had (email)
    where account_id = ${accountId} and state in ('changed', 'undone')
      and not exists (select from accounts where lower(accounts.email) = lower(had.email))`.execute(db);
  return rows.map(({ email }) => email);
}

/** Ends the waiting change of an account and returns the address that it asked for; undefined if no change waits. */
export async function stopWaitingChange(db: Queryable, accountId: number): Promise<string | undefined> {
  const row = await db
    .updateTable('email_changes')
    .set({ state: 'stopped' })
    .where('account_id', '=', accountId)
    .where('state', '=', 'waiting')
    .returning('new_email')
    .executeTakeFirst();
  return row?.new_email;
}
