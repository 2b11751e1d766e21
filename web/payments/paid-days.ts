import { formatUtcDay } from '../../contract/dates.ts';
import { DAY } from '../../contract/time.ts';

/** The grace period during which a handle still works after its paid year has ended. */
const GRACE_MS = 30 * DAY;

/** Returns the same day one year later; 29 February becomes 1 March. */
export function oneYearAfter(moment: Date): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  return later;
}

/** Formats the last day of the grace period. */
export function lastGraceDay(paidUntil: string): string {
  return formatUtcDay(Date.parse(paidUntil) + GRACE_MS);
}

/** Reports whether a handle can be renewed: it may be paid for at most one year ahead. */
export function isRenewable(paidUntil: string, now: Date): boolean {
  return new Date(paidUntil) <= oneYearAfter(now);
}

/** Reports whether the paid year ends within 30 days. */
export function endsSoon(paidUntil: string, now: Date): boolean {
  return Date.parse(paidUntil) - now.getTime() <= 30 * DAY;
}
