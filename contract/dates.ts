// The only place that formats dates, for screens, emails and SMTP replies (docs/words.md). Screens use the reader's
// time zone, except for days that emails also name, such as the last day of a paid year. These days are in UTC, like
// all dates that the server writes.

type Moment = string | number | Date;

const DAY: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long', year: 'numeric' };
const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' };

const day = formatter(DAY);
const clock = formatter(CLOCK);
const dayOfYear = formatter({ day: 'numeric', month: 'long' });
const exactClock = formatter({ ...CLOCK, second: '2-digit' });
const zonedClock = formatter({ ...CLOCK, second: '2-digit', timeZoneName: 'short' });
const utcDay = formatter({ ...DAY, timeZone: 'UTC' });
const utcClock = formatter({ ...CLOCK, timeZone: 'UTC' });
const utcWeekday = formatter({ weekday: 'short', timeZone: 'UTC' });
const utcShortDay = formatter({ day: 'numeric', month: 'short', timeZone: 'UTC' });

const US_DAY: Intl.DateTimeFormatOptions = { year: 'numeric', month: 'short', day: 'numeric' };
const adminDay = formatter(US_DAY, 'en-US');
const adminUtcDay = formatter({ ...US_DAY, timeZone: 'UTC' }, 'en-US');
const adminTime = formatter({ ...US_DAY, hour: '2-digit', minute: '2-digit' }, 'en-US');

/** Formats a day as `23 November 2027`, in the reader's time zone. */
export function formatDay(moment: Moment): string {
  return day(moment);
}

/** Formats a time as `23 November 2027, 18:51`, in the reader's time zone. */
export function formatTime(moment: Moment): string {
  return `${formatDay(moment)}, ${clock(moment)}`;
}

/** Formats a time with seconds and the time zone: `23 November 2027, 18:51:07 CET`. */
export function formatExactTime(moment: Moment): string {
  return `${formatDay(moment)}, ${zonedClock(moment)}`;
}

/** Formats a time for a row of a list: `18:51` today, `23 November, 18:51` this year, and the day alone in other years. */
export function formatNearTime(moment: Moment, now: Moment = new Date()): string {
  const [at, today] = [new Date(moment), new Date(now)];
  if (at.toDateString() === today.toDateString()) return clock(at);
  return at.getFullYear() === today.getFullYear() ? `${dayOfYear(at)}, ${clock(at)}` : formatDay(at);
}

/** Formats a time with seconds, without the day if it is the day of `since`. */
export function formatStepTime(moment: Moment, since: Moment): string {
  const [at, first] = [new Date(moment), new Date(since)];
  const time = exactClock(at);
  return at.toDateString() === first.toDateString() ? time : `${dayOfYear(at)}, ${time}`;
}

/** Formats a day as `23 November 2027`, in UTC. */
export function formatUtcDay(moment: Moment): string {
  return utcDay(moment);
}

/** Formats a time as `23 November 2027, 18:51 UTC`. */
export function formatUtcTime(moment: Moment): string {
  return `${formatUtcDay(moment)}, ${utcClock(moment)} UTC`;
}

/** Formats a day as `Tue 23 November 2027`, in UTC. */
export function formatUtcWeekday(moment: Moment): string {
  return `${utcWeekday(moment)} ${formatUtcDay(moment)}`;
}

/** Formats a day as `23 Nov`, in UTC, for an axis or a narrow column. */
export function formatUtcShortDay(moment: Moment): string {
  return utcShortDay(moment);
}

/** Formats a time for the admin area, as specified: `Nov 23, 2027, 06:51 PM`, or `Never` if the time is missing. */
export function formatAdminTime(moment: Moment | null | undefined): string {
  return moment ? adminTime(moment) : 'Never';
}

/** Formats the day of `formatAdminTime`: `Nov 23, 2027`. */
export function formatAdminDay(moment: Moment | null | undefined): string {
  return moment ? adminDay(moment) : 'Never';
}

/** Formats a day in UTC, as reporters count days: `Nov 23, 2027`. */
export function formatAdminUtcDay(moment: Moment): string {
  return adminUtcDay(moment);
}

/** Creates the formatter on first use: each one takes a millisecond, and most screens need only one or two. */
function formatter(options: Intl.DateTimeFormatOptions, locale = 'en-GB'): (moment: Moment) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (moment) => {
    format ??= new Intl.DateTimeFormat(locale, options);
    return format.format(new Date(moment));
  };
}
