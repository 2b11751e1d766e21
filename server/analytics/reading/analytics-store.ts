import { sql } from 'kysely';
import type { Queryable } from '../../platform/db/database.ts';

/** The first and last day of a period, as dates in UTC. */
export interface Period {
  from: string;
  until: string;
}

export interface DayTotals {
  date: string;
  views: number;
  visitors: number;
  clicks: number;
  received: number;
  sent: number;
}

/** Returns the totals of the days on which something was counted. The last days are still in the table of hours. */
export async function dayTotals(db: Queryable, handleId: number, { from, until }: Period): Promise<DayTotals[]> {
  const { rows } = await sql<DayTotals>`
    select day::text as date, views, visitors, clicks, received, sent from page_days
      where handle_id = ${handleId} and day between ${from}::date and ${until}::date
        and day < (select rolled_up_until from analytics_state)
    union all
    select (hour at time zone 'UTC')::date::text, sum(views)::integer, sum(visitors)::integer, sum(clicks)::integer,
        sum(received)::integer, sum(sent)::integer
      from page_hours
      where handle_id = ${handleId} and hour >= ${`${from}T00:00:00Z`}::timestamptz
        and hour < ${`${until}T00:00:00Z`}::timestamptz + interval '1 day'
        and hour >= (select rolled_up_until::timestamp at time zone 'UTC' from analytics_state)
      group by 1`.execute(db);
  return rows;
}

/** Returns the views of a handle of any plan; those without analytics are counted in the table of hours only. */
export async function viewsOf(db: Queryable, handleId: number, { from }: Pick<Period, 'from'>): Promise<number> {
  const { rows } = await sql<{ views: number }>`
    select coalesce(sum(views), 0)::integer as views from page_hours
    where handle_id = ${handleId} and hour >= ${`${from}T00:00:00Z`}::timestamptz`.execute(db);
  return rows[0]?.views ?? 0;
}

/** Returns the counts of a period by kind and name, the highest first. */
export async function nameTotals(
  db: Queryable,
  handleId: number,
  { from, until }: Period,
): Promise<{ kind: string; name: string; count: number }[]> {
  const { rows } = await sql<{ kind: string; name: string; count: number }>`
    select kind, name, sum(count)::integer as count from page_counts
    where handle_id = ${handleId} and day between ${from}::date and ${until}::date
    group by kind, name order by count desc, name`.execute(db);
  return rows;
}

/** Returns the numbers of the links of `social_links` by their networks. */
export async function linkNumbersOf(db: Queryable, handleId: number): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('social_links')
    .select(['id', 'platform'])
    .where('handle_id', '=', handleId)
    .execute();
  return new Map(rows.map(({ id, platform }) => [platform, id]));
}

/** Returns the first day from `from` to `until` without a completely imported CDN log. */
export async function firstDayWithoutImport(db: Queryable, { from, until }: Period): Promise<string | null> {
  const { rows } = await sql<{ day: string }>`
    select day::date::text as day from generate_series(${from}::date::timestamp, ${until}::date::timestamp, '1 day') as day
    where not exists (select from view_imports where finished_at is not null and day::date = any(days))
    order by 1 limit 1`.execute(db);
  return rows[0]?.day ?? null;
}
