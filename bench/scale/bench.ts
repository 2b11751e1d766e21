import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { STANDARD_SITE } from '../../contract/site/site-document.ts';
import { DAY } from '../../contract/time.ts';
import { startEmbedded } from '../../db/embedded.ts';
import { migrate } from '../../db/migrate.ts';
import { findAccountByEmail } from '../../server/accounts/store.ts';
import { destinationsOf } from '../../server/forwarding/shared/destinations-store.ts';
import { availabilityOf } from '../../server/handles/rules.ts';
import { type Database, openDatabase, openPool } from '../../server/platform/db/database.ts';
import { IDS_PER_FILE as FILE } from '../../server/profiles/seo/sitemap.ts';
import { sitemapEntries } from '../../server/profiles/seo/sitemap-rules.ts';
import { pagesSummary, rangesWithPages } from '../../server/profiles/seo/sitemap-store.ts';
import { handlesWithoutSocialImage } from '../../server/profiles/social-image/store.ts';
import { findProfile } from '../../server/profiles/store.ts';
import { percentile, type Section } from '../print-tables.ts';
import { wholeNumber } from '../whole-number.ts';
import { measureBackup } from './backup-times.ts';
import { measureLogMigration } from './log-migration.ts';
import { seedHandles } from './seed-handles.ts';

export const about = 'database time of reads, checks and sitemaps with many handles';
export const options = `--handles N       comma-separated numbers of handles (10000)
--runs N          runs of each query with random handles (200)
--backup          also measures a backup and a restore
--log ROWS        instead: migrates a delivery log of ROWS rows from 0.8.0 while rows are added`;

/** Seeds a temporary database with many handles, and measures the queries of the roles over one connection. */
export async function measure(args: string[]): Promise<Section[]> {
  const { values } = parseArgs({
    args,
    options: {
      handles: { type: 'string', default: '10000' },
      runs: { type: 'string', default: '200' },
      backup: { type: 'boolean' },
      log: { type: 'string' },
    },
  });
  const sizes = values.handles.split(',').map((size) => wholeNumber('handles', size));
  const runs = wholeNumber('runs', values.runs);
  if (values.log !== undefined) return [await measureLog(wholeNumber('log', values.log))];
  const sections: Section[] = [];
  for (const size of sizes) sections.push(await measureSize(size, runs, values.backup ?? false));
  return sections;
}

async function measureLog(rows: number): Promise<Section> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nameplate-bench-log-'));
  const database = await startEmbedded({ dataDir, log: console });
  try {
    const notes = [await measureLogMigration(database.connectionString, rows)];
    return { title: 'Migration of a full delivery log', rows: [], notes };
  } finally {
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measureSize(handles: number, runs: number, withBackup: boolean): Promise<Section> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'nameplate-bench-scale-'));
  const database = await startEmbedded({ dataDir, log: console });
  const db = openDatabase(openPool(database.connectionString, 1));
  try {
    const migratedAt = performance.now();
    await migrate(database.connectionString);
    const migration = performance.now() - migratedAt;
    const seededAt = performance.now();
    await seedHandles(database.connectionString, handles);
    const seeding = performance.now() - seededAt;
    const rows = [];
    for (const [query, run] of Object.entries(queries(db, handles))) {
      // Whole tables and whole files are read only a few times.
      const count = query.endsWith('*') ? 5 : runs;
      const times: number[] = [];
      for (let turn = 0; turn < count + 1; turn++) {
        const begun = performance.now();
        await run();
        if (turn > 0) times.push(performance.now() - begun);
      }
      rows.push({ query, 'median ms': percentile(times, 50), 'p99 ms': percentile(times, 99) });
    }
    const again = performance.now();
    await migrate(database.connectionString);
    const { rows: sizes } = await sql<{
      bytes: number;
    }>`select pg_database_size(current_database())::float8 as bytes`.execute(db);
    const notes = [
      `${Math.round((sizes[0]?.bytes ?? 0) / handles)} bytes for each handle with an account, an inbox and three links, indexes included`,
      `migration of an empty database ${Math.round(migration)} ms, check of the schema at a start ${Math.round(performance.now() - again)} ms`,
      `seeding took ${Math.round(seeding / 1000)} s; * reads a whole table or file`,
    ];
    if (withBackup) notes.push(measureBackup(dataDir, database.connectionString));
    return { title: `${handles.toLocaleString('en')} handles`, rows, notes };
  } finally {
    await db.destroy();
    await database.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function queries(db: Database, handles: number): Record<string, () => Promise<unknown>> {
  const someone = () => `person-${1 + Math.floor(Math.random() * handles)}`;
  const before = new Date();
  const file = Math.max(1, Math.floor(handles / FILE / 2));
  return {
    'public page': () => findProfile(db, someone()),
    'check of a taken handle': () => availabilityOf(db, someone(), new Date(), STANDARD_SITE.names),
    'check of a free handle': () =>
      availabilityOf(db, `free-${Math.random().toString(36).slice(2, 12)}`, new Date(), STANDARD_SITE.names),
    'recipient of an email': () => destinationsOf(db, [someone()], new Date()),
    'account of a sign-in': () => findAccountByEmail(db, `${someone()}@inbox.example`),
    'list of sitemap files*': () => rangesWithPages(db, FILE, before),
    'ETag of a sitemap file*': () => pagesSummary(db, { after: (file - 1) * FILE, last: file * FILE, before }),
    'a sitemap file*': async () => {
      for await (const batch of sitemapEntries(db, file, new Date(before.getTime() + DAY))) batch.length;
    },
    'search for missing sharing images, none missing*': () => handlesWithoutSocialImage(db, 1, { after: 0, max: 5000 }),
  };
}
