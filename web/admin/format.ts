const dateFormat = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const dayFormat = new Intl.DateTimeFormat('en-US', { year: 'numeric', month: 'short', day: 'numeric' });
const countFormat = new Intl.NumberFormat('en-US');

/** Formats a date like `Nov 21, 2026, 03:07 PM` in the local time zone; `Never` if none exists. */
export function formatDate(date: string | null | undefined): string {
  return date ? dateFormat.format(new Date(date)) : 'Never';
}

/** Formats a date like `Nov 21, 2026` in the local time zone; `Never` if none exists. */
export function formatDay(date: string | null | undefined): string {
  return date ? dayFormat.format(new Date(date)) : 'Never';
}

/** Formats a count like `1,000,000`. */
export function formatCount(number: number): string {
  return countFormat.format(number);
}
