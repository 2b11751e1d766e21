import { describe, expect, it } from 'vitest';
import { firstHourOfDay, firstWeekSince, firstWeekUntil, hourOf, nextFit } from './send-windows.ts';

const at = (text: string) => new Date(`2026-11-${text}Z`);
const now = at('22T10:20:30');

describe('the hours that limits count', () => {
  it('counts clock hours, and a day as the current hour and the 23 before it', () => {
    expect(hourOf(now)).toEqual(at('22T10:00:00'));
    expect(firstHourOfDay(now)).toEqual(at('21T11:00:00'));
  });
});

describe('the first week', () => {
  it('ends the first week seven days after the first message', () => {
    expect(firstWeekUntil(at('20T00:00:00'), now)).toEqual(at('27T00:00:00'));
    expect(firstWeekUntil(at('15T10:20:30'), now)).toBeNull();
    expect(firstWeekUntil(null, now)).toEqual(at('29T10:20:30'));
    expect(firstWeekSince(now)).toEqual(at('15T10:20:30'));
  });
});

describe('the next time at which a message fits', () => {
  const limits = { hour: 12, day: 30 };
  const counted = [
    { hour: at('21T12:00:00'), recipients: 12 },
    { hour: at('21T13:00:00'), recipients: 8 },
    { hour: at('22T10:00:00'), recipients: 10 },
  ];

  it('returns the next hour if only the limit of the hour is reached', () => {
    expect(nextFit([{ hour: at('22T10:00:00'), recipients: 12 }], limits, 1, now)).toEqual(at('22T11:00:00'));
  });

  it('returns when enough of the day has passed if the limit of the day is reached', () => {
    expect(nextFit(counted, limits, 5, now)).toEqual(at('22T12:00:00'));
    expect(nextFit(counted, limits, 12, now)).toEqual(at('22T12:00:00'));
    expect(nextFit([{ hour: at('22T10:00:00'), recipients: 30 }], limits, 1, now)).toEqual(at('23T10:00:00'));
  });

  it('returns null for a message with more recipients than a limit', () => {
    expect(nextFit([], limits, 13, now)).toBeNull();
    expect(nextFit([], { hour: 50, day: 30 }, 31, now)).toBeNull();
    expect(nextFit([], { hour: 12, day: 12 }, 12, now)).toEqual(at('22T11:00:00'));
  });
});
