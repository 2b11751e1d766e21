import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../../contract/counts.ts';
import { type AdminSupportSummary, getAdminSupportSummary } from '../../../contract/support/support.ts';
import { queryOf } from '../../api/query-client.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { formatMinutes } from './support-text.tsx';

const summaryQuery = {
  ...queryOf(getAdminSupportSummary),
  staleTime: 0,
};

type Times = AdminSupportSummary['priority'];

/** Open requests and the reply times of the last 90 days, for requests with priority and for others. */
export function ReplyTimes() {
  const { data, isError } = useQuery(summaryQuery);
  return (
    <dl className="grid gap-3 sm:grid-cols-2">
      {(['priority', 'others'] as const).map((group) => (
        <div key={group} className="rounded-card border border-border bg-surface px-4 py-3 shadow-soft">
          <dt className="text-sm text-soft">
            {group === 'priority' ? 'Priority' : 'Others'}: median reply time, 90 days
          </dt>
          <dd className="mt-0.5 text-2xl font-bold tabular-nums">
            {data ? medianText(data[group]) : isError ? 'Unknown' : <Skeleton className="my-1 h-6 w-24" />}
          </dd>
          <dd className="text-sm text-soft tabular-nums">{data ? moreText(data[group]) : '\u00a0'}</dd>
        </div>
      ))}
    </dl>
  );
}

const medianText = ({ median }: Times) => (median === null ? 'No reply yet' : formatMinutes(median));

function moreText({ open, answered, slowest }: Times): string {
  const replies = slowest === null ? [] : [`${formatCount(answered)} answered`, `slowest ${formatMinutes(slowest)}`];
  return [`${formatCount(open)} open`, ...replies].join(', ');
}
