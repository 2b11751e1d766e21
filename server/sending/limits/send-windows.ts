import type { SendLimits } from '../../../contract/sending/send-limits.ts';
import { HOUR, WEEK } from '../../../contract/time.ts';

/** Returns the start of the clock hour, by which recipients are counted. */
export function hourOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / HOUR) * HOUR);
}

/** Returns the start of the 24 hours, including the current one, to which the limit of a day applies. */
export function firstHourOfDay(now: Date): Date {
  return new Date(hourOf(now).getTime() - 23 * HOUR);
}

/** Returns the time a week ago: a handle that first sent later is in its first week. */
export function firstWeekSince(now: Date): Date {
  return new Date(now.getTime() - WEEK);
}

/**
 * Returns when the first week of a handle ends; null if it has ended. The week of a handle that has not sent yet would
 * begin now.
 */
export function firstWeekUntil(firstSentAt: Date | null, now: Date): Date | null {
  const until = new Date((firstSentAt ?? now).getTime() + WEEK);
  return until > now ? until : null;
}

/** Recipients that were counted in one hour. */
export interface CountedHour {
  hour: Date;
  recipients: number;
}

/** Returns when a message to `recipients` next fits the limits if nothing else is sent; null if it never fits. */
export function nextFit(counted: CountedHour[], limits: SendLimits, recipients: number, now: Date): Date | null {
  if (recipients > limits.hour) return null;
  const sum = (from: Date) =>
    counted.reduce((total, { hour, recipients: count }) => (hour >= from ? total + count : total), 0);
  for (let ahead = 1; ahead <= 24; ahead += 1) {
    const start = new Date(hourOf(now).getTime() + ahead * HOUR);
    if (sum(firstHourOfDay(start)) + recipients <= limits.day) return start;
  }
  return null;
}
