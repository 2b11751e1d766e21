import type pg from 'pg';
import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { HOUR } from '../../../contract/time.ts';
import { useDatabase } from '../../../tests/support/server/test-database.ts';
import { createSharedCounters, type DatabaseCounters, type SharedCountersOptions } from './shared-counters.ts';

const database = useDatabase();
let open: DatabaseCounters[] = [];
let warnings: string[] = [];
let now = 0;

beforeAll(async () => {
  database.pool.on('error', () => {});
});
beforeEach(async () => {
  await database.pool.query('truncate mail_rates');
  now = Date.parse('2026-11-20T12:00:00Z');
  warnings = [];
});
afterEach(async () => {
  for (const rates of open) await rates.stop();
  open = [];
});

/** Starts the counters of another process, which writes only when it stops, unless an interval is given. */
function startProcess(options: SharedCountersOptions = {}, on = database.pool): DatabaseCounters {
  const log = { warn: (_details: object, text: string) => void warnings.push(text) };
  const rates = createSharedCounters(on, log, { clock: () => new Date(now), interval: HOUR, ...options });
  open.push(rates);
  return rates;
}

const takeMany = (rates: DatabaseCounters, count: number, limit: number, key = 'inbox a@b.test') =>
  Array.from({ length: count }, () => rates.take(key, limit, 60)).filter(Boolean).length;

const rows = async () => (await database.pool.query('select * from mail_rates order by key, span')).rows;

it('allows the limit in one span and again in the next', () => {
  const rates = startProcess();
  expect(takeMany(rates, 5, 3)).toBe(3);
  expect(takeMany(rates, 5, 3, 'other')).toBe(3);
  now += 60_000;
  expect(takeMany(rates, 5, 3)).toBe(3);
});

it('adds up the counts of all processes and returns the total to each', async () => {
  const first = startProcess({ interval: 20 });
  const second = startProcess({ interval: 20 });
  expect(takeMany(first, 4, 10)).toBe(4);
  expect(takeMany(second, 4, 10)).toBe(4);
  await expect.poll(async () => (await rows())[0]?.count).toBe(8);
  // One more take makes each process write and thereby read the total.
  takeMany(first, 1, 10);
  takeMany(second, 1, 10);
  await expect.poll(async () => (await rows())[0]?.count).toBe(10);
  await expect.poll(() => first.take('inbox a@b.test', 10, 60)).toBe(false);
  await expect.poll(() => second.take('inbox a@b.test', 10, 60)).toBe(false);
});

it('writes no count far below its limit while the process runs', async () => {
  const rates = startProcess({ interval: 10 });
  takeMany(rates, 9, 2000);
  takeMany(rates, 10, 2000, 'closer');
  await expect.poll(async () => (await rows()).map(({ count }) => count)).toEqual([10]);
  await rates.stop();
  expect((await rows()).map(({ count }) => count).sort()).toEqual([10, 9]);
});

it('writes all counts when it stops, under keys that contain no address', async () => {
  const rates = startProcess();
  takeMany(rates, 7, 100);
  takeMany(rates, 2, 100, 'x'.repeat(10_000));
  takeMany(rates, 1, 100, 'a\0b');
  await rates.stop();
  const written = await rows();
  expect(written.map(({ count }) => count).sort()).toEqual([1, 2, 7]);
  for (const { key } of written) expect(key).toMatch(/^[\w-]{22}$/);
  expect(written[0].span).toEqual(new Date('2026-11-20T12:01:00Z'));
});

it('keeps counting without a database, logs it once, and writes later', async () => {
  let unreachable = true;
  const flaky = {
    query: (...all: [string, unknown[]]) =>
      unreachable ? Promise.reject(new Error('unreachable')) : database.pool.query(...all),
  };
  const rates = startProcess({ interval: 10 }, flaky as unknown as pg.Pool);
  expect(takeMany(rates, 5, 3)).toBe(3);
  await expect.poll(() => warnings.length).toBe(1);
  expect(takeMany(rates, 1, 3)).toBe(0);
  unreachable = false;
  await expect.poll(async () => (await rows())[0]?.count).toBe(6);
  expect(warnings).toHaveLength(1);
});

it('does not deadlock when processes write the same keys in different orders', async () => {
  const keys = Array.from({ length: 300 }, (_, index) => `key ${index}`);
  const all = Array.from({ length: 6 }, () => startProcess());
  all.forEach((rates, index) => {
    for (const key of index % 2 ? keys : keys.toReversed()) rates.take(key, 10, 60);
  });
  await Promise.all(all.map((rates) => rates.stop()));
  expect(warnings).toEqual([]);
  expect((await rows()).map(({ count }) => count)).toEqual(keys.map(() => 6));
});

it('deletes counts of past spans', async () => {
  const rates = startProcess({ interval: 10, cleanupInterval: 10 });
  takeMany(rates, 1, 3);
  await expect.poll(async () => (await rows()).length).toBe(1);
  now += 300_000;
  await expect.poll(async () => (await rows()).length).toBe(0);
});

it('evicts the least recently used counter at its maximum', () => {
  const rates = startProcess({ max: 3 });
  for (const key of ['a', 'b', 'c', 'a', 'd']) rates.take(key, 1, 60);
  expect(rates.take('a', 2, 60)).toBe(false);
  expect(rates.take('b', 1, 60)).toBe(true);
});
