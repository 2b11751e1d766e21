import { parseCronItem } from 'graphile-worker';
import { expect, it } from 'vitest';
import { isCronPattern } from './cron-pattern.ts';

const VALID = [
  '15 2 * * *',
  '*/10 * * * *',
  '0 0 1,15 * *',
  '5 4 * * 0',
  '5 4 * * 1-5',
  '59 23 31 12 7',
  '0-10,30 */6 * 1-3 *',
];
const INVALID = [
  '',
  'daily',
  '15 2 * *',
  '60 2 * * *',
  '0 24 * * *',
  '0 0 0 * *',
  '0 0 * 13 *',
  '5-5 * * * *',
  '*/0 * * * *',
];
const MORE_INVALID = [
  '15  2 * * *',
  '15 2 * * mon',
  '1-70 * * * *',
  '* * * * 8',
  '15 2 * * * ?id=x',
  '-1 * * * *',
  '1,,2 * * * *',
];

it.each(VALID)('accepts the schedule %s, as the job queue does', (text) => {
  expect(isCronPattern(text)).toBe(true);
  expect(parseCronItem({ task: 'any', match: text })).toMatchObject({ task: 'any' });
});

it.each([...INVALID, ...MORE_INVALID])('rejects the schedule "%s"', (text) => {
  expect(isCronPattern(text)).toBe(false);
});
