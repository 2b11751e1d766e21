import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { dateOf, dayOf } from '../../server/analytics/counting/days.ts';
import { type Database, openDatabase, openPool } from '../../server/platform/db/database.ts';
import { median, type Section } from '../print-tables.ts';
import { wholeNumber } from '../whole-number.ts';
import { measureYear } from './measure-year.ts';
import { bytesPerRow, seedYear } from './seed-year.ts';

/** Limit for the database time to read a year, in milliseconds. */
const GOAL = 100;

export const about = 'database time of a year of analytics of a page with a million views, and bytes per stored row';
export const options = `--handles N       other handles with analytics (500)
--runs N          measurements; the median and the slowest are shown (9)`;

/** Seeds a temporary database with two years of counts, and reads one year as the screen does. */
export async function measure(args: string[]): Promise<Section[]> {
  const { values } = parseArgs({
    args,
    options: { handles: { type: 'string', default: '500' }, runs: { type: 'string', default: '9' } },
  });
  const [handles, runs] = [wholeNumber('handles', values.handles), wholeNumber('runs', values.runs)];
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nameplate-bench-analytics-'));
  const print = (message: string) => console.error(message);
  const database = await startEmbedded({ dataDir, durable: false, log: { info: print, warn: print, error: print } });
  try {
    await migrate(database.connectionString);
    const today = dayOf(Date.now());
    // Not the server's pool, which limits the time of a statement.
    const seeded = await withDatabase(new pg.Pool({ connectionString: database.connectionString, max: 1 }), (db) =>
      seedYear(db, handles, today),
    );
    print(`Seeded ${seeded.rows} rows`);
    return await withDatabase(openPool(database.connectionString, 4), async (db) => [
      await yearSection(db, seeded.handleId, today, runs),
      await sizeSection(db),
    ]);
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function withDatabase<T>(pool: pg.Pool, use: (db: Database) => Promise<T>): Promise<T> {
  try {
    return await use(openDatabase(pool));
  } finally {
    await pool.end();
  }
}

async function yearSection(db: Database, handleId: number, today: number, runs: number): Promise<Section> {
  const year = { from: dateOf(today - 364), until: dateOf(today) };
  const before = { from: dateOf(today - 729), until: year.until };
  const { views, times, paths } = await measureYear(db, handleId, { year, before }, runs);
  const middle = median(times);
  return {
    title: 'A year of a page with a million views, compared with the year before',
    rows: [
      {
        views,
        'p50 ms': middle,
        'slowest ms': Math.max(...times),
        goal: `${GOAL}: ${middle <= GOAL ? 'met' : 'MISSED'}`,
        'read by': paths.join(', '),
      },
    ],
  };
}

async function sizeSection(db: Database): Promise<Section> {
  return { title: 'Bytes per stored row, index included', rows: await bytesPerRow(db) };
}
