import { expect, it } from 'vitest';
import {
  formatAdminDay,
  formatAdminTime,
  formatAdminUtcDay,
  formatDay,
  formatExactTime,
  formatNearTime,
  formatStepTime,
  formatTime,
  formatUtcDay,
  formatUtcShortDay,
  formatUtcTime,
  formatUtcWeekday,
} from './dates.ts';

const local = new Date(2027, 10, 23, 0, 7, 5);

it("formats days and times in the reader's time zone, with 24 hours", () => {
  expect(formatDay(local)).toBe('23 November 2027');
  expect(formatTime(local.toISOString())).toBe('23 November 2027, 00:07');
  expect(formatExactTime(local)).toMatch(/^23 November 2027, 00:07:05 \S+$/);
});

it('leaves out of a time the parts that it shares with the present', () => {
  expect(formatNearTime(local, new Date(2027, 10, 23, 23, 59))).toBe('00:07');
  expect(formatNearTime(local, new Date(2027, 10, 22, 23, 59))).toBe('23 November, 00:07');
  expect(formatNearTime(local, new Date(2028, 0, 1))).toBe('23 November 2027');
  expect(formatStepTime(local, new Date(2027, 10, 23, 23, 59))).toBe('00:07:05');
  expect(formatStepTime(local, new Date(2027, 10, 22))).toBe('23 November, 00:07:05');
});

it('formats days and times in UTC, and adds "UTC" to a time', () => {
  const moment = '2027-11-23T23:59:59Z';
  expect(formatUtcDay(moment)).toBe('23 November 2027');
  expect(formatUtcTime(moment)).toBe('23 November 2027, 23:59 UTC');
  expect(formatUtcWeekday(moment)).toBe('Tue 23 November 2027');
  expect(formatUtcShortDay(moment)).toBe('23 Nov');
});

it('formats dates of the admin area in US style, and a missing date as Never', () => {
  expect(formatAdminTime(local)).toMatch(/^Nov 23, 2027, 12:07\sAM$/);
  expect([formatAdminDay(local), formatAdminDay(null)]).toEqual(['Nov 23, 2027', 'Never']);
  expect(formatAdminUtcDay('2027-11-23T23:59:59Z')).toBe('Nov 23, 2027');
  expect([formatAdminTime(null), formatAdminTime(undefined), formatAdminTime('')]).toEqual(['Never', 'Never', 'Never']);
});
