import type { MailQueue } from '../../../contract/admin.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { formatCount } from '../format.ts';
import { DateCell } from '../list/date-cell.tsx';
import { type Column, ListTable } from '../list/list-table.tsx';

type Alarm = MailQueue['alarms'][number];

const KINDS: Record<Alarm['kind'], { words: string; tone: Tone }> = {
  reputation: { words: 'Our reputation', tone: 'danger' },
  'mailbox-full': { words: 'Mailbox full', tone: 'warning' },
  tls: { words: 'TLS', tone: 'danger' },
  isolated: { words: 'Ended a process', tone: 'danger' },
};

const COLUMNS: Column<Alarm>[] = [
  { title: 'Alarm', cell: ({ kind }) => <Badge tone={KINDS[kind].tone}>{KINDS[kind].words}</Badge> },
  { title: 'Host', cell: ({ host }) => <span className="font-medium">{host}</span> },
  { title: 'Words', cell: ({ words }) => <span className="block max-w-96 min-w-48 text-soft">{words}</span> },
  { title: 'Times', numeric: true, cell: ({ count }) => formatCount(count) },
  { title: 'First', cell: ({ firstAt }) => <DateCell date={firstAt} /> },
  { title: 'Last', cell: ({ lastAt }) => <DateCell date={lastAt} /> },
];

/** What a person should look at; the latest first. */
export function QueueAlarms({ alarms }: { alarms: Alarm[] }) {
  if (alarms.length === 0) return <p className="text-sm text-soft">Nothing needs a look.</p>;
  return (
    <section aria-labelledby="alarms" className="mt-4 grid grid-cols-1 gap-3">
      <h2 id="alarms" className="text-base font-semibold">
        Needs a look
      </h2>
      <ListTable label="Alarms" columns={COLUMNS} items={alarms} idOf={({ kind, host }) => `${kind} ${host}`} />
    </section>
  );
}
