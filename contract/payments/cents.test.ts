import { expect, it } from 'vitest';
import { formatDollars, parseCents } from './cents.ts';

it.each([
  [499, '4.99'],
  [500, '5.00'],
  [7, '0.07'],
  [0, '0.00'],
])('formats %i cents as %s dollars', (cents, text) => {
  expect(formatDollars(cents)).toBe(text);
  expect(parseCents(text)).toBe(cents);
});

it.each<[string | number, number | null]>([
  ['4.9', 490],
  [4.99, 499],
  // 0.57 * 100 is below 57 in binary fractions.
  ['0.57', 57],
  ['1234567', 123_456_700],
  ['12345678', null],
  ['4.999', null],
  ['4.', null],
  ['.99', null],
  ['-1', null],
  ['1e3', null],
  [' 1', null],
  ['1 ', null],
  ['', null],
  [Number.NaN, null],
])('parses the amount %j as %j cents', (amount, cents) => {
  expect(parseCents(amount)).toBe(cents);
});
