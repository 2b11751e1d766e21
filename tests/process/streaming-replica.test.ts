import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { MINUTE } from '../../contract/time.ts';
import { openDatabase, openPool, type Queryable } from '../../server/platform/db/database.ts';
import { ReplicaReads } from '../../server/platform/db/replica-reads.ts';
import { checkReplica } from '../../tools/doctor/database-connections.ts';
import { PgProxy } from '../faults/proxies/pg-proxy.ts';
import { startPageServer } from '../support/server/page-server.ts';
import { startStreamingReplica } from '../support/server/streaming-replica.ts';

/** After this time a cached page is read again. */
const CACHED_MS = 11 * MINUTE;

let servers: Awaited<ReturnType<typeof startStreamingReplica>>;
let primary: pg.Client;
let replica: pg.Client;
beforeAll(async () => {
  servers = await startStreamingReplica();
  primary = new pg.Client({ connectionString: servers.primary });
  replica = new pg.Client({ connectionString: servers.replica });
  await Promise.all([primary.connect(), replica.connect()]);
  await primary.query(
    "insert into handles (handle, display_name) values ('kept-page', 'Kept'), ('other-page', 'Other')",
  );
});
afterAll(async () => {
  await Promise.all([primary.end(), replica.end()]);
  await servers.stop();
});

