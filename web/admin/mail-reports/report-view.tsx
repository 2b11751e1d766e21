import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { type AdminMailReportDetails, getAdminMailReport } from '../../../contract/admin/mail-reports.ts';
import { formatAdminTime } from '../../../contract/dates.ts';
import { errorText } from '../../api/error-text.ts';
import { queryOf } from '../../api/query-client.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/form/button.tsx';
import { ErrorState } from '../../ui/message-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DmarcView } from './dmarc-view.tsx';
import { Facts } from './facts.tsx';
import { FeedbackView } from './feedback-view.tsx';
import { KINDS, Period } from './report-text.tsx';
import { TlsView } from './tls-view.tsx';

/** One report in full. */
export function ReportView({ id, onClose }: { id: number; onClose: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(queryOf(getAdminMailReport, { id }));
  const back = useRef<HTMLButtonElement>(null);
  // The button of the list that had the focus is gone.
  useEffect(() => back.current?.focus({ preventScroll: true }), []);
  return (
    <div className="grid grid-cols-1 gap-4">
      <Button ref={back} variant="ghost" className="-ml-2 justify-self-start px-2!" onClick={onClose}>
        <ArrowLeft aria-hidden /> All reports
      </Button>
      {error && !data && (
        <ErrorState
          message={errorText(error, 'Failed to load the report. Please try again.')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!error && !data && (
        <div role="status" aria-label="Loading the report" className="grid gap-3">
          <Skeleton className="h-7 w-64 max-w-full" />
          <Skeleton className="h-40 w-full" />
        </div>
      )}
      {data && <Report report={data} />}
    </div>
  );
}

function Report({ report }: { report: AdminMailReportDetails }) {
  const { kind, reporter, beginsAt, endsAt, receivedAt, reportId, details } = report;
  return (
    <>
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold">
        <span className="min-w-0 wrap-anywhere">{reporter}</span>
        <Badge tone={KINDS[kind].tone}>{KINDS[kind].label}</Badge>
      </h2>
      <Facts
        facts={[
          ['Period', beginsAt && endsAt && <Period begins={beginsAt} ends={endsAt} />],
          ['Received', formatAdminTime(receivedAt)],
          ['Report', reportId],
          ['Contact', details.kind === 'feedback' ? '' : details.contact],
          ['Handle', report.handle],
        ]}
      />
      {details.kind === 'dmarc' && <DmarcView details={details} />}
      {details.kind === 'tls' && <TlsView details={details} />}
      {details.kind === 'feedback' && <FeedbackView details={details} />}
    </>
  );
}
