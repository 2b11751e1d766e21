import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import type { AdminDelivery, AdminQueuedCopy } from '../../../contract/admin/mail.ts';
import { formatAdminTime } from '../../../contract/dates.ts';
import { STATE_DISPLAY } from '../../forwarding/shared/delivery/delivery-state.ts';
import { DeliveryTimeline } from '../../forwarding/shared/delivery/delivery-timeline.tsx';
import { StateText, TONE_TEXT } from '../../forwarding/shared/delivery/state-text.tsx';
import { TONE_SURFACE } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';

/** One message with sender, recipient, time and state. It expands to its copies in the queue and its events. */
export function TracedRow({ found, isOpenAtFirst }: { found: AdminDelivery; isOpenAtFirst: boolean }) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const detailsId = useId();
  // The log of an administrator has no subjects, and names handles instead of their ids.
  const delivery = { ...found, subject: null, handleId: 0 };
  const { icon: Icon, tone } = STATE_DISPLAY[found.state];
  return (
    <li className="border-b border-border last:border-0">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onClick={() => setOpen(!isOpen)}
          className="grid w-full grid-cols-[2.25rem_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3 text-left -outline-offset-2 transition-colors hover:bg-hover/50 sm:px-6"
        >
          <span className={classNames('grid size-9 place-items-center rounded-full', TONE_SURFACE[tone])}>
            <Icon className="size-4.5" aria-hidden />
          </span>
          <span className="grid min-w-0 gap-0.5">
            <span className="font-medium wrap-anywhere">{found.sender || '<> (a bounce)'}</span>
            <span className="text-sm wrap-anywhere text-soft">to {found.recipient}</span>
            <span className="text-sm">
              <span className={classNames('font-medium', TONE_TEXT[tone])}>
                <StateText delivery={delivery} />
              </span>
              <time dateTime={found.receivedAt} className="text-soft tabular-nums before:content-['_·_']">
                {formatAdminTime(found.receivedAt)}
              </time>
            </span>
          </span>
          <ChevronDown
            aria-hidden
            className={classNames('size-4 text-soft transition-transform duration-150', isOpen && 'rotate-180')}
          />
        </button>
      </h3>
      <div id={detailsId} hidden={!isOpen} className="px-4 pt-2 pb-5 sm:px-6">
        {isOpen && (
          <>
            <p className="mb-4 text-sm text-soft">
              Id <code className="wrap-anywhere">{found.id}</code>
              {found.handle && `, handle ${found.handle}`}. Its owner reads the same; “you” is the owner.
            </p>
            {found.queue.map((copy) => (
              <QueuedCopy key={copy.id} copy={copy} />
            ))}
            <DeliveryTimeline delivery={delivery} />
          </>
        )}
      </div>
    </li>
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
