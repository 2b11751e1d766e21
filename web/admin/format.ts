const moment = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
});
const count = new Intl.NumberFormat('en-US');

/** `Nov 21, 2026, 03:07 PM`, in the time of where the reader is; `Never` where there is no date. */
export function formatDate(date: string | null | undefined): string {
  return date ? moment.format(new Date(date)) : 'Never';
}

/** `1,000,000`. */
export function formatCount(number: number): string {
  return count.format(number);
}
