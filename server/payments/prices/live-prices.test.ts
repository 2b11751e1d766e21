import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { SAMPLE_SITE as site } from '../../../tests/support/pages/sample-site.ts';
import { answeringDatabase } from '../../../tests/support/server/answering-database.ts';
import { LivePrices } from './live-prices.ts';

let plus = 499;
let isAway = false;
const db = answeringDatabase(() => {
  if (isAway) throw new Error('The database is away');
  return [{ name: 'Plus', price_now_cents: plus, price_full_cents: 1000 }];
});
const warned: string[] = [];
const log = { warn: ({ event }: { event: string }) => void warned.push(event) } as never;
const shown = (prices: LivePrices) => prices.current().find(({ name }) => name === 'Plus')?.price_yearly_usd_now;

beforeEach(() => {
  vi.useFakeTimers();
  [plus, isAway] = [499, false];
  warned.length = 0;
});
afterEach(() => vi.useRealTimers());

it('shows the standard prices until it has read the stored ones, and a changed price after a notification', async () => {
  plus = 700;
  const prices = new LivePrices(db, site, log);
  expect(shown(prices)).toBe(4.99);
  await prices.load();
  expect(shown(prices)).toBe(7);
  plus = 800;
  prices.changed();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown(prices)).toBe(8);
  prices.stop();
});

it('reads the prices every minute, and keeps the last ones while the database is unreachable', async () => {
  const prices = new LivePrices(db, site, log);
  await prices.load();
  plus = 600;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown(prices)).toBe(6);
  isAway = true;
  prices.changed();
  await vi.advanceTimersByTimeAsync(0);
  expect(shown(prices)).toBe(6);
  expect(warned).toEqual(['payments.prices_unread']);
  [isAway, plus] = [false, 500];
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown(prices)).toBe(5);
  prices.stop();
  plus = 400;
  await vi.advanceTimersByTimeAsync(120_000);
  expect(shown(prices)).toBe(5);
});

it('shows the Free plan only where nothing is sold', async () => {
  const prices = new LivePrices(db, { ...site, paidPlans: false }, log);
  const names = () => prices.current().map(({ name }) => name);
  expect(names()).toEqual(['Free']);
  await prices.load();
  expect(names()).toEqual(['Free']);
  prices.stop();
});
