import { expect, it } from 'vitest';
import { packageFormValues, packageOf } from './package-values.ts';

it('converts prices to numbers, invalid ones to 0', () => {
  expect(packageOf({ name: 'Gold', full: '19.99', now: '' })).toEqual({
    name: 'Gold',
    price_yearly_usd_full: 19.99,
    price_yearly_usd_now: 0,
  });
  for (const odd of ['abc', '1,5', 'NaN', 'Infinity', '--1', ' ']) {
    expect(packageOf({ name: '', full: odd, now: '-1' })).toMatchObject({
      price_yearly_usd_full: 0,
      price_yearly_usd_now: -1,
    });
  }
});

it('fills the form of a new package with 0 and of a stored one with its values', () => {
  expect(packageFormValues(undefined)).toEqual({ name: '', full: '0', now: '0' });
  const gold = { id: 1, version: 'one', name: 'Gold', price_yearly_usd_full: 20, price_yearly_usd_now: 9.5 };
  expect(packageFormValues(gold)).toEqual({ name: 'Gold', full: '20', now: '9.5' });
});
