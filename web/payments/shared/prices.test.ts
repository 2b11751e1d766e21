import { describe, expect, it } from 'vitest';
import { formatDollars, priceOf } from './prices.ts';

describe('priceOf', () => {
  it('returns the price of the package with the name of the plan', () => {
    const live = { name: 'Plus', price_yearly_usd_now: 3, price_yearly_usd_full: 6 };
    expect(priceOf('Plus', [live])).toEqual(live);
  });
  it('returns the fallback price if the package was renamed', () => {
    const renamed = { name: 'Plus!', price_yearly_usd_now: 3, price_yearly_usd_full: 6 };
    expect(priceOf('Plus', [renamed]).price_yearly_usd_now).toBe(4.99);
  });
});

describe('formatDollars', () => {
  it.each([
    [0, '$0'],
    [4.99, '$4.99'],
    [499.9, '$499.90'],
  ])('formats %d dollars as %s', (amount, text) => {
    expect(formatDollars(amount)).toBe(text);
  });
});
