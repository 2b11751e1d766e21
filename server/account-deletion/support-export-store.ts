import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

/** Returns what an account wrote to support, oldest first. */
export async function supportRows(db: Queryable, accountId: number) {
  return db
    .selectFrom('support_requests as r')
    .leftJoin('handles', 'handles.id', 'r.handle_id')
    .select(['r.subject', 'r.text', 'handles.handle', 'r.attach_deliveries', 'r.plan', 'r.priority', 'r.state'])
    .select(['r.created_at', 'r.answered_at', 'r.closed_at'])
    .select(
      sql<{ text: string; at: string }[]>`(select coalesce(json_agg(json_build_object('text', text, 'at', created_at)
        order by id), '[]') from support_answers where request_id = r.id)`.as('answers'),
    )
    .where('r.account_id', '=', accountId)
    .orderBy('r.id')
    .execute();
}

export type SupportRow = Awaited<ReturnType<typeof supportRows>>[number];
