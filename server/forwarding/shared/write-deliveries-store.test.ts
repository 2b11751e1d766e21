import { expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/server/test-database.ts';
import { WRITE } from './write-deliveries-store.ts';

const database = useDatabase();

it('finds the handles of deliveries by their index, even where a scan of all handles would seem cheaper', async () => {
  await database.pool.query(`insert into handles (handle) select 'h' || n from generate_series(1, 20000) n`);
  await database.pool.query('analyze handles');
  const { rows } = await database.pool.query(`explain ${WRITE}`, ['[]', []]);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toContain('using handles_handle_key on handles');
  expect(plan).not.toContain('Seq Scan on handles');
});
