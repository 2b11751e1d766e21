import type { MailQueue } from '../../../contract/admin/mail-queue.ts';
import { formatCount } from '../../../contract/counts.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { DateCell } from '../list/date-cell.tsx';
import { type Column, ListTable } from '../list/list-table.tsx';

type Alarm = MailQueue['alarms'][number];

const KINDS: Record<Alarm['kind'], { label: string; tone: Tone }> = {
  reputation: { label: 'Our reputation', tone: 'danger' },
  'mailbox-full': { label: 'Mailbox full', tone: 'warning' },
  tls: { label: 'TLS', tone: 'danger' },
  isolated: { label: 'Process isolated', tone: 'danger' },
};

const COLUMNS: Column<Alarm>[] = [
  { title: 'Alarm', cell: ({ kind }) => <Badge tone={KINDS[kind].tone}>{KINDS[kind].label}</Badge> },
  { title: 'Host', cell: ({ host }) => <span className="font-medium">{host}</span> },
  { title: 'Message', cell: ({ words }) => <span className="block max-w-96 min-w-48 text-soft">{words}</span> },
  { title: 'Times', numeric: true, cell: ({ count }) => formatCount(count) },
  { title: 'First', cell: ({ firstAt }) => <DateCell date={firstAt} /> },
  { title: 'Last', cell: ({ lastAt }) => <DateCell date={lastAt} /> },
];

/** Alarms for an operator, latest first. */
export function QueueAlarms({ alarms }: { alarms: Alarm[] }) {
  if (alarms.length === 0) return <p className="text-sm text-soft">Nothing needs attention.</p>;
  return (
    <section aria-labelledby="alarms" className="mt-4 grid grid-cols-1 gap-3">
      <h2 id="alarms" className="text-base font-semibold">
        Needs attention
      </h2>
      <ListTable label="Alarms" columns={COLUMNS} items={alarms} idOf={({ kind, host }) => `${kind} ${host}`} />
    </section>
  );
}
