import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase, openPool } from '../../../server/platform/db/database.ts';

/**
 * Creates a migrated database before the tests of this file, with a pool of at most `connections` on it, and drops it
 * after them. The returned object is empty until then.
 */
export function useDatabase(connections?: number) {
  const open = (url: string) => {
    const pool = openPool(url, connections);
    return { url, pool, db: openDatabase(pool) };
  };
  const database = {} as ReturnType<typeof open>;
  let drop = async () => {};
  beforeAll(async () => {
    const created = await createTestDatabase();
    drop = created.drop;
    Object.assign(database, open(created.url));
  });
  afterAll(async () => {
    await database.pool?.end();
    await drop();
  });
  return database;
}

/**
 * A migrated database for one test file; `drop` ends connections that are still open. Its files are copied, which takes half the
 * processor time of a copy through the log.
 */
export async function createTestDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin((client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE ${inject('templateDatabase')} STRATEGY FILE_COPY`),
  );
  const url = new URL(inject('postgresUrl'));
  url.pathname = name;
  return { url: url.href, drop: () => drop(name) };
}

/** An empty database of an ordinary role that owns it, as docs/operate.md creates one. */
export async function createEmptyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await asAdmin(async (client) => {
    await client.query(`CREATE ROLE ${name} LOGIN PASSWORD '${name}'`);
    await client.query(`CREATE DATABASE ${name} OWNER ${name} TEMPLATE template0`);
  });
  const url = new URL(inject('postgresUrl'));
  [url.pathname, url.username, url.password] = [name, name, name];
  const dropAll = async () => {
    await drop(name);
    await asAdmin((client) => client.query(`DROP ROLE ${name}`));
  };
  return { url: url.href, drop: dropAll };
}

/** A copy of a database of `createEmptyDatabase`, with the same owner, for tests that need several: a migration takes a second. */
export async function copyDatabase(of: string): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(of);
  const from = url.pathname.slice(1);
  await asAdmin((client) =>
    client.query(`CREATE DATABASE ${name} OWNER ${url.username} TEMPLATE ${from} STRATEGY FILE_COPY`),
  );
  url.pathname = name;
  return { url: url.href, drop: () => drop(name) };
}

/**
 * Drops a database. A pool that has ended may still be closing its connections. If the server ends one of them, the
 * pool emits an error that nobody handles, so this function first waits for up to a second.
 */
async function drop(name: string): Promise<void> {
  await asAdmin(async (client) => {
    for (let tries = 0; tries < 100; tries++) {
      const { rowCount } = await client.query('SELECT FROM pg_stat_activity WHERE datname = $1', [name]);
      if (rowCount === 0) break;
      await sleep(10);
    }
    await client.query(`DROP DATABASE ${name} WITH (FORCE)`);
  });
}

async function asAdmin(act: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await act(client);
  } finally {
    await client.end();
  }
}
