import { sql } from 'kysely';
import { dateOf } from '../../server/analytics/counting/days.ts';
import { maintainPartitions } from '../../server/analytics/maintenance/roll-up-store.ts';
import type { Database } from '../../server/platform/db/database.ts';

/** Days of counts, and the names that a popular page and another page keep for each day. */
const DAYS = 730;
const NAMES = 90;
const OTHER_NAMES = 6;
const VIEWS_A_DAY = 2740;

/**
 * Fills the tables of counts with one page that has a million views a year, and with other pages. Returns the id of the
 * page and the number of rows.
 */
export async function seedYear(
  db: Database,
  handles: number,
  today: number,
): Promise<{ handleId: number; rows: number }> {
  const { id } = await db.insertInto('handles').values({ handle: 'ada' }).returning('id').executeTakeFirstOrThrow();
  const [from, until] = [dateOf(today - DAYS + 1), dateOf(today)];
  const days = sql`generate_series(${from}::date::timestamp, ${until}::date::timestamp, '1 day') as day`;
  // In chronological order, as rows arrive: the rows of one page lie between the rows of all other pages.
  const ids = sql`(select ${id}::integer union all select ${id} + other from generate_series(1, ${handles}::integer) as other)`;
  const views = sql`case when handle_id = ${id} then ${VIEWS_A_DAY}::integer else 20 end`;
  const totals = await sql`insert into page_days select handle_id, day::date, ${views}, ${views} / 2, 9, 8, 7
    from ${days}, ${ids} as handles (handle_id)`.execute(db);
  const names = await sql`insert into page_counts
    select handle_id, day::date, case at % 3 when 0 then 'referrer' when 1 then 'country' else 'campaign' end,
      'name-' || at || '.of-a-referrer.example', 30
    from ${days}, ${ids} as handles (handle_id),
      lateral generate_series(1, case when handle_id = ${id} then ${NAMES}::integer else ${OTHER_NAMES}::integer end) as at`.execute(
    db,
  );
  const hours = await sql`insert into page_hours select handle_id, day, 10, 5, 1, 1, 1
    from generate_series(${dateOf(today)}::date::timestamp at time zone 'UTC', now(), '1 hour') as day,
      ${ids} as handles (handle_id)`.execute(db);
  const visitors = await sql`insert into page_visitors select ${id} + at % 100, ${dateOf(today)}::date,
    ('x' || substr(md5(at::text), 1, 16))::bit(64)::bigint from generate_series(1, 100000) as at`.execute(db);
  await sql`update analytics_state set rolled_up_until = ${dateOf(today)}::date`.execute(db);
  await maintainPartitions(db, dateOf(today));
  await sql`vacuum analyze`.execute(db);
  const rows = [totals, names, hours, visitors].reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows), 0);
  return { handleId: id, rows };
}

/**
 * Returns the bytes per row of each table, including indexes, over all partitions except the default one, from which
 * rows were moved.
 */
export async function bytesPerRow(db: Database): Promise<Record<string, string | number>[]> {
  const tables = ['page_days', 'page_counts', 'page_hours', 'page_visitors'];
  const rows: Record<string, string | number>[] = [];
  for (const table of tables) {
    const { rows: found } = await sql<{ bytes: string; count: string }>`
      select (select sum(pg_total_relation_size(inhrelid)) from pg_inherits where inhparent = ${table}::regclass
          and inhrelid::regclass::text not like '%_default') as bytes,
        (select count(*) from ${sql.table(table)}) as count`.execute(db);
    const [{ bytes = '0', count = '1' } = {}] = found;
    rows.push({ table, rows: Number(count), bytes: Math.round(Number(bytes) / Number(count)) });
  }
  return rows;
}
