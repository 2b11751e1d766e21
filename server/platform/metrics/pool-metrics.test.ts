import type pg from 'pg';
import { expect, it } from 'vitest';
import { measurePool } from './pool-metrics.ts';
import { registry } from './registry.ts';

async function waiting(): Promise<number | undefined> {
  const metric = await registry.getSingleMetric('nameplate_database_waiting')?.get();
  return metric?.values[0]?.value;
}

it('counts queries as waiting only while no connection is idle and no further one may be opened', async () => {
  const pool = { totalCount: 10, idleCount: 8, waitingCount: 4, options: { max: 20 } };
  measurePool(pool as unknown as pg.Pool);
  expect(await waiting()).toBe(0);
  pool.idleCount = 0;
  expect(await waiting()).toBe(0);
  pool.totalCount = 20;
  expect(await waiting()).toBe(4);
  pool.idleCount = 1;
  expect(await waiting()).toBe(0);
});
