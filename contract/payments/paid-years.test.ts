import { expect, it } from 'vitest';
import { isDueForRenewal, yearsAfter } from './paid-years.ts';

it('turns 29 February into 1 March of the next year', () => {
  expect(yearsAfter(new Date('2028-02-29T12:00:00Z'), 1)).toEqual(new Date('2029-03-01T12:00:00Z'));
});

it.each([
  ['2027-11-21T12:00:00Z', true],
  ['2027-11-21T12:00:01Z', false],
  ['2026-01-01T00:00:00Z', true],
])('allows the renewal of a handle that is paid for until %s: %s', (paidUntil, isDue) => {
  expect(isDueForRenewal(new Date(paidUntil), new Date('2026-11-21T12:00:00Z'))).toBe(isDue);
});
