import { describe, expect, it } from 'vitest';
import { formatUtcDay } from '../../contract/dates.ts';
import { endsSoon, lastGraceDay } from './paid-days.ts';

const now = new Date('2026-11-21T12:00:00Z');

describe('formatting days of a paid handle', () => {
  it('formats days in UTC, as the emails do', () => {
    expect(formatUtcDay('2027-11-21T23:59:00Z')).toBe('21 November 2027');
  });
  it('adds a grace period of 30 days', () => {
    expect(lastGraceDay('2026-11-21T12:00:00Z')).toBe('21 December 2026');
  });
});

describe('endsSoon', () => {
  it('reports that a paid year ends soon from 30 days before its end', () => {
    expect(endsSoon('2026-12-21T12:00:00Z', now)).toBe(true);
    expect(endsSoon('2026-12-21T12:00:01Z', now)).toBe(false);
  });
});
