import type { Analytics } from '../../contract/analytics/analytics.ts';

/** The counts that have a figure and a chart. */
export const METRICS = ['views', 'visitors', 'clicks', 'received'] as const;
export type Metric = (typeof METRICS)[number];

export const METRIC_NAMES: Record<Metric | 'sent', string> = {
  views: 'Views',
  visitors: 'Visitors',
  clicks: 'Link clicks',
  received: 'Mail received',
  sent: 'Mail sent',
};

/** Explanations of visitors and clicks, shown below the figure. */
export const METRIC_NOTES: Partial<Record<Metric, string>> = {
  visitors: 'The sum of daily visitors: nobody is recognised on another day.',
  clicks: 'A lower bound: Firefox does not report clicks.',
};

export type Day = Analytics['days'][number];
