import { Zap } from 'lucide-react';
import { useState } from 'react';
import {
  type AdminSupportRequest,
  getAdminSupport,
  SUPPORT_STATES,
  type SupportState,
} from '../../../contract/support/support.ts';
import { Badge } from '../../ui/badge.tsx';
import { Select } from '../../ui/form/select.tsx';
import { useAdminList } from '../list/admin-list.ts';
import { DateCell } from '../list/date-cell.tsx';
import { ListPanel } from '../list/list-panel.tsx';
import type { Column } from '../list/list-table.tsx';
import { RowButton } from '../list/row-button.tsx';
import { TruncatedText } from '../list/truncated-text.tsx';
import { ReplyTimes } from './reply-times.tsx';
import { RequestDialog } from './request-dialog.tsx';
import { formatMinutes, minutesBetween, STATES } from './support-text.tsx';

/** The requests to support, and how fast they were answered. */
export function SupportTab() {
  const [state, setState] = useState<SupportState | ''>('');
  const [shown, setShown] = useState<AdminSupportRequest | null>(null);
  return (
    <div className="grid grid-cols-1 gap-4">
      <ReplyTimes />
      <div className="w-full max-w-56">
        <Select aria-label="State" value={state} onChange={(event) => setState(event.target.value as SupportState)}>
          <option value="">All requests</option>
          {SUPPORT_STATES.map((name) => (
            <option key={name} value={name}>
              {STATES[name].label}
            </option>
          ))}
        </Select>
      </div>
      <RequestList key={state} state={state} onShow={setShown} />
      <RequestDialog request={shown} onClose={() => setShown(null)} />
    </div>
  );
}

interface RequestListProps {
  state: SupportState | '';
  onShow: (request: AdminSupportRequest) => void;
}

function RequestList({ state, onShow }: RequestListProps) {
  const list = useAdminList(getAdminSupport, state ? { state } : {});
  const columns: Column<AdminSupportRequest>[] = [
    { title: 'Received', cell: ({ createdAt }) => <DateCell date={createdAt} /> },
    {
      title: 'State',
      cell: (request) => (
        <Badge tone={STATES[request.state].tone}>
          {STATES[request.state].icon} {STATES[request.state].label}
        </Badge>
      ),
    },
    { title: 'Reply Time', cell: (request) => <ReplyTime request={request} /> },
    {
      title: 'Priority',
      cell: ({ priority }) =>
        priority && (
          <Badge tone="accent">
            <Zap aria-hidden /> Priority
          </Badge>
        ),
    },
    {
      title: 'Subject',
      cell: ({ subject }) => <TruncatedText className="max-w-52! font-medium">{subject}</TruncatedText>,
    },
    { title: 'From', cell: ({ email }) => <TruncatedText className="max-w-44!">{email}</TruncatedText> },
    { title: 'Handle', cell: ({ handle }) => <TruncatedText className="max-w-32!">{handle}</TruncatedText> },
    { title: 'Plan', cell: ({ plan }) => plan },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (request) => (
        <RowButton about={`request ${request.id} from ${request.email}`} onClick={() => onShow(request)}>
          Read
        </RowButton>
      ),
    },
  ];
  return (
    <ListPanel
      {...{ name: 'requests', list, columns }}
      idOf={({ id }) => id}
      empty={state ? `No request is ${STATES[state].label.toLowerCase()}.` : 'Nobody has written to support yet.'}
    />
  );
}

/** Shows the time until the answer, or the waiting time of an open request. */
function ReplyTime({ request: { createdAt, answeredAt, state } }: { request: AdminSupportRequest }) {
  if (answeredAt)
    return <span className="whitespace-nowrap">{formatMinutes(minutesBetween(createdAt, answeredAt))}</span>;
  if (state !== 'open') return <span className="text-soft">none</span>;
  return (
    <span className="whitespace-nowrap text-soft">
      waiting for {formatMinutes(minutesBetween(createdAt, new Date()))}
    </span>
  );
}
