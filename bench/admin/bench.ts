import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { openPool } from '../../server/platform/db/database.ts';
import { median, type Section } from '../print-tables.ts';
import { wholeNumber } from '../whole-number.ts';
import { listQueriesOf } from './list-queries.ts';
import { type ListQuery, measureListQuery } from './measure-list.ts';
import { seed } from './seed.ts';

/** Limit for the database time of one page of a list, in milliseconds. */
const GOAL = 50;

export const about = 'database time of the lists in the admin area, with a million accounts and handles';
export const options = `--people N        accounts to seed (1000000)
--runs N          measurements of each page; the median and the slowest are shown (9)`;

/** Seeds a temporary database, and reads the lists with every sort order and search that their screens offer. */
export async function measure(args: string[]): Promise<Section[]> {
  const { values } = parseArgs({
    args,
    options: { people: { type: 'string', default: '1000000' }, runs: { type: 'string', default: '9' } },
  });
  const [people, runs] = [wholeNumber('people', values.people), wholeNumber('runs', values.runs)];
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nameplate-bench-admin-'));
  const logLine = (message: string) => console.error(message);
  const database = await startEmbedded({
    dataDir,
    durable: false,
    log: { info: logLine, warn: logLine, error: logLine },
  });
  try {
    await migrate(database.connectionString);
    const pool = openPool(database.connectionString, 2);
    pool.options.statement_timeout = 0;
    try {
      const begun = performance.now();
      await seed(pool, people);
      logLine(`Seeded ${people} accounts and their handles in ${Math.round((performance.now() - begun) / 1000)} s`);
      const sections: Section[] = [];
      for (const [title, queries] of Object.entries(await listQueriesOf(pool, people))) {
        sections.push(await measureList(database.connectionString, title, queries, runs));
      }
      return sections;
    } finally {
      await pool.end();
    }
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureList(url: string, title: string, queries: ListQuery[], runs: number): Promise<Section> {
  const rows: Section['rows'] = [];
  for (const query of queries) {
    const { times, found, paths } = await measureListQuery(url, query, runs);
    const middle = median(times);
    rows.push({
      what: query.what,
      items: found,
      'p50 ms': middle,
      'slowest ms': Math.max(...times),
      goal: query.isGoal === false ? '' : `${GOAL}: ${middle <= GOAL ? 'met' : 'MISSED'}`,
      'read by': paths.join(', '),
    });
  }
  return { title, rows };
}
