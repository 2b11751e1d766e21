import { expect, it } from 'vitest';
import { DAY_SECONDS } from '../../contract/time.ts';
import { retryAfter, retryUntried } from './retry-schedule.ts';

it('retries after 1, 6, 16 and 30 minutes, then after hours', () => {
  const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 50].map((attempts) => retryAfter(attempts, 0) / 60);
  expect(minutes).toEqual([1, 6, 16, 30, 60, 120, 240, 240, 240]);
});

it('adds a random delay of at most a tenth', () => {
  expect(retryAfter(1, 1)).toBe(66);
  expect(retryAfter(4, 0.5)).toBe(1890);
});

it('delays an untried copy by a quarter of its age, within 1 to 30 minutes', () => {
  expect([0, 239, 3600, 7200, DAY_SECONDS].map((age) => retryUntried(age, 0))).toEqual([60, 60, 900, 1800, 1800]);
  expect(retryUntried(0, 1)).toBe(66);
});
