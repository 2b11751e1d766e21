import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { migrate } from '../../db/migrate.ts';
import { openDatabase, openPool } from '../../server/platform/db/database.ts';
import { findProfile } from '../../server/profiles/store.ts';
import type { Section } from '../print-tables.ts';
import { seedHandles } from '../scale/seed-handles.ts';
import { wholeNumber } from '../whole-number.ts';
import { ARCHIVE_TIMEOUT_SECONDS, ArchivedServer } from './archived-server.ts';

export const about = 'recovery point and time with pgBackRest: the server is killed under load, and its disk is lost';
export const options = '--handles N       handles in the database (10000)';

/** Milliseconds between two commits: so slow that `archive_timeout` archives the segments, the case that loses most. */
const PAUSE_MS = 100;

/**
 * Seeds a database, backs it up, kills the server under load just before its log would be archived, and restores the
 * database.
 */
export async function measure(args: string[]): Promise<Section[]> {
  const { values } = parseArgs({ args, options: { handles: { type: 'string', default: '10000' } } });
  const handles = wholeNumber('handles', values.handles);
  const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-bench-recovery-'));
  const server = await ArchivedServer.create(folder);
  try {
    // Archiving the log of the seeding would take minutes.
    await server.start({ archives: false });
    await migrate(server.url);
    await seedHandles(server.url, handles);
    await server.stop();
    await server.start({ archives: true });
    await server.pgbackrest('stanza-create');
    const backup = await seconds(() => server.pgbackrest('--type=full', 'backup'));
    const load = await writeCommits(server.url, handles);
    await untilArchivedLongAgo(server);
    const database = await server.query('select pg_database_size(current_database())::float8 as bytes');
    await server.lose();
    const killedAt = Date.now();
    const commits = await load.stop();

    const restore = await seconds(() => server.pgbackrest('restore'));
    const recovery = await seconds(() => server.start({ archives: true }));
    const db = openDatabase(openPool(server.url, 1));
    const page = await seconds(async () => {
      if (!(await findProfile(db, `person-${handles}`))) throw new Error('A page is missing after the restore');
    });
    await db.destroy();
    const [row] = await server.query(
      'select coalesce(max(n), 0) as n, count(*)::integer as count from recovery_commits',
    );
    const kept = Number(row?.n);
    if (Number(row?.count) !== kept)
      throw new Error(`Of the first ${kept} commits ${kept - Number(row?.count)} are missing`);
    const lastKept = commits[kept - 1];
    if (lastKept === undefined) throw new Error('No commit of the load was archived');
    const rows = [
      { what: 'size of the database, MB', value: Number(database[0]?.bytes) / 2 ** 20 },
      { what: 'size of the repository after the restore, MB', value: sizeOf(server.repository) / 2 ** 20 },
      { what: 'full backup, seconds', value: backup },
      { what: 'commits acknowledged before the kill', value: commits.length },
      { what: 'of these, lost', value: commits.length - kept },
      { what: 'recovery point: lost seconds before the kill', value: (killedAt - lastKept) / 1000 },
      { what: 'restore into an empty folder, seconds', value: restore },
      { what: 'start, replay of the log and promotion, seconds', value: recovery },
      { what: 'first page, seconds', value: page },
      { what: 'recovery time in all, seconds', value: restore + recovery + page },
    ];
    const note = `archive_timeout is ${ARCHIVE_TIMEOUT_SECONDS} s; the server was killed when the last archived segment was almost as old`;
    return [{ title: `pgBackRest with ${handles.toLocaleString('en')} handles`, rows, notes: [note] }];
  } finally {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function seconds(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return (performance.now() - begun) / 1000;
}

/** Commits numbered edits of random handles, one after another, until the server has ended. */
async function writeCommits(url: string, handles: number) {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  await client.query('create table recovery_commits (n integer primary key)');
  /** The times at which the commits were acknowledged. */
  const commits: number[] = [];
  let isRunning = true;
  const work = (async () => {
    while (isRunning) {
      const n = commits.length + 1;
      await client.query(
        `with edited as (update handles set bio = 'Edit ' || $1 where id = 1 + ($1::integer * 7919) % $2::integer)
          insert into recovery_commits values ($1::integer)`,
        [n, handles],
      );
      commits.push(Date.now());
      await sleep(PAUSE_MS);
    }
  })();
  // The loop ends when the connection breaks.
  const ended = work.catch(() => {});
  return {
    async stop(): Promise<number[]> {
      isRunning = false;
      await ended;
      await client.end().catch(() => {});
      return commits;
    },
  };
}

/** Waits until a segment has been archived under load, and then until just before the next one would be archived. */
async function untilArchivedLongAgo(server: ArchivedServer): Promise<void> {
  const begun = Date.now();
  const archived = async () => {
    const [row] = await server.query('select last_archived_time as at from pg_stat_archiver');
    return row?.at instanceof Date ? row.at.getTime() : 0;
  };
  let last = await archived();
  while (last < begun + 1000 * ARCHIVE_TIMEOUT_SECONDS) {
    await sleep(200);
    last = await archived();
  }
  await sleep(last + 1000 * (ARCHIVE_TIMEOUT_SECONDS - 2) - Date.now());
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}
