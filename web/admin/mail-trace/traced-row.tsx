import { useState } from 'react';
import type { AdminDelivery, AdminQueuedCopy } from '../../../contract/admin/mail.ts';
import { formatAdminTime } from '../../../contract/dates.ts';
import { DeliveryItem } from '../../forwarding/shared/delivery/delivery-item.tsx';
import { DeliveryTimeline } from '../../forwarding/shared/delivery/delivery-timeline.tsx';

/** One message with sender, recipient, time and state. It expands to its copies in the queue and its events. */
export function TracedRow({ found, isOpenAtFirst }: { found: AdminDelivery; isOpenAtFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  // The log of an administrator has no subjects, and names handles instead of their ids.
  const delivery = { ...found, subject: null, handleId: 0 };
  return (
    <DeliveryItem
      delivery={delivery}
      heading={
        <>
          <span className="font-medium wrap-anywhere">{found.sender || '<> (a bounce)'}</span>
          <span className="text-sm wrap-anywhere text-soft">to {found.recipient}</span>
        </>
      }
      time={
        <time dateTime={found.receivedAt} className="text-soft tabular-nums before:content-['_·_']">
          {formatAdminTime(found.receivedAt)}
        </time>
      }
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
    >
      <p className="mb-4 text-sm text-soft">
        Id <code className="wrap-anywhere">{found.id}</code>
        {found.handle && `, handle ${found.handle}`}. The owner sees the same log; “you” means the owner.
      </p>
      {found.queue.map((copy) => (
        <QueuedCopy key={copy.id} copy={copy} />
      ))}
      <DeliveryTimeline delivery={delivery} />
    </DeliveryItem>
  );
}

function QueuedCopy({ copy: { id, attempts, nextAt, held, lastReply } }: { copy: AdminQueuedCopy }) {
  const tried = attempts === 0 ? 'not tried yet' : attempts === 1 ? 'tried once' : `tried ${attempts} times`;
  return (
    <div className="mb-4 rounded-control border border-warning/40 bg-warning-surface px-3.5 py-3 text-sm">
      <p>
        <strong className="font-semibold">{held ? 'Held by an operator' : 'In the queue'}:</strong> {tried}
        {!held && `, next try ${formatAdminTime(nextAt)}`}. Id in the queue:{' '}
        <code className="text-xs wrap-anywhere">{id}</code>
      </p>
      {lastReply && <p className="mt-1 wrap-anywhere">Last reply: {lastReply}</p>}
    </div>
  );
}
