import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../../tests/support/server/test-database.ts';
import { openPool } from '../../platform/db/database.ts';
import { WRITE } from './write-deliveries-store.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: ReturnType<typeof openPool>;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

it('finds the handles of deliveries by their index, also where a scan of all handles would seem cheaper', async () => {
  await pool.query(`insert into handles (handle) select 'h' || n from generate_series(1, 20000) n`);
  await pool.query('analyze handles');
  const { rows } = await pool.query(`explain ${WRITE}`, ['[]', []]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('using handles_handle_key on handles');
  expect(plan).not.toContain('Seq Scan on handles');
});
