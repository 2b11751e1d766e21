import { expect, it } from 'vitest';
import { formatCount, formatDate, formatDay } from './format.ts';

it('formats dates in US style, and a missing one as Never', () => {
  const local = new Date(2026, 10, 3, 15, 7).toISOString();
  expect(formatDate(local)).toMatch(/^Nov 3, 2026, 03:07\sPM$/);
  expect([formatDay(local), formatDay(null)]).toEqual(['Nov 3, 2026', 'Never']);
  expect([formatDate(null), formatDate(undefined), formatDate('')]).toEqual(['Never', 'Never', 'Never']);
});

it('groups the digits of large counts', () => {
  expect(formatCount(1_234_567)).toBe('1,234,567');
});
