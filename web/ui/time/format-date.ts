const date = new Intl.DateTimeFormat('en-US', { month: 'long', day: 'numeric', year: 'numeric' });

/** Formats the day of a moment as `November 21, 2026`, in the browser's time zone. */
export function formatDate(moment: string): string {
  return date.format(new Date(moment));
}
