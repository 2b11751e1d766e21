import { useQuery } from '@tanstack/react-query';
import { ChartNoAxesCombined, ExternalLink } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { Handle } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { errorText } from '../api/error-text.ts';
import { useSite } from '../api/site.ts';
import { BackToDashboard } from '../handles/shared/back-to-dashboard.tsx';
import { HandlePicker } from '../handles/shared/handle-picker.tsx';
import { usePickedHandle } from '../handles/shared/picked-handle.ts';
import { buttonStyle } from '../ui/form/button-style.ts';
import { ErrorState, MessageState } from '../ui/message-state.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';
import { analyticsQuery, readPeriod } from './analytics-query.ts';
import { AnalyticsReport } from './analytics-report.tsx';
import { TotalViews } from './total-views.tsx';

/** `/app/analytics`: who visits the page of a handle, for the period in `?days=`. */
export function AnalyticsScreen() {
  const { handle, several, error, busy, retry, pick } = usePickedHandle();
  if (error) {
    return (
      <Frame>
        <ErrorState
          message={errorText(error, 'We could not load your handles. Please try again.')}
          busy={busy}
          onRetry={retry}
        />
      </Frame>
    );
  }
  if (handle === undefined) return <AnalyticsLoading />;
  if (handle === null) {
    return (
      <Frame>
        <NoHandle />
      </Frame>
    );
  }
  return (
    <Frame subtitle={<PickedHandle handle={handle} {...(several && { onPick: pick })} />}>
      <TooltipProvider>
        <Content key={handle.id} handle={handle} />
      </TooltipProvider>
    </Frame>
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
    <Frame subtitle={<Skeleton className="h-6 w-72 max-w-full" />}>
      <LoadingReport />
    </Frame>
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

function Frame({ subtitle, children }: { subtitle?: ReactNode; children: ReactNode }) {
  return (
    <div className="page-width pt-4 pb-16 sm:pt-8">
      <BackToDashboard />
      <h1 className="mt-2 text-2xl font-bold sm:text-3xl">Analytics</h1>
      <div className="mt-1 mb-6 text-soft sm:mb-8">{subtitle}</div>
      {children}
    </div>
  );
}

function PickedHandle({ handle, onPick }: { handle: Handle; onPick?: (name: string) => void }) {
  const { host } = useSite();
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <p className="min-w-0 wrap-anywhere">
        Visits of{' '}
        <a
          href={pages.profile(handle.handle)}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-accent underline-offset-4 hover:underline"
        >
          {host}/{handle.handle}
          <ExternalLink className="size-4 shrink-0" aria-hidden />
          <span className="sr-only">, opens in a new tab</span>
        </a>
      </p>
      {onPick && <HandlePicker picked={handle.handle} onPick={onPick} />}
    </div>
  );
}

function NoHandle() {
  return (
    <MessageState
      icon={<ChartNoAxesCombined aria-hidden />}
      title="No handle yet"
      action={
        <Link to={pages.create()} className={buttonStyle('brand', 'large')}>
          Create Handle
        </Link>
      }
    >
      <p>Analytics show who visits the page of a handle.</p>
    </MessageState>
  );
}
