import type { Queryable } from '../platform/db/database.ts';

/** Returns what an account wrote to support, oldest first. */
export async function supportRows(db: Queryable, accountId: number) {
  return db
    .selectFrom('support_requests as r')
    .leftJoin('handles', 'handles.id', 'r.handle_id')
    .select(['r.subject', 'r.text', 'handles.handle', 'r.attach_deliveries', 'r.plan', 'r.priority', 'r.state'])
    .select(['r.created_at', 'r.answered_at', 'r.closed_at'])
    .where('r.account_id', '=', accountId)
    .orderBy('r.id')
    .execute();
}

export type SupportRow = Awaited<ReturnType<typeof supportRows>>[number];
