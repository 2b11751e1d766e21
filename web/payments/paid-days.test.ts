import { describe, expect, it } from 'vitest';
import { formatDay, endsSoon, isRenewable, lastGraceDay, oneYearAfter } from './paid-days.ts';

const now = new Date('2026-11-21T12:00:00Z');

describe('days of a paid handle', () => {
  it('are read in UTC, as the letters say them', () => {
    expect(formatDay('2027-11-21T23:59:00Z')).toBe('21 November 2027');
  });
  it('go on for 30 days after the end', () => {
    expect(lastGraceDay('2026-11-21T12:00:00Z')).toBe('21 December 2026');
  });
  it('make 29 February the first of March', () => {
    expect(formatDay(oneYearAfter(new Date('2028-02-29T12:00:00Z')))).toBe('1 March 2029');
  });
});

describe('isRenewable', () => {
  it('is the handle paid for at most a year ahead', () => {
    expect(isRenewable('2027-11-21T12:00:00Z', now)).toBe(true);
    expect(isRenewable('2027-11-21T12:00:01Z', now)).toBe(false);
  });
  it('is also the one whose year has ended', () => {
    expect(isRenewable('2026-01-01T00:00:00Z', now)).toBe(true);
  });
});

describe('endsSoon', () => {
  it('is from 30 days before the end', () => {
    expect(endsSoon('2026-12-21T12:00:00Z', now)).toBe(true);
    expect(endsSoon('2026-12-21T12:00:01Z', now)).toBe(false);
  });
});
