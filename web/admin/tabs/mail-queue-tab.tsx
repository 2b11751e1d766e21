import { useQuery } from '@tanstack/react-query';
import type { MailQueue } from '../../../contract/admin/mail-queue.ts';
import { getAdminMailQueue } from '../../../contract/admin/mail-queue.ts';
import { formatCount } from '../../../contract/counts.ts';
import { formatAdminTime } from '../../../contract/dates.ts';
import { errorText } from '../../api/error-text.ts';
import { queryOf } from '../../api/query-client.ts';
import { ErrorState } from '../../ui/message-state.tsx';
import { DateCell } from '../list/date-cell.tsx';
import { type Column, ListTable } from '../list/list-table.tsx';
import { TruncatedText } from '../list/truncated-text.tsx';
import { QueueAlarms } from './queue-alarms.tsx';
import { QueueSwitch } from './queue-switch.tsx';

/** Refetched on each visit, because the queue changes constantly. */
const queueQuery = {
  ...queryOf(getAdminMailQueue),
  staleTime: 0,
};

type Destination = MailQueue['destinations'][number];
const COLUMNS: Column<Destination>[] = [
  { title: 'Destination', cell: ({ domain }) => <TruncatedText className="font-medium">{domain}</TruncatedText> },
  { title: 'Messages', numeric: true, cell: ({ count }) => formatCount(count) },
  { title: 'Oldest', cell: ({ oldest }) => <DateCell date={oldest} /> },
  { title: 'Next Try', cell: ({ nextTry }) => <DateCell date={nextTry} /> },
  { title: 'Last Reply', cell: ({ lastWords }) => <span className="text-soft">{lastWords}</span> },
];

/** Queued mail by destination, the switch that pauses the queue, and alarms. */
export function QueueTab() {
  const { data, error, isFetching, refetch } = useQuery(queueQuery);
  if (error && !data) {
    return (
      <ErrorState
        message={errorText(error, 'Failed to load the mail queue. Please try again.')}
        onRetry={() => void refetch()}
        busy={isFetching}
      />
    );
  }
  return (
    <div className="grid grid-cols-1 gap-3">
      {data && <MissingRoles roles={data.missingRoles} />}
      {data && <QueueSwitch paused={data.paused} summary={queueSummary(data)} />}
      {data?.count !== 0 && (
        <ListTable
          label="Mail queue by destination"
          columns={COLUMNS}
          items={data?.destinations}
          idOf={({ domain }) => domain}
        />
      )}
      {data && <QueueAlarms alarms={data.alarms} />}
    </div>
  );
}

const MISSING_ROLE_EFFECTS: Record<MailQueue['missingRoles'][number], string> = {
  http: 'pages are not served',
  mail: 'mail is neither received nor delivered',
  jobs: 'our own emails, sharing images and open payments wait',
};

/** Warns about roles that no process is running. */
function MissingRoles({ roles }: { roles: MailQueue['missingRoles'] }) {
  if (roles.length === 0) return null;
  return (
    <div role="status" className="rounded-card border border-warning/40 bg-warning-surface px-4 py-3 text-sm">
      {roles.map((role) => (
        <p key={role}>
          <strong className="font-semibold">No process runs the role {role}:</strong> {MISSING_ROLE_EFFECTS[role]}.
        </p>
      ))}
    </div>
  );
}

function queueSummary({ count, oldest, held }: MailQueue): string {
  if (count === 0) return 'No mail is waiting.';
  const heldText = held === 0 ? '' : ` ${formatCount(held)} of them held by an operator.`;
  return `${formatCount(count)} waiting, the oldest since ${formatAdminTime(oldest)}.${heldText}`;
}
