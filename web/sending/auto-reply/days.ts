/** Returns the local day of a time as the value of a date input, `2026-11-21`; empty for null. */
export function dayOf(moment: string | null): string {
  return moment === null ? '' : localDay(new Date(moment));
}

/** Returns the last local day before a time, which ends a period; empty for null. */
export function lastDayBefore(moment: string | null): string {
  return moment === null ? '' : localDay(new Date(Date.parse(moment) - 1));
}

/** Returns the time at which a local day begins, or null if the input is empty. */
export function startOfDay(day: string): string | null {
  return midnight(day, 0);
}

/** Returns the time at which a local day has ended, or null if the input is empty. */
export function endOfDay(day: string): string | null {
  return midnight(day, 1);
}

function midnight(day: string, daysLater: number): string | null {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day) ?? [];
  if (!year || !month || !date) return null;
  // The constructor takes local time, so a day of 23 or 25 hours also ends at midnight.
  return new Date(Number(year), Number(month) - 1, Number(date) + daysLater).toISOString();
}

function localDay(moment: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${moment.getFullYear()}-${two(moment.getMonth() + 1)}-${two(moment.getDate())}`;
}
