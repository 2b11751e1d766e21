import { useQuery } from '@tanstack/react-query';
import { getAdminMailReportSummary, type MailReportSummary } from '../../../contract/admin/mail-reports.ts';
import { formatCount } from '../../../contract/counts.ts';
import { queryOf } from '../../api/query-client.ts';
import { Skeleton } from '../../ui/skeleton.tsx';

const summaryQuery = {
  ...queryOf(getAdminMailReportSummary),
  staleTime: 0,
};

/** The totals of the reports of the last 30 days. */
export function ReportSummary() {
  const { data, isError } = useQuery(summaryQuery);
  return (
    <dl className="grid gap-3 sm:grid-cols-3">
      {CARDS.map(({ title, main, more }) => (
        <div key={title} className="rounded-card border border-border bg-surface px-4 py-3 shadow-soft">
          <dt className="text-sm text-soft">{title}, 30 days</dt>
          <dd className="mt-0.5 text-2xl font-bold tabular-nums">
            {data ? main(data) : isError ? 'Unknown' : <Skeleton className="my-1 h-6 w-24" />}
          </dd>
          <dd className="text-sm text-soft tabular-nums">{data ? more(data) : '\u00a0'}</dd>
        </div>
      ))}
    </dl>
  );
}

interface SummaryCard {
  title: string;
  main: (summary: MailReportSummary) => string;
  more: (summary: MailReportSummary) => string;
}

const CARDS: SummaryCard[] = [
  {
    title: 'DMARC',
    main: ({ dmarc }) => share(dmarc),
    more: ({ dmarc }) => `${counted(dmarc.failed)} of ${formatCount(dmarc.passed + dmarc.failed)} messages failed`,
  },
  {
    title: 'TLS',
    main: ({ tls }) => share(tls),
    more: ({ tls }) => `${counted(tls.failed)} of ${formatCount(tls.passed + tls.failed)} connections failed`,
  },
  {
    title: 'Complaints',
    main: ({ feedback: { sent, forwarded, unknown } }) => formatCount(sent + forwarded + unknown),
    more: ({ feedback: { sent, forwarded, unknown } }) =>
      `${formatCount(sent)} sent, ${formatCount(forwarded)} forwarded, ${formatCount(unknown)} unknown`,
  },
];

const counted = (count: number) => (count === 0 ? 'None' : formatCount(count));

/** The share that passed, rounded down, so that a single failure never shows as 100 %. */
function share({ reports, passed, failed }: { reports: number; passed: number; failed: number }): string {
  if (reports === 0 || passed + failed === 0) return 'No data';
  return `${formatCount(Math.floor((passed / (passed + failed)) * 1000) / 10)} %`;
}
