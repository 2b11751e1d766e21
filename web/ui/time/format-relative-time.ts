import { formatDay } from '../../../contract/dates.ts';
import { DAY, HOUR, MINUTE } from '../../../contract/time.ts';

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });

/** Formats a past time as `just now`, `5 minutes ago` or `3 days ago`, and one of more than 30 days ago as `21 November 2026`. */
export function formatRelativeTime(at: string, now = new Date()): string {
  // The clock of the server may be ahead of the browser's.
  const passed = Math.max(0, now.getTime() - new Date(at).getTime());
  if (passed < MINUTE) return 'just now';
  if (passed < HOUR) return relative.format(-Math.floor(passed / MINUTE), 'minute');
  if (passed < DAY) return relative.format(-Math.floor(passed / HOUR), 'hour');
  if (passed < 31 * DAY) return relative.format(-Math.floor(passed / DAY), 'day');
  return formatDay(at);
}
