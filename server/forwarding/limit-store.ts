import type { Queryable } from '../platform/db/database.ts';

/** The account behind a handle, locked until the transaction ends; undefined where nobody owns it. */
export async function lockOwner(db: Queryable, handle: string) {
  return db
    .selectFrom('handles')
    .innerJoin('accounts', 'accounts.id', 'handles.account_id')
    .select(['handles.id as handle_id', 'accounts.id as account_id', 'accounts.email', 'accounts.limit_told_at'])
    .where('handles.handle', '=', handle)
    .where('accounts.closed_at', 'is', null)
    .forUpdate('accounts')
    .executeTakeFirst();
}

export async function noteLimit(db: Queryable, handleId: number, now: Date): Promise<void> {
  await db.updateTable('forwardings').set({ limit_reached_at: now }).where('handle_id', '=', handleId).execute();
}

export async function noteTold(db: Queryable, accountId: number, now: Date): Promise<void> {
  await db.updateTable('accounts').set({ limit_told_at: now }).where('id', '=', accountId).execute();
}
