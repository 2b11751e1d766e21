import { CirclePause } from 'lucide-react';
import { pathOf } from '../../../contract/call.ts';
import { formatCount } from '../../../contract/counts.ts';
import {
  type AdminSender,
  getAdminSending,
  postAdminSendingPause,
  postAdminSendingResume,
} from '../../../contract/sending/admin-sending.ts';
import { Badge } from '../../ui/badge.tsx';
import { useAdminList } from '../list/admin-list.ts';
import { DateCell } from '../list/date-cell.tsx';
import { ListPanel } from '../list/list-panel.tsx';
import type { Column } from '../list/list-table.tsx';
import { RowButton } from '../list/row-button.tsx';
import { TruncatedText } from '../list/truncated-text.tsx';
import { May } from '../may.tsx';
import type { AdminAction } from '../reason-dialog.tsx';
import { useAdminAction } from '../use-admin-action.tsx';

/** Handles whose sending is paused, and those with the most bounces and complaints. */
export function SendingTab() {
  const list = useAdminList(getAdminSending);
  const { ask, dialog } = useAdminAction([pathOf(getAdminSending)]);
  const columns: Column<AdminSender>[] = [
    { title: 'Handle', cell: ({ handle }) => <TruncatedText className="font-medium">{handle}</TruncatedText> },
    { title: 'Plan', cell: ({ plan }) => plan },
    {
      title: 'Sending',
      cell: ({ paused }) =>
        paused ? (
          <Badge tone="warning">
            <CirclePause aria-hidden /> Paused: {paused.reason}
          </Badge>
        ) : (
          <Badge tone="accent">on</Badge>
        ),
    },
    { title: 'Paused', cell: ({ paused }) => <DateCell date={paused?.at ?? null} /> },
    { title: 'Last Resumed', cell: ({ resumedAt }) => <DateCell date={resumedAt} /> },
    { title: 'Recipients', numeric: true, cell: ({ recipients }) => formatCount(recipients) },
    { title: 'Bounces', numeric: true, cell: ({ bounces }) => formatCount(bounces) },
    { title: 'Complaints', numeric: true, cell: ({ complaints }) => formatCount(complaints) },
    { title: 'First Sent', cell: ({ firstSentAt }) => <DateCell date={firstSentAt} /> },
    {
      title: 'Actions',
      isTitleHidden: true,
      cell: (sender) => (
        <May call={postAdminSendingPause}>
          <RowButton
            about={`sending of ${sender.handle}`}
            onClick={() => ask(sender.paused ? resume(sender) : pause(sender))}
          >
            {sender.paused ? 'Resume' : 'Pause'}
          </RowButton>
        </May>
      ),
    },
  ];
  return (
    <>
      <p className="mb-3 text-sm text-soft">
        Paused handles first, then those with the most bounces and complaints. Counts cover the last 8 days.
      </p>
      <ListPanel
        {...{ name: 'senders', list, columns }}
        idOf={({ id }) => id}
        empty="No handle is paused, and no mail of the last 8 days bounced or was reported as spam."
      />
      {dialog}
    </>
  );
}

function pause({ id, handle }: AdminSender): AdminAction {
  return {
    title: `Pause sending of ${handle}?`,
    description:
      'Its mail programs can no longer send. Only an administrator can resume it. Receiving is not affected.',
    confirmLabel: 'Pause',
    isDestructive: true,
    call: postAdminSendingPause,
    at: { id },
    successMessage: `Sending of ${handle} is paused`,
  };
}

function resume({ id, handle }: AdminSender): AdminAction {
  return {
    title: `Resume sending of ${handle}?`,
    description: 'It can send again immediately. Earlier bounces and complaints no longer count.',
    confirmLabel: 'Resume',
    isDestructive: false,
    call: postAdminSendingResume,
    at: { id },
    successMessage: `Sending of ${handle} has been resumed`,
  };
}
