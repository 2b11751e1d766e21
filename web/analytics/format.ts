import type { AnalyticsPeriod } from '../../contract/analytics/analytics.ts';
import { formatCount } from '../../contract/counts.ts';

const shortCounts = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });
const percents = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

/** Formats a count as `1,234` or, from 100,000, as `123.4K`. */
export function formatFigure(count: number): string {
  return count < 100_000 ? formatCount(count) : shortCounts.format(count);
}

export function periodName(days: AnalyticsPeriod): string {
  return days === 365 ? '1 year' : `${days} days`;
}

export interface Change {
  direction: 'up' | 'down' | 'same';
  /** Such as `12%`. */
  text: string;
}

/** Returns the change of a count since the previous period; null if nothing was counted then. */
export function changeOf(now: number, before: number): Change | null {
  if (before === 0) return null;
  const change = (now - before) / before;
  const text = percents.format(Math.abs(change));
  if (text === '0%') return { direction: 'same', text: 'no change' };
  return { direction: change > 0 ? 'up' : 'down', text };
}
