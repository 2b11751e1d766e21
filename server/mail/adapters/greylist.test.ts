import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../../tests/support/server/test-database.ts';
import { createGreylist } from './greylist.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  pool.on('error', () => {});
});
beforeEach(() => pool.query('truncate mail_greylist'));
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const attempt = (sender = 'carol@senders.test', network = '192.0.2.0/24', recipient = 'alice') =>
  createGreylist(pool).wait(network, sender, recipient);

/** So much time passes. */
const pass = (time: string) =>
  pool.query(
    `update mail_greylist set first_seen = first_seen - $1::interval, seen_at = seen_at - $1::interval,
       passed_at = passed_at - $1::interval`,
    [time],
  );

test('a first try waits a minute, then the sender is known', async () => {
  expect(await attempt()).toBe(60);
  await pass('30 seconds');
  expect(await attempt()).toBeGreaterThan(25);
  expect(await attempt()).toBeLessThanOrEqual(30);
  await pass('31 seconds');
  expect(await attempt()).toBe(0);
  expect(await attempt()).toBe(0);
});

test('another network, sender or recipient is another try', async () => {
  await attempt();
  await pass('2 minutes');
  expect(await attempt('dave@senders.test')).toBe(60);
  expect(await attempt(undefined, '198.51.100.0/24')).toBe(60);
  expect(await attempt(undefined, undefined, 'bob')).toBe(60);
  expect(await attempt()).toBe(0);
});

test('who is known stays so for 36 days after the last message', async () => {
  await attempt();
  await pass('2 minutes');
  await attempt();
  await pass('35 days');
  expect(await attempt()).toBe(0);
  await pass('35 days');
  expect(await attempt()).toBe(0);
  await pass('37 days');
  expect(await attempt()).toBe(60);
});

test('who does not come again within two days starts anew', async () => {
  await attempt();
  await pass('49 hours');
  expect(await attempt()).toBe(60);
});

test('tries at the same time all wait', async () => {
  expect(await Promise.all(Array.from({ length: 10 }, () => attempt()))).toEqual(Array(10).fill(60));
});
