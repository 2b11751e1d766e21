import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesCombined, ExternalLink } from 'lucide-react';
import { useSearchParams } from 'react-router';
import type { Handle } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { errorText } from '../api/error-text.ts';
import { useSite } from '../api/site.ts';
import { PickedHandleScreen, ScreenFrame } from '../own-handles/picked-handle-screen.tsx';
import { ErrorState } from '../ui/message-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TooltipProvider } from '../ui/tooltip/tooltip.tsx';
import { analyticsQuery, readPeriod } from './analytics-query.ts';
import { AnalyticsReport } from './analytics-report.tsx';
import { TotalViews } from './total-views.tsx';

const FRAME = { title: 'Analytics', width: 'page' } as const;

/** `/app/analytics`: who visits the page of a handle, for the period in `?days=`. */
export function AnalyticsScreen() {
  return (
    <PickedHandleScreen
      {...FRAME}
      about={(handle) => <PageLink handle={handle.handle} />}
      needs="manage"
      loading={<AnalyticsLoading />}
      noHandle={{
        icon: <ChartNoAxesCombined aria-hidden />,
        text: 'Analytics show who visits the page of a handle.',
      }}
    >
      {(handle) => (
        <TooltipProvider>
          <Content key={handle.id} handle={handle} />
        </TooltipProvider>
      )}
    </PickedHandleScreen>
  );
}

function Content({ handle }: { handle: Handle }) {
  const [query, setQuery] = useSearchParams();
  const days = readPeriod(query.get('days'));
  const { data, error, isPlaceholderData, isFetching, refetch } = useQuery(analyticsQuery(handle.id, days));
  if (error && (!data || isPlaceholderData)) {
    return (
      <ErrorState
        message={errorText(error, 'We could not load the analytics. Please try again.')}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    );
  }
  if (!data) return <LoadingReport />;
  if (!data.entitled) return <TotalViews handle={handle} views={data.views} />;
  return (
    <AnalyticsReport
      handle={handle}
      analytics={data}
      days={days}
      isLoading={isPlaceholderData}
      onPeriod={(picked) =>
        setQuery(
          (current) => {
            current.set('days', `${picked}`);
            return current;
          },
          { replace: true, preventScrollReset: true },
        )
      }
    />
  );
}

/** The loading state of the screen. */
export function AnalyticsLoading() {
  return (
    <ScreenFrame {...FRAME} subtitle={<Skeleton className="h-6 w-72 max-w-full" />}>
      <LoadingReport />
    </ScreenFrame>
  );
}

function LoadingReport() {
  return (
    <div role="status" aria-label="Loading the analytics" className="grid gap-6">
      <Skeleton className="h-11 w-80 max-w-full rounded-control" />
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
        {['a', 'b', 'c', 'd'].map((card) => (
          <Skeleton key={card} className="h-32 rounded-card!" />
        ))}
      </div>
      <Skeleton className="h-96 rounded-card!" />
    </div>
  );
}

function PageLink({ handle }: { handle: string }) {
  const { host } = useSite();
  return (
    <>
      Visits of{' '}
      <a
        href={pages.profile(handle)}
        target="_blank"
        rel="noopener noreferrer"
        className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent underline-offset-4 hover:underline"
      >
        {host}/{handle}
        <ExternalLink className="size-4 shrink-0" aria-hidden />
        <span className="sr-only">, opens in a new tab</span>
      </a>
    </>
  );
}
