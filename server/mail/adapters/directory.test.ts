import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/server/test-database.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { createDirectory } from './directory.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  await pool.query(
    `with made as (insert into handles (handle) select 'name' || n from generate_series(1, 300) as n returning id, handle)
     insert into forwardings (handle_id, address, address_key) select id, handle || '@inbox.test', handle from made`,
  );
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test('of many asked at once each gets its own answer, in few questions', async () => {
  const directory = createDirectory(openDatabase(pool), []);
  let questions = 0;
  const connect = pool.connect.bind(pool) as () => Promise<pg.PoolClient>;
  pool.connect = (() => {
    questions += 1;
    return connect();
  }) as typeof pool.connect;
  const names = Array.from({ length: 300 }, (_, index) => `name${index + 1}`);
  const found = await Promise.all([...names, 'nobody', ...names].map((name) => directory.resolve(name)));
  expect(found.map((answer) => (answer.kind === 'forward' ? answer.destination : answer.kind))).toEqual([
    ...names.map((name) => `${name}@inbox.test`),
    'refuse',
    ...names.map((name) => `${name}@inbox.test`),
  ]);
  expect(questions).toBeLessThan(20);
});

test('a name that the database can not read spoils no other answer', async () => {
  const directory = createDirectory(openDatabase(pool), []);
  const asked = ['name1', 'name2', 'a\0b', 'name3'].map((name) => directory.resolve(name).then(({ kind }) => kind));
  const kinds = (await Promise.allSettled(asked)).map((answer) =>
    answer.status === 'fulfilled' ? answer.value : 'error',
  );
  expect(kinds).toEqual(['forward', 'forward', 'error', 'forward']);
});