const undo: (() => unknown)[] = [];
afterEach(async () => {
  await replica.query('select pg_wal_replay_resume()');
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

/** Waits until the replica has everything that the primary has written. */
async function catchUp(): Promise<void> {
  const { rows } = await primary.query<{ position: string }>('select pg_current_wal_insert_lsn() as position');
  const isDone = async () => {
    const text = 'select pg_last_wal_replay_lsn() >= $1 as done';
    return (await replica.query<{ done: boolean }>(text, [rows[0]?.position])).rows[0]?.done;
  };
  await expect.poll(isDone, { timeout: 30_000 }).toBe(true);
}

const pauseReplay = () => replica.query('select pg_wal_replay_pause()');

/** Starts a proxy to a server that can be cut. */
async function startProxy(url: string): Promise<{ url: string; cut(): void; mend(): void }> {
  const through = new URL(url);
  const proxy = new PgProxy({ host: through.hostname, port: Number(through.port) });
  through.host = `127.0.0.1:${await proxy.listen()}`;
  undo.push(() => proxy.close());
  return {
    url: through.href,
    cut() {
      proxy.refusing = true;
      proxy.cutAll();
    },
    mend: () => proxy.clearFaults(),
  };
}

/** Returns which server a query runs on. */
async function whereIs(db: Queryable): Promise<string> {
  const { rows } = await sql<{ replica: boolean }>`select pg_is_in_recovery() as replica`.execute(db);
  return rows[0]?.replica ? 'replica' : 'primary';
}

/** Starts reads on both servers, each through a proxy, and waits until they use the replica. */
async function startReads({ maxAgeMs }: { maxAgeMs?: number } = {}) {
  const proxies = { primary: await startProxy(servers.primary), replica: await startProxy(servers.replica) };
  const databases = [proxies.primary.url, proxies.replica.url].map((url) => openDatabase(openPool(url, 2, true)));
  const [primaryDb, replicaDb] = databases;
  if (!primaryDb || !replicaDb) throw new Error('no databases');
  for (const db of databases) undo.push(() => db.destroy());
  const events: unknown[] = [];
  const record = ({ event }: { event: string }) => void events.push(event);
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const reads = new ReplicaReads({
    primary: primaryDb,
    replica: replicaDb,
    clock,
    maxAgeMs,
    log: { warn: record, info: record } as never,
  });
  const where = (key: string) => reads.read(key, whereIs);
  reads.listening(true);
  // Until the position that every page needs is known, the primary is read.
  await expect.poll(() => where('any'), { timeout: 30_000 }).toBe('replica');
  const pass = (milliseconds: number) => {
    ahead += milliseconds;
  };
  return { reads, where, proxies, events, pass };
}

it('reads a changed page from the primary until the replica has replayed the change', async () => {
  const { reads, where } = await startReads();
  await catchUp();
  await pauseReplay();
  await primary.query("update handles set bio = 'changed' where handle = 'kept-page'");
  reads.changed('kept-page');
  expect(await where('kept-page')).toBe('primary');
  // This holds even once the position of the change is known.
  await expect.poll(() => where('other-page')).toBe('replica');
  expect(await where('kept-page')).toBe('primary');
  await replica.query('select pg_wal_replay_resume()');
  await catchUp();
  await expect.poll(() => where('kept-page')).toBe('replica');
});

it('reads everything from the primary after notifications were missed, until the replica has caught up', async () => {
  const { reads, where } = await startReads();
  await catchUp();
  await pauseReplay();
  await primary.query("update handles set bio = 'missed' where handle = 'kept-page'");
  reads.listening(false);
  expect(await where('other-page')).toBe('primary');
  reads.listening(true);
  expect(await where('kept-page')).toBe('primary');
  expect(await where('other-page')).toBe('primary');
  await replica.query('select pg_wal_replay_resume()');
  await expect.poll(() => where('other-page'), { timeout: 30_000 }).toBe('replica');
});

it('reads what the replica does not have from the primary', async () => {
  const { reads } = await startReads();
  await catchUp();
  await pauseReplay();
  await primary.query("insert into handles (handle, display_name) values ('brand-new', 'New')");
  const find = async (db: Queryable) =>
    (await sql<{ name: string }>`select display_name as name from handles where handle = 'brand-new'`.execute(db))
      .rows[0] ?? null;
  expect(await reads.read('brand-new', find)).toEqual({ name: 'New' });
});

it('reads from the primary while the replica is unavailable, and logs that once', async () => {
  const { where, proxies, events, pass } = await startReads();
  proxies.replica.cut();
  expect(await where('kept-page')).toBe('primary');
  pass(6000);
  expect(await where('kept-page')).toBe('primary');
  expect(events).toEqual(['database.replica_failed']);
  proxies.replica.mend();
  pass(6000);
  await expect.poll(() => where('kept-page')).toBe('replica');
  expect(events).toEqual(['database.replica_failed', 'database.replica_back']);
});

it('reads from the replica while the primary is unavailable, except pages that are known to have changed since', async () => {
  const { reads, where, proxies } = await startReads();
  await primary.query("update handles set bio = 'a commit a moment ago' where handle = 'other-page'");
  await catchUp();
  proxies.primary.cut();
  reads.listening(false);
  expect(await where('other-page')).toBe('replica');
  // Its position can no longer be queried.
  reads.changed('kept-page');
  await expect(where('kept-page')).rejects.toThrow();
  expect(await where('other-page')).toBe('replica');
});

it('does not read from a replica that has lost its connection to an unavailable primary', async () => {
  const { reads, where, proxies } = await startReads({ maxAgeMs: 0 });
  await catchUp();
  proxies.primary.cut();
  reads.listening(false);
  await expect(where('kept-page')).rejects.toThrow();
});

it('the doctor reports a replica that is paused, or that has lost its connection after replaying all that it received', async () => {
  const check = async () =>
    (await checkReplica(servers.replica, servers.primary, { timeoutMs: 200, maxLagSeconds: 0 })).map(
      ({ kind }) => kind,
    );
  // Otherwise the primary writes its log later.
  await primary.query('set synchronous_commit = on');
  undo.push(() => primary.query('reset synchronous_commit'));
  const write = () => primary.query("update handles set bio = bio || '.' where handle = 'other-page'");
  await write();
  await catchUp();
  expect(await check()).toEqual(['ok']);
  await pauseReplay();
  await write();
  expect(await check()).toEqual(['wrong']);
  await replica.query('select pg_wal_replay_resume()');
  await catchUp();
  const { rows } = await replica.query<{ primary_conninfo: string }>('show primary_conninfo');
  const follow = async (source: string) => {
    await replica.query(`alter system set primary_conninfo = '${source.replaceAll("'", "''")}'`);
    await replica.query('select pg_reload_conf()');
  };
  undo.push(() => follow(rows[0]?.primary_conninfo ?? ''));
  await follow('');
  await expect.poll(async () => (await replica.query('select from pg_stat_wal_receiver')).rowCount).toBe(0);
  await write();
  expect(await check()).toEqual(['wrong']);
});

/** Waits until a page server reads from the replica, and thus knows the position that every page needs. */
async function untilReplicaIsRead(pages: Awaited<ReturnType<typeof startPageServer>>): Promise<void> {
  const clients = "select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()";
  const connections = async () => {
    pages.pass(CACHED_MS);
    await pages.fetchPage('/kept-page');
    return (await replica.query(clients)).rowCount;
  };
  await expect.poll(connections, { timeout: 30_000 }).toBeGreaterThan(0);
  await catchUp();
}

it('shows pages from the replica, and a changed page immediately although the replica lags', async () => {
  const pages = await startPageServer({ database: servers.primary, replica: servers.replica }, undo);
  await untilReplicaIsRead(pages);
  await pauseReplay();
  const rename = (name: string) =>
    primary.query("update handles set display_name = $1 where handle = 'kept-page'", [name]);
  // Without the trigger there is no notification, and the response shows which server was read.
  await primary.query('set session_replication_role = replica');
  await rename('Unnoticed');
  await primary.query('reset session_replication_role');
  const body = async () => (await pages.fetchPage('/kept-page')).body;
  const freshBody = async () => {
    pages.pass(CACHED_MS);
    return body();
  };
  expect(await freshBody()).toContain('Kept');
  await rename('Noticed');
  await expect.poll(body).toContain('Noticed');
  expect(await freshBody()).toContain('Noticed');
});

it('shows pages that nobody has read before from the replica while the primary is unavailable', async () => {
  const proxy = await startProxy(servers.primary);
  const pages = await startPageServer({ database: servers.primary, url: proxy.url, replica: servers.replica }, undo);
  await untilReplicaIsRead(pages);
  proxy.cut();
  await expect.poll(() => pages.events).toContain('database.notifications_lost');
  const page = await pages.fetchPage('/other-page');
  expect(page.status).toBe(200);
  expect(page.body).toContain('Other');
  expect((await pages.fetchPage('/readyz')).status).toBe(503);
});
