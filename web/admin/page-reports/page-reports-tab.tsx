import { useState } from 'react';
import { formatCount } from '../../../contract/counts.ts';
import { type AdminCase, getAdminCases, getAdminCasesFile } from '../../../contract/page-reports/cases.ts';
import { REASON_NAMES } from '../../../contract/page-reports/page-reports.ts';
import { Select } from '../../ui/form/select.tsx';
import { useAdminList } from '../list/admin-list.ts';
import { DateCell } from '../list/date-cell.tsx';
import { ListPanel } from '../list/list-panel.tsx';
import type { Column } from '../list/list-table.tsx';
import { RowButton } from '../list/row-button.tsx';
import { TruncatedText } from '../list/truncated-text.tsx';
import { CaseDialog } from './case-dialog.tsx';
import { DONE, StateBadge } from './case-text.tsx';

type Filter = 'waiting' | 'closed' | '';

/** Pages that visitors reported. Open reports and appeals come first. */
export function PageReportsTab() {
  const [filter, setFilter] = useState<Filter>('waiting');
  const [shown, setShown] = useState<AdminCase | null>(null);
  return (
    <div className="grid grid-cols-1 gap-4">
      <div className="w-full max-w-64">
        <Select aria-label="State" value={filter} onChange={(event) => setFilter(event.target.value as Filter)}>
          <option value="waiting">Waiting for a decision</option>
          <option value="closed">Decided</option>
          <option value="">All reports</option>
        </Select>
      </div>
      <CaseList key={filter} filter={filter} onShow={setShown} />
      <CaseDialog found={shown} onClose={() => setShown(null)} />
    </div>
  );
}

function CaseList({ filter, onShow }: { filter: Filter; onShow: (found: AdminCase) => void }) {
  const list = useAdminList(getAdminCases, filter ? { state: filter } : {});
  const columns: Column<AdminCase>[] = [
    { title: 'Handle', cell: ({ handle }) => <TruncatedText className="font-medium">{handle}</TruncatedText> },
    { title: 'State', cell: ({ state }) => <StateBadge state={state} /> },
    { title: 'Reports', numeric: true, cell: ({ reports }) => formatCount(reports) },
    {
      title: 'Reasons',
      cell: ({ reasons }) => (
        <TruncatedText className="max-w-40!">
          {reasons.map(({ reason, count }) => `${REASON_NAMES[reason]}${count > 1 ? ` × ${count}` : ''}`).join(', ')}
        </TruncatedText>
      ),
    },
    { title: 'First Report', cell: ({ openedAt }) => <DateCell date={openedAt} dayOnly /> },
    { title: 'Decided', cell: ({ decidedAt }) => decidedAt && <DateCell date={decidedAt} dayOnly /> },
    {
      title: 'Action',
      cell: ({ action }) => action && <TruncatedText className="max-w-40!">{DONE[action]}</TruncatedText>,
    },
    { title: 'Handle Status', cell: ({ status }) => status },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (found) => (
        <RowButton about={`the reports about ${found.handle}`} onClick={() => onShow(found)}>
          Open
        </RowButton>
      ),
    },
  ];
  return (
    <ListPanel
      {...{ name: 'page reports', list, columns }}
      idOf={({ id }) => id}
      csv={getAdminCasesFile}
      empty={filter === 'waiting' ? 'No report is waiting for a decision.' : 'No page has been reported yet.'}
    />
  );
}
