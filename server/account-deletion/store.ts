import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

/** The account with this address, open or closed. */
export async function accountByEmail(db: Queryable, email: string) {
  return db
    .selectFrom('accounts')
    .select(['id', 'email', 'closed_at'])
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .executeTakeFirst();
}

/** Closes an open account; returns its id and address, or undefined where there is no open account. */
export async function closeAccount(db: Queryable, email: string, now: Date) {
  return db
    .updateTable('accounts')
    .set({ closed_at: now })
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('closed_at', 'is', null)
    .returning(['id', 'email'])
    .executeTakeFirst();
}

/** Reopens a closed account; false where it was not closed. */
export async function openAccount(db: Queryable, id: number): Promise<boolean> {
  const result = await db
    .updateTable('accounts')
    .set({ closed_at: null })
    .where('id', '=', id)
    .where('closed_at', 'is not', null)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

/** Ends every session of an account. */
export async function endSessions(db: Queryable, accountId: number): Promise<void> {
  await db.deleteFrom('sessions').where('account_id', '=', accountId).execute();
}
