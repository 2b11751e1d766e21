import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { expect, it } from 'vitest';
import type { DB } from '../../db/schema.ts';
import type { DebouncedJob } from '../platform/jobs/jobs.ts';
import { orderSocialImages } from './page-changes.ts';

it('spreads the sharing images of many handles evenly over four queues, and keeps those of one handle in one queue', async () => {
  const jobs: DebouncedJob[] = [];
  const db = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query: { parameters } }) => {
      jobs.push(...(JSON.parse(String(parameters.at(-1))) as DebouncedJob[]));
    },
  });
  const handleIds = Array.from({ length: 1000 }, (_, at) => at + 1);
  await orderSocialImages(db, handleIds);
  await orderSocialImages(db, handleIds);
  const queues = Map.groupBy(jobs, ({ queue }) => queue);
  const sizes = [...queues].map(([queue, { length }]) => [queue, length]).sort();
  expect(sizes).toEqual([0, 1, 2, 3].map((lane) => [`cards-${lane}`, 500]));
  expect(Map.groupBy(jobs, ({ key, queue }) => `${key} ${queue}`).size).toBe(1000);
});
