import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

export interface SenderRow {
  id: number;
  handle: string;
  paused_at: Date | null;
  pause_reason: string | null;
  resumed_at: Date | null;
  first_sent_at: Date | null;
  recipients: number;
  bounces: number;
  complaints: number;
}

/**
 * Returns handles that are paused or have had bounces or complaints since this hour, beginning after a place `[paused,
 * problems, id]`, one more than the page has. Paused handles come first, then those with the most bounces and
 * complaints, then the oldest.
 */
export async function readSenders(
  db: Queryable,
  { from, after, limit }: { from: Date; after: number[] | undefined; limit: number },
): Promise<SenderRow[]> {
  const [paused, problems, id = 0] = after ?? [];
  const beyond: RawBuilder<boolean> = after
    ? sql`(paused_at is not null, problems, -id) < (${paused === 1}, ${problems}::integer, ${-id}::integer)`
    : sql`true`;
  const { rows } = await sql<SenderRow>`
    with used as (
      select handle_id, sum(recipients)::integer as recipients, sum(bounces)::integer as bounces,
        sum(complaints)::integer as complaints
      from sending_usage where hour >= ${from} group by handle_id
    ), candidates as (
      -- Few, of all handles, which are then read by their ids.
      select handle_id from sending_settings where paused_at is not null
      union select handle_id from used where bounces + complaints > 0
    ), listed as (
      select h.id, h.handle, s.paused_at, s.pause_reason, s.resumed_at, s.first_sent_at,
        coalesce(u.recipients, 0) as recipients, coalesce(u.bounces, 0) as bounces,
        coalesce(u.complaints, 0) as complaints, coalesce(u.bounces + u.complaints, 0) as problems
      from candidates c join handles h on h.id = c.handle_id
        left join sending_settings s on s.handle_id = h.id left join used u on u.handle_id = h.id
    )
    select * from listed where ${beyond}
    order by paused_at is not null desc, problems desc, id limit ${limit + 1}`.execute(db);
  return rows;
}
