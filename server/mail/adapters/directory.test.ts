import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/support/server/test-database.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { createDirectory } from './directory.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  await pool.query(
    `with made as (insert into handles (handle)
       select 'name' || n from generate_series(1, 300) as n union select 'tls-reports' returning id, handle)
     insert into forwardings (handle_id, address, address_key) select id, handle || '@inbox.test', handle from made`,
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('resolves many concurrent names correctly with few queries', async () => {
  const directory = createDirectory(openDatabase(pool), []);
  let queries = 0;
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = (() => {
    queries += 1;
    return connect();
  }) as typeof pool.connect;
  const names = Array.from({ length: 300 }, (_, index) => `name${index + 1}`);
  const found = await Promise.all([...names, 'unknown', ...names].map((name) => directory.resolve(name)));
  expect(found.map((resolution) => (resolution.kind === 'forward' ? resolution.destination : resolution.kind))).toEqual(
    [...names.map((name) => `${name}@inbox.test`), 'refuse', ...names.map((name) => `${name}@inbox.test`)],
  );
  expect(queries).toBeLessThan(20);
});

it('resolves the other names if the database rejects one', async () => {
  const directory = createDirectory(openDatabase(pool), []);
  const lookups = ['name1', 'name2', 'a\0b', 'name3'].map((name) => directory.resolve(name).then(({ kind }) => kind));
  const kinds = (await Promise.allSettled(lookups)).map((resolution) =>
    resolution.status === 'fulfilled' ? resolution.value : 'error',
  );
  expect(kinds).toEqual(['forward', 'forward', 'error', 'forward']);
});

it('accepts reports at the report addresses, unless a handle has that name', async () => {
  const directory = createDirectory(openDatabase(pool), []);
  const names = ['dmarc-reports', 'dmarc-reports+x', 'tls-reports', 'other-reports'];
  const found = await Promise.all(names.map((name) => directory.resolve(name)));
  expect(found.map(({ kind }) => kind)).toEqual(['reports', 'reports', 'forward', 'refuse']);
});
