import { expect, it } from 'vitest';
import { formatRelativeTime } from './format-relative-time.ts';

const now = new Date('2026-11-22T12:00:00Z');

it.each([
  ['2026-11-22T12:00:05Z', 'just now'],
  ['2026-11-22T11:59:01Z', 'just now'],
  ['2026-11-22T11:59:00Z', '1 minute ago'],
  ['2026-11-22T11:00:01Z', '59 minutes ago'],
  ['2026-11-22T11:00:00Z', '1 hour ago'],
  ['2026-11-21T12:00:01Z', '23 hours ago'],
  ['2026-11-21T12:00:00Z', '1 day ago'],
  ['2026-10-22T12:00:01Z', '30 days ago'],
  ['2026-10-21T12:00:00Z', '21 October 2026'],
])('at noon on 22 November, %s is %s', (at, text) => {
  expect(formatRelativeTime(at, now)).toBe(text);
});
