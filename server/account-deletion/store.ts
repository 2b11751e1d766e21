import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

/** Returns the account of an address, closed or not. */
export async function accountByEmail(db: Queryable, email: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'closed_at'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Closes an open account. Returns undefined if the address has no open account. */
export async function closeAccount(db: Queryable, email: string, now: Date) {
  return db
    .updateTable('accounts')
    .set({ closed_at: now })
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('closed_at', 'is', null)
    .returning(['id', 'email'])
    .executeTakeFirst();
}

/** Reopens a closed account and returns it; undefined if it was not closed. */
export async function reopenAccount(db: Queryable, id: number): Promise<{ email: string } | undefined> {
  return db
    .updateTable('accounts')
    .set({ closed_at: null })
    .where('id', '=', id)
    .where('closed_at', 'is not', null)
    .returning('email')
    .executeTakeFirst();
}

export async function endSessions(db: Queryable, accountId: number): Promise<void> {
  await db.deleteFrom('sessions').where('account_id', '=', accountId).execute();
}
