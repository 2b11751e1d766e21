import type { Handle } from '../../../../contract/handles/handles.ts';
import { HandleMailTab } from '../../../forwarding/handle-mail-tab.tsx';
import type { MailTab } from '../../../forwarding/mail-tab.ts';
import { Card } from '../../../ui/card.tsx';
import { partOnDemand } from '../../../ui/on-demand.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';

const waiting = (
  <Card role="status" aria-label="Loading" className="grid gap-4">
    <Skeleton className="h-6 w-56 max-w-full" />
    <Skeleton className="h-4 w-80 max-w-full" />
    <Skeleton className="h-24 w-full" />
  </Card>
);

/** The tabs of other capabilities on the screen of one handle. Their code is downloaded when they are opened. */
const MAIL_TABS: readonly MailTab[] = [
  {
    id: 'sending',
    label: 'Sending',
    right: 'manage',
    Content: partOnDemand(async () => (await import('../../../sending/sending-tab.tsx')).SendingTab, waiting),
  },
  {
    id: 'replies',
    label: 'Replies',
    right: 'mail',
    Content: partOnDemand(async () => (await import('../../../sending/replies/replies-tab.tsx')).RepliesTab, waiting),
  },
  {
    id: 'auto-reply',
    label: 'Auto-reply',
    right: 'mail',
    Content: partOnDemand(
      async () => (await import('../../../sending/auto-reply/auto-reply-tab.tsx')).AutoReplyTab,
      waiting,
    ),
  },
];

/** The mail of one handle with the tabs of all capabilities. */
export function HandleMailTabs({ handle }: { handle: Handle }) {
  return <HandleMailTab handle={handle} tabs={MAIL_TABS} />;
}
