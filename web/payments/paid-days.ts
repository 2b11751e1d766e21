const DAY = 24 * 60 * 60_000;
/** For how long a handle whose year has ended still works. */
const GRACE = 30 * DAY;

const days = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });

/** `21 November 2027`. */
export function formatDay(moment: string | Date): string {
  return days.format(new Date(moment));
}

/** The same day a year on. */
export function oneYearAfter(moment: Date): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + 1);
  return later;
}

/** The last day on which a handle that was paid until then still works. */
export function lastGraceDay(paidUntil: string): string {
  return formatDay(new Date(Date.parse(paidUntil) + GRACE));
}

/** Whether another year can be paid for: one year ahead is the most. */
export function isRenewable(paidUntil: string, now: Date): boolean {
  return new Date(paidUntil) <= oneYearAfter(now);
}

/** Whether the year that was paid for ends soon enough to say so. */
export function endsSoon(paidUntil: string, now: Date): boolean {
  return Date.parse(paidUntil) - now.getTime() <= 30 * DAY;
}
