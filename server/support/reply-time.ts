import { DAY_MINUTES, HOUR_MINUTES } from '../../contract/time.ts';

/** Formats a number of minutes, rounded up to the unit: `20 minutes`, `3 hours`, `2 days`. */
export function formatDuration(minutes: number): string {
  if (minutes <= HOUR_MINUTES) return counted(Math.max(1, Math.ceil(minutes)), 'minute');
  // Up to two days are given in hours, because "within 2 days" would nearly double 25 hours.
  if (minutes <= 2 * DAY_MINUTES) return counted(Math.ceil(minutes / HOUR_MINUTES), 'hour');
  return counted(Math.ceil(minutes / DAY_MINUTES), 'day');
}

const counted = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`;
