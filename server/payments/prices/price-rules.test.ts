import { describe, expect, it } from 'vitest';
import { FALLBACK_PRICES, type Plan } from '../../../contract/payments/plans.ts';
import { answeringDatabase } from '../../../tests/support/server/answering-database.ts';
import { assertQuotedPrice, planAtPrice, priceIn, priceOf, priceOfHandle } from './price-rules.ts';

const database = (prices: Record<string, number>) =>
  answeringDatabase(() =>
    Object.entries(prices).map(([name, now]) => ({ name, price_now_cents: now, price_full_cents: 99_999 })),
  );
const quoted = (amount: string | number, changes = {}) => ({ amount, currency: 'USD', intent: 'CAPTURE', ...changes });

describe('the price of a plan', () => {
  it.each<[Plan, number]>([
    ['Free', 0],
    ['Plus', 700],
    ['Deluxe', 4999],
  ])('for %s is %i cents, as stored or else the standard price', async (plan, cents) => {
    expect(await priceOf(database({ Free: 300, Plus: 700 }), plan)).toBe(cents);
  });

  it('is never guessed', () => {
    const plus = { name: 'Plus', price_yearly_usd_full: 9 };
    expect(() => priceIn([], 'Plus')).toThrow('no price of Plus');
    expect(() => priceIn([{ ...plus, price_yearly_usd_now: 4.999 }], 'Plus')).toThrow('no price of Plus');
    expect(priceIn([{ ...plus, price_yearly_usd_now: 0 }], 'Plus')).toBe(0);
    expect(priceIn(FALLBACK_PRICES, 'Vanity')).toBe(49_999);
  });
});

describe('the price of a handle', () => {
  it('follows from the plan of its length', async () => {
    expect(await priceOfHandle(database({ Plus: 700 }), 'alice')).toEqual({ plan: 'Plus', cents: 700 });
    expect(await priceOfHandle(database({}), 'a')).toEqual({ plan: 'Vanity', cents: 49_999 });
  });

  it('does not exist for a handle of free length, or while its plan costs nothing', async () => {
    await expect(priceOfHandle(database({}), 'alice-in-wonderland')).rejects.toMatchObject({ code: 'plan_mismatch' });
    await expect(priceOfHandle(database({ Plus: 0 }), 'alice')).rejects.toMatchObject({ code: 'nothing_to_pay' });
  });
});

describe('the plan at a price', () => {
  it.each([
    ['4.99', 'Plus', 499],
    [49.99, 'Deluxe', 4999],
    ['499.99', 'Vanity', 49_999],
  ])('at $%s is the plan %s', async (amount, plan, cents) => {
    expect(await planAtPrice(database({}), quoted(amount))).toEqual({ plan, cents });
  });

  it.each(['5.00', '0', 'free', '4.999'])(
    'does not exist at the price %j, even if a plan costs nothing',
    async (amount) => {
      await expect(planAtPrice(database({ Deluxe: 0 }), quoted(amount))).rejects.toMatchObject({
        code: 'price_changed',
        message: 'No plan has this price. Please reload the page and try again.',
      });
    },
  );

  it('is ambiguous if two plans have the price', async () => {
    const same = database({ Plus: 700, Deluxe: 700 });
    await expect(planAtPrice(same, quoted('7.00'))).rejects.toMatchObject({ code: 'order_ambiguous' });
  });

  it('does not exist in another currency', async () => {
    await expect(planAtPrice(database({}), quoted('4.99', { currency: 'EUR' }))).rejects.toMatchObject({
      code: 'price_changed',
    });
  });
});

describe('the price that a client shows', () => {
  it.each([quoted('4.99'), quoted(4.99), quoted('4.99', { currency: 'usd', intent: 'capture' })])(
    'may be %j',
    (price) => {
      expect(() => assertQuotedPrice(price, 499)).not.toThrow();
    },
  );

  it.each([
    [quoted('4.98'), 'The price is $4.99 a year'],
    [quoted('4.999'), 'The price is $4.99 a year'],
    [quoted('4.99', { currency: 'EUR' }), 'Payments here are in USD'],
    [quoted('4.99', { intent: 'AUTHORIZE' }), 'The intent of a payment here is CAPTURE'],
  ])('is refused as %j', (price, text) => {
    expect(() => assertQuotedPrice(price, 499)).toThrow(
      expect.objectContaining({ code: 'price_changed', message: expect.stringContaining(text) }),
    );
  });
});
