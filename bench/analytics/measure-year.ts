import { sql } from 'kysely';
import { dayTotals, nameTotals, type Period } from '../../server/analytics/reading/analytics-store.ts';
import type { Database } from '../../server/platform/db/database.ts';

/**
 * Reads a year and the previous year, as the screen does. Returns the views, the milliseconds of each run, and the
 * kinds of scans.
 */
export async function measureYear(
  db: Database,
  handleId: number,
  { year, before }: { year: Period; before: Period },
  runs: number,
): Promise<{ views: number; times: number[]; paths: string[] }> {
  const times: number[] = [];
  let views = 0;
  // The first run opens the connection and fills the caches.
  for (let run = -1; run < runs; run += 1) {
    const begun = performance.now();
    const days = await dayTotals(db, handleId, before);
    await nameTotals(db, handleId, year);
    if (run >= 0) times.push(performance.now() - begun);
    views = days.filter(({ date }) => date >= year.from).reduce((sum, day) => sum + day.views, 0);
  }
  return { views, times, paths: await scansOf(db, handleId, year) };
}

/** Returns the kinds of plan nodes that read the tables. A sequential scan would read the rows of all other handles. */
async function scansOf(db: Database, handleId: number, { from, until }: Period): Promise<string[]> {
  const { rows } = await sql<{ 'QUERY PLAN': string }>`explain (analyze, costs off, timing off)
    select kind, name, sum(count) from page_counts
    where handle_id = ${handleId} and day between ${from}::date and ${until}::date group by kind, name`.execute(db);
  const nodes = rows.flatMap((row) => /(\w+ (?:Only )?(?:Heap )?Scan)/.exec(row['QUERY PLAN'])?.[1] ?? []);
  return [...new Set(nodes)].sort();
}
