import { expect, it } from 'vitest';
import { HANDLE_MAX_LENGTH } from '../handles/handle-rules.ts';
import {
  FALLBACK_PRICES,
  FORWARDERS_PER_INBOX,
  isFree,
  PLANS,
  percentOff,
  planForHandle,
  planForLength,
} from './plans.ts';

it('planForLength derives the plan from the length of the handle', () => {
  const plans = Array.from({ length: HANDLE_MAX_LENGTH }, (_, index) => planForLength(index + 1));
  expect(plans).toEqual([
    'Vanity',
    ...Array(3).fill('Deluxe'),
    ...Array(6).fill('Plus'),
    ...Array(HANDLE_MAX_LENGTH - 10).fill('Free'),
  ]);
  expect(['a', 'alice', 'alice-in-wonderland'].map(planForHandle)).toEqual(['Vanity', 'Plus', 'Free']);
});

it('has a fallback price and a number of inboxes for each plan', () => {
  expect(FALLBACK_PRICES.map(({ name }) => name)).toEqual(PLANS);
  expect(FALLBACK_PRICES.map(percentOff)).toEqual([0, 50, 50, 50]);
  expect(FALLBACK_PRICES.map(isFree)).toEqual([true, false, false, false]);
  expect(FORWARDERS_PER_INBOX).toEqual({ Free: 2, Plus: 5, Deluxe: Infinity, Vanity: Infinity });
});

it.each([
  [7.5, 10, 25],
  [6.66, 10, 33],
  [10, 10, 0],
  [11, 10, 0],
  [0, 10, 100],
  [0, 0, 0],
  [-1, 0, 0],
])('the price %d instead of %d is %d %% off', (now, full, percent) => {
  expect(percentOff({ price_yearly_usd_now: now, price_yearly_usd_full: full })).toBe(percent);
});
