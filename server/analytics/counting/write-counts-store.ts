import { sql } from 'kysely';
import { HOUR } from '../../../contract/time.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { dateOf } from './days.ts';
import type { Tallies } from './page-tally.ts';

/** Names of one kind stored for a page and day. Anyone can send more, which are summed under an empty name. */
const MAX_NAMES_A_DAY = 200;

/** Returns the tallies as the rows of the statement. */
function rowsOf(tallies: Tallies) {
  const hours: object[] = [];
  const names: object[] = [];
  const visitors: object[] = [];
  for (const [handle, tally] of tallies) {
    for (const [hour, counts] of tally.hours) {
      hours.push({ handle, hour: new Date(hour * HOUR).toISOString(), ...counts });
    }
    for (const [day, kinds] of tally.names) {
      for (const [kind, counts] of Object.entries(kinds)) {
        for (const [name, count] of counts) names.push({ handle, day: dateOf(day), kind, name, count });
      }
    }
    for (const [day, hashes] of tally.visitors) {
      for (const [hash, hour] of hashes) {
        const of = { handle, day: dateOf(day), hour: new Date(hour * HOUR).toISOString() };
        // As text: JSON numbers of this size lose digits.
        visitors.push({ ...of, hash: String(hash) });
      }
    }
  }
  return { hours: JSON.stringify(hours), names: JSON.stringify(names), visitors: JSON.stringify(visitors) };
}

/**
 * Adds tallies to the stored counts, in one statement. Each part sorts its rows by their key, so that processes that write at
 * the same time cannot deadlock. A visitor is counted once a day, by the first process to insert the hash, in the hour of the
 * view. Visitors of a day whose salt is deleted are no longer inserted. Nothing is counted for pages that are no longer shown.
 */
export async function writeCounts(db: Queryable, tallies: Tallies): Promise<void> {
  const { hours, names, visitors } = rowsOf(tallies);
  await sql`
    with given_visitors as (
      select h.id as handle_id, v.day, v.hash, v.hour
      from json_to_recordset(${visitors}::json) as v (handle text, day date, hash bigint, hour timestamptz)
      join handles h on h.handle = v.handle and h.state = 'active'
      where exists (select from visitor_salts s where s.day = v.day)
    ), new_visitors as (
      insert into page_visitors (handle_id, day, hash)
      select handle_id, day, hash from given_visitors order by 1, 2, 3
      on conflict do nothing returning handle_id, day, hash
    ), written_hours as (
      insert into page_hours as p (handle_id, hour, views, visitors, clicks)
      select handle_id, hour, sum(views), sum(visitors), sum(clicks) from (
        select h.id as handle_id, n.hour, n.views, n.visitors, n.clicks
        from json_to_recordset(${hours}::json) as n
          (handle text, hour timestamptz, views integer, visitors integer, clicks integer)
        join handles h on h.handle = n.handle and h.state = 'active'
        union all
        select handle_id, hour, 0, 1, 0 from new_visitors join given_visitors using (handle_id, day, hash)
      ) as counted group by 1, 2 order by 1, 2
      on conflict (handle_id, hour) do update set
        views = p.views + excluded.views, visitors = p.visitors + excluded.visitors, clicks = p.clicks + excluded.clicks
    ), given_names as (
      select h.id as handle_id, n.day, n.kind, n.name, n.count,
        exists (select from page_counts c
          where c.handle_id = h.id and c.day = n.day and c.kind = n.kind and c.name = n.name) as is_known
      from json_to_recordset(${names}::json) as n (handle text, day date, kind text, name text, count integer)
      join handles h on h.handle = n.handle and h.state = 'active'
    ), limited_names as (
      select handle_id, day, kind, count, case when is_known or kind not in ('referrer', 'campaign') or
          row_number() over (partition by handle_id, day, kind, is_known order by name) + (
            select count(*) from (select from page_counts c
              where c.handle_id = g.handle_id and c.day = g.day and c.kind = g.kind limit ${MAX_NAMES_A_DAY}) as kept
          ) <= ${MAX_NAMES_A_DAY} then name else '' end as name
      from given_names g
    )
    insert into page_counts as p (handle_id, day, kind, name, count)
    select handle_id, day, kind, name, sum(count) from limited_names group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (handle_id, day, kind, name) do update set count = p.count + excluded.count`.execute(db);
}
