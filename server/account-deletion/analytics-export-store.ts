import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

export interface DayRow {
  handle_id: number;
  date: string;
  views: number;
  visitors: number;
  clicks: number;
  received: number;
  sent: number;
}

/**
 * Returns the daily counts for the handles of an account. For handles without analytics, only views are stored, and
 * only for a short time.
 */
export async function countedDays(db: Queryable, accountId: number): Promise<DayRow[]> {
  const ids = sql`(select id from handles where account_id = ${accountId})`;
  const { rows } = await sql<DayRow>`
    select handle_id, day::text as date, views, visitors, clicks, received, sent from page_days where handle_id in ${ids}
    union all
    select handle_id, (hour at time zone 'UTC')::date::text, sum(views)::integer, sum(visitors)::integer,
      sum(clicks)::integer, sum(received)::integer, sum(sent)::integer
    from page_hours h where handle_id in ${ids} and not exists (
      select from page_days d where d.handle_id = h.handle_id and d.day = (h.hour at time zone 'UTC')::date)
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}
