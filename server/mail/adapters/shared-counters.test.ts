import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/server/test-database.ts';
import { createSharedCounters, type DatabaseCounters, type SharedCountersOptions } from './shared-counters.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let open: DatabaseCounters[] = [];
let warnings: string[] = [];
let at = 0;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => {});
});
beforeEach(async () => {
  await pool.query('truncate mail_rates');
  at = Date.parse('2026-11-20T12:00:00Z');
  warnings = [];
});
afterEach(async () => {
  for (const rates of open) await rates.stop();
  open = [];
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** A process of its own, which tells only when it stops. */
function another(options: SharedCountersOptions = {}, on = pool): DatabaseCounters {
  const log = { warn: (_details: object, text: string) => void warnings.push(text) };
  const rates = createSharedCounters(on, log, { now: () => at, every: 3_600_000, ...options });
  open.push(rates);
  return rates;
}

const takeMany = (rates: DatabaseCounters, count: number, most: number, key = 'inbox a@b.test') =>
  Array.from({ length: count }, () => rates.take(key, most, 60)).filter(Boolean).length;

const rows = async () => (await pool.query('select * from mail_rates order by key, span')).rows;

test('takes so many in a span, and as many again in the next', () => {
  const rates = another();
  expect(takeMany(rates, 5, 3)).toBe(3);
  expect(takeMany(rates, 5, 3, 'another')).toBe(3);
  at += 60_000;
  expect(takeMany(rates, 5, 3)).toBe(3);
});

test('what processes tell adds up, and comes back to each', async () => {
  const first = another({ every: 20 });
  const second = another({ every: 20 });
  expect(takeMany(first, 4, 10)).toBe(4);
  expect(takeMany(second, 4, 10)).toBe(4);
  await expect.poll(async () => (await rows())[0]?.count).toBe(8);
  // Asking once more makes each hear the total.
  takeMany(first, 1, 10);
  takeMany(second, 1, 10);
  await expect.poll(async () => (await rows())[0]?.count).toBe(10);
  await expect.poll(() => first.take('inbox a@b.test', 10, 60)).toBe(false);
  await expect.poll(() => second.take('inbox a@b.test', 10, 60)).toBe(false);
});

test('what is far from its limit is not told while the process runs', async () => {
  const rates = another({ every: 10 });
  takeMany(rates, 9, 2000);
  takeMany(rates, 10, 2000, 'nearer');
  await expect.poll(async () => (await rows()).map(({ count }) => count)).toEqual([10]);
  await rates.stop();
  expect((await rows()).map(({ count }) => count).sort()).toEqual([10, 9]);
});

test('a process that stops has told everything, and keys are no addresses', async () => {
  const rates = another();
  takeMany(rates, 7, 100);
  takeMany(rates, 2, 100, 'x'.repeat(10_000));
  takeMany(rates, 1, 100, 'a\0b');
  await rates.stop();
  const told = await rows();
  expect(told.map(({ count }) => count).sort()).toEqual([1, 2, 7]);
  for (const { key } of told) expect(key).toMatch(/^[\w-]{22}$/);
  expect(told[0].span).toEqual(new Date('2026-11-20T12:01:00Z'));
});

test('without a database it goes on counting, says so once, and tells later', async () => {
  let broken = true;
  const flaky = {
    query: (...all: [string, unknown[]]) => (broken ? Promise.reject(new Error('away')) : pool.query(...all)),
  };
  const rates = another({ every: 10 }, flaky as unknown as pg.Pool);
  expect(takeMany(rates, 5, 3)).toBe(3);
  await expect.poll(() => warnings.length).toBe(1);
  expect(takeMany(rates, 1, 3)).toBe(0);
  broken = false;
  await expect.poll(async () => (await rows())[0]?.count).toBe(6);
  expect(warnings).toHaveLength(1);
});

test('two processes that tell the same keys in another order do not block each other', async () => {
  const keys = Array.from({ length: 300 }, (_, index) => `key ${index}`);
  const all = Array.from({ length: 6 }, () => another());
  all.forEach((rates, index) => {
    for (const key of index % 2 ? keys : keys.toReversed()) rates.take(key, 10, 60);
  });
  await Promise.all(all.map((rates) => rates.stop()));
  expect(warnings).toEqual([]);
  expect((await rows()).map(({ count }) => count)).toEqual(keys.map(() => 6));
});

test('what is past goes', async () => {
  const rates = another({ every: 10 });
  takeMany(rates, 1, 3);
  await expect.poll(async () => (await rows()).length).toBe(1);
  at += 300_000;
  await expect.poll(async () => (await rows()).length).toBe(0);
});

test('holds so many counters and no more, and drops the one longest untouched', () => {
  const rates = another({ most: 3 });
  for (const key of ['a', 'b', 'c', 'a', 'd']) rates.take(key, 1, 60);
  expect(rates.take('a', 2, 60)).toBe(false);
  expect(rates.take('b', 1, 60)).toBe(true);
});
