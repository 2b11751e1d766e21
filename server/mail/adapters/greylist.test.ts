import { beforeAll, beforeEach, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/server/test-database.ts';
import { createGreylist } from './greylist.ts';

const database = useDatabase();

beforeAll(async () => {
  database.pool.on('error', () => {});
});
beforeEach(() => database.pool.query('truncate mail_greylist'));

const attempt = (sender = 'carol@senders.test', network = '192.0.2.0/24', recipient = 'alice') =>
  createGreylist(database.pool).secondsToWait(network, sender, recipient);

/** Moves all entries into the past. */
const advance = (time: string) =>
  database.pool.query(
    `update mail_greylist set first_seen = first_seen - $1::interval, seen_at = seen_at - $1::interval,
       passed_at = passed_at - $1::interval`,
    [time],
  );

it('defers the first attempt for a minute and then accepts the sender', async () => {
  expect(await attempt()).toBe(60);
  await advance('30 seconds');
  expect(await attempt()).toBeGreaterThan(25);
  expect(await attempt()).toBeLessThanOrEqual(30);
  await advance('31 seconds');
  expect(await attempt()).toBe(0);
  expect(await attempt()).toBe(0);
});

it('treats another network, sender or recipient as a first attempt', async () => {
  await attempt();
  await advance('2 minutes');
  expect(await attempt('dave@senders.test')).toBe(60);
  expect(await attempt(undefined, '198.51.100.0/24')).toBe(60);
  expect(await attempt(undefined, undefined, 'bob')).toBe(60);
  expect(await attempt()).toBe(0);
});

it('accepts a sender for 36 days after the last message', async () => {
  await attempt();
  await advance('2 minutes');
  await attempt();
  await advance('35 days');
  expect(await attempt()).toBe(0);
  await advance('35 days');
  expect(await attempt()).toBe(0);
  await advance('37 days');
  expect(await attempt()).toBe(60);
});

it('starts again if the client does not retry within two days', async () => {
  await attempt();
  await advance('49 hours');
  expect(await attempt()).toBe(60);
});

it('defers all of several concurrent first attempts', async () => {
  expect(await Promise.all(Array.from({ length: 10 }, () => attempt()))).toEqual(Array(10).fill(60));
});
