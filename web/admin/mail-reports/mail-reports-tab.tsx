import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { type AdminMailReport, getAdminMailReports, type ReportKind } from '../../../contract/admin/mail-reports.ts';
import { formatCount } from '../../../contract/counts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Select } from '../../ui/form/select.tsx';
import { useAdminList } from '../list/admin-list.ts';
import { DateCell } from '../list/date-cell.tsx';
import { ListPanel } from '../list/list-panel.tsx';
import type { Column } from '../list/list-table.tsx';
import { RowButton } from '../list/row-button.tsx';
import { TruncatedText } from '../list/truncated-text.tsx';
import { ReportSummary } from './report-summary.tsx';
import { KINDS, Period } from './report-text.tsx';
import { ReportView } from './report-view.tsx';

/** Reports from other servers about our mail. With `?report=`, one of them replaces the list. */
export function MailReportsTab() {
  const [query, setQuery] = useSearchParams();
  const [kind, setKind] = useState<ReportKind | ''>('');
  const report = /^[1-9]\d{0,8}$/.exec(query.get('report') ?? '')?.[0];
  const show = (id: number | null) => {
    const next = new URLSearchParams(query);
    if (id === null) next.delete('report');
    else next.set('report', String(id));
    setQuery(next);
  };
  if (report) return <ReportView id={Number(report)} onClose={() => show(null)} />;
  return (
    <div className="grid grid-cols-1 gap-4">
      <ReportSummary />
      <div className="w-full max-w-56">
        <Select
          aria-label="Kind of report"
          value={kind}
          onChange={(event) => setKind(event.target.value as ReportKind)}
        >
          <option value="">All reports</option>
          {Object.entries(KINDS).map(([name, { title }]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </Select>
      </div>
      <ReportList key={kind} kind={kind} onShow={show} />
    </div>
  );
}

function ReportList({ kind, onShow }: { kind: ReportKind | ''; onShow: (id: number) => void }) {
  const list = useAdminList(getAdminMailReports, kind ? { kind } : {});
  const columns: Column<AdminMailReport>[] = [
    { title: 'Received', cell: ({ receivedAt }) => <DateCell date={receivedAt} /> },
    { title: 'Kind', cell: (report) => <Badge tone={KINDS[report.kind].tone}>{KINDS[report.kind].label}</Badge> },
    { title: 'From', cell: ({ reporter }) => <TruncatedText className="font-medium">{reporter}</TruncatedText> },
    { title: 'About', cell: (report) => <About report={report} /> },
    { title: 'Passed', numeric: true, cell: ({ passed }) => formatCount(passed) },
    {
      title: 'Failed',
      numeric: true,
      cell: ({ failed }) => (
        <span className={failed > 0 ? 'font-semibold text-danger' : ''}>{formatCount(failed)}</span>
      ),
    },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: ({ id, reporter }) => (
        <RowButton about={`of report ${id} from ${reporter}`} onClick={() => onShow(id)}>
          Details
        </RowButton>
      ),
    },
  ];
  return (
    <ListPanel
      {...{ name: 'reports', list, columns }}
      idOf={({ id }) => id}
      empty="No report has arrived in the last 90 days."
    />
  );
}

function About({ report: { handle, traffic, beginsAt, endsAt } }: { report: AdminMailReport }) {
  if (beginsAt && endsAt) return <Period begins={beginsAt} ends={endsAt} />;
  const mail = traffic === 'sent' ? 'Sent mail' : traffic === 'forwarded' ? 'Forwarded mail' : 'Unknown mail';
  return <TruncatedText>{handle ? `${mail} of ${handle}` : mail}</TruncatedText>;
}
