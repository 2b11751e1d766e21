import { sql } from 'kysely';
import type { FirstRun } from '../../contract/dashboard/dashboard.ts';
import type { Queryable } from '../platform/db/database.ts';

/**
 * Returns the number of links that visitors see now, by handle. Hidden and scheduled blocks are left out; each icon in
 * a row is one link.
 */
export async function linkCounts(db: Queryable, handleIds: number[], now: Date): Promise<Map<number, number>> {
  const shown = sql`(shown_from is null or shown_from <= ${now}) and (shown_until is null or shown_until > ${now})`;
  const { rows } = await sql<{ handle_id: number; links: number }>`
    select handle_id, sum(links)::integer as links from (
      select handle_id, count(*) as links from social_links
        where handle_id = any(${handleIds}::integer[]) and is_active and url <> '' and ${shown}
        group by handle_id
      union all
      select handle_id, sum(case type when 'icons' then jsonb_array_length(content -> 'items') else 1 end) from page_blocks
        where handle_id = any(${handleIds}::integer[]) and type in ('network', 'link', 'embed', 'icons')
          and not hidden and ${shown}
        group by handle_id
    ) as counted group by handle_id`.execute(db);
  return new Map(rows.map(({ handle_id, links }) => [handle_id, links]));
}

/** Returns when mail was last received or sent, by handle. Reads one index entry for each. */
export async function lastMails(db: Queryable, handleIds: number[]): Promise<Map<number, Date>> {
  const { rows } = await sql<{ id: number; at: Date }>`
    select ids.id, last.received_at as at from unnest(${handleIds}::integer[]) as ids (id)
    cross join lateral (
      select received_at from flights where handle_id = ids.id order by received_at desc, id desc limit 1
    ) as last`.execute(db);
  return new Map(rows.map(({ id, at }) => [id, at]));
}

/** Returns the views since the beginning of a day in UTC, by handle. The table of hours has them for every plan. */
export async function viewCounts(db: Queryable, handleIds: number[], from: string): Promise<Map<number, number>> {
  const { rows } = await sql<{ handle_id: number; views: number }>`
    select handle_id, sum(views)::integer as views from page_hours
    where handle_id = any(${handleIds}::integer[]) and hour >= ${`${from}T00:00:00Z`}::timestamptz
    group by handle_id`.execute(db);
  return new Map(rows.map(({ handle_id, views }) => [handle_id, views]));
}

/** Sets the first run of an account if it is in one of these states. */
export async function advanceFirstRun(
  db: Queryable,
  accountId: number,
  from: readonly FirstRun[],
  to: FirstRun,
): Promise<void> {
  await db
    .updateTable('accounts')
    .set({ first_run: to })
    .where('id', '=', accountId)
    .where('first_run', 'in', from)
    .execute();
}
