const clock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' });
const exactClock = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', second: '2-digit' });
const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' });
const exact = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' });
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

/** Formats a time of today as `3:07 PM` and of another day as `Nov 21, 3:07 PM`, in the browser's time zone. */
export function formatShortTime(at: string, now = new Date()): string {
  const date = new Date(at);
  return isSameDay(date, now) ? clock.format(date) : `${day.format(date)}, ${clock.format(date)}`;
}

/** Formats a time with seconds. The day is left out if it is the day of `since`. */
export function formatStepTime(at: string, since: string): string {
  const date = new Date(at);
  return isSameDay(date, new Date(since)) ? exactClock.format(date) : `${day.format(date)}, ${exactClock.format(date)}`;
}

/** Formats a full date and time with the time zone. */
export function formatFullTime(at: string): string {
  return exact.format(new Date(at));
}

/** Formats a future time as `in 5 minutes`, `in 2 hours`, or `any moment now`. */
export function formatTimeUntil(at: string, now = new Date()): string {
  const left = new Date(at).getTime() - now.getTime();
  if (left < MINUTE / 2) return 'any moment now';
  if (left < 1.5 * HOUR) return relative.format(Math.max(1, Math.round(left / MINUTE)), 'minute');
  return relative.format(Math.round(left / HOUR), 'hour');
}

function isSameDay(one: Date, other: Date): boolean {
  return one.toDateString() === other.toDateString();
}
