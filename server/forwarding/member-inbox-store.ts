import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

/** Forgets the rejections of inboxes that accepted mail. */
export async function clearGone(db: Queryable, members: number[]): Promise<void> {
  await db
    .updateTable('handle_members')
    .set({ gone_count: 0, gone_since: null })
    .where('id', 'in', members)
    .where('gone_count', '>', 0)
    .execute();
}

/** When an inbox is paused: after `count` consecutive rejections that span `seconds`. */
export interface GoneLimit {
  count: number;
  seconds: number;
}

/** A member whose inbox was paused, with the address of the account. */
export interface PausedMember {
  id: number;
  email: string;
  handle: string;
}

/** Counts one rejection for each entry of `members`, pauses the inboxes that reach the limit, and returns their members. */
export async function countGone(
  db: Queryable,
  members: number[],
  limit: GoneLimit,
  now: Date,
): Promise<PausedMember[]> {
  const { rows } = await sql<PausedMember>`
    with refused as (
      select id, count(*)::integer as count from unnest(${members}::integer[]) as id group by 1 order by 1
    ), counted as (
      update handle_members m set
        gone_count = m.gone_count + r.count,
        gone_since = coalesce(m.gone_since, ${now}),
        paused_at = case
          when m.gone_count + r.count >= ${limit.count}
            and coalesce(m.gone_since, ${now}) <= ${now}::timestamptz - ${limit.seconds} * interval '1 second'
          then ${now}::timestamptz end
      from refused r where m.id = r.id and m.paused_at is null
      returning m.id, m.handle_id, m.account_id, m.paused_at
    )
    select c.id, a.email, h.handle
    from counted c join accounts a on a.id = c.account_id join handles h on h.id = c.handle_id
    where c.paused_at is not null`.execute(db);
  return rows;
}
