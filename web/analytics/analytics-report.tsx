import { ChartNoAxesCombined, Download, Info } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Analytics, AnalyticsPeriod } from '../../contract/analytics/analytics.ts';
import { getAnalyticsFile } from '../../contract/analytics/analytics.ts';
import { pathOf } from '../../contract/call.ts';
import { formatUtcWeekday } from '../../contract/dates.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { ShareButton } from '../handles/shared/share-button.tsx';
import { classNames } from '../ui/class-names.ts';
import { buttonStyle } from '../ui/form/button-style.ts';
import { MessageState } from '../ui/message-state.tsx';
import { partOnDemand } from '../ui/on-demand.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { DayTable } from './chart/day-table.tsx';
import { Figures } from './figures.tsx';
import { Breakdowns } from './lists/breakdowns.tsx';
import { METRIC_NAMES, METRIC_NOTES, type Metric } from './metrics.ts';
import { PeriodPicker } from './period-picker.tsx';

/** Only this screen downloads the chart library. */
const TrafficChart = partOnDemand(
  async () => (await import('./chart/traffic-chart.tsx')).TrafficChart,
  <Skeleton className="mx-4 h-[292px] sm:mx-6" />,
);

interface AnalyticsReportProps {
  handle: Handle;
  analytics: Analytics;
  days: AnalyticsPeriod;
  /** Another period is loading; the last one is still shown. */
  isLoading: boolean;
  onPeriod: (days: AnalyticsPeriod) => void;
}

/** The figures, the chart and the lists of one period. */
export function AnalyticsReport({ handle, analytics, days, isLoading, onPeriod }: AnalyticsReportProps) {
  const [metric, setMetric] = useState<Metric>('views');
  return (
    <div className="grid grid-cols-1 gap-4 sm:gap-6">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <PeriodPicker days={days} onPick={onPeriod} />
        <a
          href={pathOf(getAnalyticsFile, { id: handle.id, query: { days } })}
          download
          className={`${buttonStyle('secondary')} max-sm:w-full`}
        >
          <Download aria-hidden /> Download CSV
        </a>
      </div>
      {analytics.incompleteSince && (
        <Notice>
          Views since {formatUtcWeekday(analytics.incompleteSince)} are incomplete: a cache in front of this server
          served some of them, and its log has not been imported yet.
        </Notice>
      )}
      {isUnvisited(analytics) ? (
        <NoVisits handle={handle} />
      ) : (
        <div
          aria-busy={isLoading}
          className={classNames('grid grid-cols-1 gap-4 transition-opacity sm:gap-6', isLoading && 'opacity-50')}
        >
          <Figures analytics={analytics} days={days} picked={metric} onPick={setMetric} />
          <section aria-labelledby="chart-title" className="rounded-card border border-border bg-surface shadow-soft">
            <div className="p-4 pb-2 sm:px-6 sm:pt-6">
              <h2 id="chart-title" className="font-semibold">
                {METRIC_NAMES[metric]} a day
              </h2>
              <p className="text-sm text-soft">
                {METRIC_NOTES[metric] ?? 'Days are in UTC; today is not over.'}
                {analytics.before && ' The pale line is the previous period.'}
              </p>
            </div>
            <TrafficChart
              metric={metric}
              name={METRIC_NAMES[metric]}
              days={analytics.days}
              before={analytics.before?.days}
            />
            <DayTable days={analytics.days} />
          </section>
          <Breakdowns analytics={analytics} />
        </div>
      )}
      <HowItIsCounted source={analytics.countrySource} />
    </div>
  );
}

function isUnvisited({ views, received, sent, before }: Analytics): boolean {
  return views === 0 && received === 0 && sent === 0 && before === null;
}

function NoVisits({ handle }: { handle: Handle }) {
  return (
    <MessageState
      icon={<ChartNoAxesCombined aria-hidden />}
      title="No visits yet"
      action={<ShareButton handle={handle.handle} text="Share your page" />}
    >
      <p>Share your page, and the first visits show up here within seconds.</p>
    </MessageState>
  );
}

function Notice({ children }: { children: ReactNode }) {
  return (
    <p className="grid grid-cols-[auto_minmax(0,1fr)] gap-3 rounded-card border border-info/30 bg-info-surface p-4 text-sm">
      <Info className="mt-0.5 size-4 text-info" aria-hidden />
      <span>{children}</span>
    </p>
  );
}

function HowItIsCounted({ source }: { source: string }) {
  return (
    <section aria-labelledby="how-title" className="max-w-[70ch] text-sm text-soft">
      <h2 id="how-title" className="font-semibold text-text">
        How this is counted
      </h2>
      <p className="mt-1">
        We use no cookies and no script on your page, and we do not store visitors’ addresses. We leave out bots, your
        own visits, and visits from browsers that ask not to be counted. A person who returns on another day counts as a
        new visitor. Countries: {source}.
      </p>
    </section>
  );
}
