import { sql } from 'kysely';
import pg from 'pg';
import { findEmbedded } from '../../db/embedded.ts';
import { ownMigrations } from '../../db/migrate.ts';
import { readUnknownMigrations } from '../../db/schema-changes.ts';
import type { Config } from '../../server/platform/config/config.ts';
import type { Role } from '../../server/platform/config/process-settings.ts';
import { type Database, openDatabase, openPool } from '../../server/platform/db/database.ts';
import { connectionShortage, missingRoles } from '../../server/platform/jobs/heartbeat.ts';
import { compareClocks } from './clock.ts';
import { checkNotifications, checkReplica } from './database-connections.ts';
import { checkWrites } from './database-writes.ts';
import { type Finding, note, ok, wrong } from './finding.ts';
import { checkQueue } from './queue.ts';

const OLDEST = 15;

export async function checkDatabase({
  databaseUrl,
  databaseDirectUrl,
  databaseReplicaUrl,
  dataDir,
}: Config): Promise<Finding[]> {
  const url = databaseUrl ?? (await findEmbedded(dataDir));
  if (!url) return [note('the embedded database is not running: `npm start` starts it')];
  const name = databaseUrl ? 'the database of DATABASE_URL' : 'the embedded database';
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  client.on('error', () => {}); // the query that fails reports it
  try {
    await client.connect();
    const migrations = await checkMigrations(client, name);
    const writes = await checkWrites(client, name);
    const state = [await checkVersion(client, name), migrations, writes];
    // Further checks would only report consequences: without writes there are no heartbeats, and a standby has no
    // notifications.
    if (writes.kind === 'wrong') return state;
    return [
      ...state,
      await checkNotifications(url, databaseDirectUrl ?? url),
      ...(await checkReplica(databaseReplicaUrl, url)),
      ...(await checkOperation(url)),
    ];
  } catch (error) {
    return [
      wrong(`${name} cannot be reached: ${(error as Error).message}`, 'check DATABASE_URL and the server behind it'),
    ];
  } finally {
    await client.end();
  }
}

async function checkVersion(client: pg.Client, name: string): Promise<Finding> {
  const { rows } = await client.query<{ server_version: string }>('SHOW server_version');
  return versionFinding(name, rows[0]?.server_version ?? '');
}

/** Returns the finding about a database of this version. */
export function versionFinding(name: string, version: string): Finding {
  if (Number.parseInt(version, 10) >= OLDEST) return ok(`${name} accepts connections (PostgreSQL ${version})`);
  return wrong(`${name} is PostgreSQL ${version}`, `Nameplate needs PostgreSQL ${OLDEST} or newer`);
}

async function checkMigrations(client: pg.Client, name: string): Promise<Finding> {
  const wanted = Object.keys(await ownMigrations());
  const { rows: tables } = await client.query("SELECT to_regclass('kysely_migration') IS NOT NULL AS there");
  if (!tables[0]?.there) return note(`${name} is empty: the first start creates the tables`);
  const newer = await readUnknownMigrations(client, wanted);
  const incompatible = newer.filter(({ canRunOn }) => !canRunOn);
  const list = (migrations: typeof newer) => migrations.map(({ migration }) => migration).join(', ');
  if (incompatible.length > 0) {
    return wrong(`${name} was changed by a newer Nameplate (${list(incompatible)})`, 'start the newer release');
  }
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration');
  const done = new Set(rows.map((row) => row.name));
  const missing = wanted.filter((migration) => !done.has(migration));
  if (missing.length > 0) return note(`${name} lacks ${missing.join(', ')}: the next start applies them`);
  if (newer.length > 0) {
    return note(`${name} has the schema of a newer release (${list(newer)}), which this release can run on`);
  }
  return ok(`${name} has every migration`);
}

/** Checks that every role has a live process, that there are enough connections, and that the queue is not paused. */
async function checkOperation(url: string): Promise<Finding[]> {
  // This works even behind a pooler without DATABASE_DIRECT_URL, which the check of notifications reports.
  const db = openDatabase(openPool(url, 1, true));
  try {
    const { rows } = await sql`select where to_regclass('process_heartbeats') is not null`.execute(db);
    if (rows.length === 0) return [];
    const missing = await missingRoles(db);
    const shortage = await connectionShortage(db);
    return [
      ...missingRoleFindings(missing),
      ...(shortage ? [wrong(shortage, 'lower DATABASE_POOL, or raise max_connections')] : []),
      ...(await checkQueue(db)),
      await checkDatabaseClock(db),
    ];
  } finally {
    await db.destroy();
  }
}

async function checkDatabaseClock(db: Database): Promise<Finding> {
  const before = Date.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  return compareClocks((before + Date.now()) / 2, rows[0]?.now.getTime() ?? 0, 'the database');
}

function missingRoleFindings(missing: Role[]): Finding[] {
  if (missing.length === 3) return [note('no process uses this database now')];
  if (missing.length === 0) return [ok('every role has a live process')];
  return missing.map((role) =>
    wrong(`no process runs the role ${role}`, 'start one with that role in ROLES, or find out why it exited'),
  );
}
