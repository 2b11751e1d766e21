import { HOUR, MINUTE } from '../../../../contract/time.ts';

const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'always' });

/** Formats a future time as `in 5 minutes`, `in 2 hours`, or `any moment now`. */
export function formatTimeUntil(at: string, now = new Date()): string {
  const left = new Date(at).getTime() - now.getTime();
  if (left < MINUTE / 2) return 'any moment now';
  if (left < 1.5 * HOUR) return relative.format(Math.max(1, Math.round(left / MINUTE)), 'minute');
  return relative.format(Math.round(left / HOUR), 'hour');
}
