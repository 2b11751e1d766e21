import { ArrowDownRight, ArrowUpRight, Minus } from 'lucide-react';
import type { Analytics, AnalyticsPeriod } from '../../contract/analytics/analytics.ts';
import { formatCount } from '../../contract/counts.ts';
import { changeOf, formatFigure, periodName } from './format.ts';
import { METRIC_NAMES, METRICS, type Metric } from './metrics.ts';

interface FiguresProps {
  analytics: Analytics;
  days: AnalyticsPeriod;
  /** The figure that the chart below shows. */
  picked: Metric;
  onPick: (metric: Metric) => void;
}

/** The totals of the period with their change. Each is a radio button that chooses what the chart shows. */
export function Figures({ analytics, days, picked, onPick }: FiguresProps) {
  return (
    <fieldset className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <legend className="sr-only">Figure to show in the chart</legend>
      {METRICS.map((metric) => (
        <label
          key={metric}
          className="relative grid cursor-pointer content-start gap-1 rounded-card border border-border bg-surface p-4 shadow-soft transition-colors hover:bg-hover has-checked:border-accent has-checked:bg-accent-surface/40 has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus sm:p-5"
        >
          <input
            type="radio"
            name="metric"
            className="sr-only"
            checked={metric === picked}
            onChange={() => onPick(metric)}
          />
          <span className="text-sm font-medium text-soft">{METRIC_NAMES[metric]}</span>
          <span className="text-2xl font-bold tabular-nums sm:text-3xl" title={formatCount(analytics[metric] ?? 0)}>
            {formatFigure(analytics[metric] ?? 0)}
          </span>
          <ChangeNote now={analytics[metric] ?? 0} before={analytics.before?.[metric] ?? 0} days={days} />
          {metric === 'received' && (
            <span className="text-sm text-soft tabular-nums">{formatFigure(analytics.sent ?? 0)} sent</span>
          )}
        </label>
      ))}
    </fieldset>
  );
}

const ARROWS = { up: ArrowUpRight, down: ArrowDownRight, same: Minus };
const WORDS = { up: 'up', down: 'down', same: '' };
const TONES = { up: 'text-success', down: 'text-danger', same: 'text-soft' };

function ChangeNote({ now, before, days }: { now: number; before: number; days: AnalyticsPeriod }) {
  const change = changeOf(now, before);
  if (!change) return <span className="text-sm text-soft">Nothing to compare with yet</span>;
  const Arrow = ARROWS[change.direction];
  return (
    <span className="flex flex-wrap items-center gap-x-1 text-sm text-soft">
      <span className={`inline-flex items-center gap-0.5 font-semibold ${TONES[change.direction]}`}>
        <Arrow className="size-4" aria-hidden />
        <span className="sr-only">{WORDS[change.direction]} </span>
        {change.text}
      </span>
      <span className="max-sm:sr-only">from the {periodName(days)} before</span>
    </span>
  );
}
