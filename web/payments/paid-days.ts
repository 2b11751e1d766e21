import { formatUtcDay } from '../../contract/dates.ts';
import { GRACE_DAYS } from '../../contract/payments/paid-years.ts';
import { DAY } from '../../contract/time.ts';

/** Formats the last day of the grace period. */
export function lastGraceDay(paidUntil: string): string {
  return formatUtcDay(Date.parse(paidUntil) + GRACE_DAYS * DAY);
}

/** Reports whether the paid year ends within 30 days. */
export function endsSoon(paidUntil: string, now: Date): boolean {
  return Date.parse(paidUntil) - now.getTime() <= 30 * DAY;
}
