import type { Queryable } from '../platform/db/database.ts';

/** Locks and returns the open account that owns a handle. */
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

export async function recordLimitReached(db: Queryable, handleId: number, now: Date): Promise<void> {
  await db.updateTable('forwardings').set({ limit_reached_at: now }).where('handle_id', '=', handleId).execute();
}

export async function recordLimitNotice(db: Queryable, accountId: number, now: Date): Promise<void> {
  await db.updateTable('accounts').set({ limit_told_at: now }).where('id', '=', accountId).execute();
}
