import { ArrowUpRight, ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { formatExactTime, formatNearTime } from '../../../contract/dates.ts';
import type { Delivery } from '../../../contract/forwarding/delivery-log.ts';
import { TONE_SURFACE } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { partOnDemand } from '../../ui/on-demand.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { STATE_DISPLAY } from '../shared/delivery/delivery-state.ts';
import { StateText, TONE_TEXT } from '../shared/delivery/state-text.tsx';
import { useWatchedDelivery } from '../shared/delivery/watched-delivery.ts';
import { describeSender } from './sender-name.ts';

const DeliveryDetails = partOnDemand(
  async () => (await import('./delivery-details.tsx')).DeliveryDetails,
  <Skeleton className="h-40 w-full" />,
);

interface DeliveryRowProps {
  recordId: number;
  /** The inbox that receives the handle's mail. */
  inbox: string;
  known: Delivery;
  isNewest: boolean;
}

/** One message with its sender, subject, time and state. It expands to the delivery timeline. */
export function DeliveryRow({ recordId, inbox, known, isNewest }: DeliveryRowProps) {
  const [isOpen, setOpen] = useState(false);
  const detailsId = useId();
  const isOn = isOpen || (isNewest && known.state === 'under-way');
  const { delivery = known } = useWatchedDelivery(recordId, known.id, { known, isOn });
  const isSent = delivery.direction === 'sent';
  const { from, via } = isSent ? { from: delivery.recipient, via: null } : describeSender(delivery);
  const { icon: Icon, tone } = STATE_DISPLAY[delivery.state];
  return (
    <li className="border-b border-border last:border-0">
      <h3>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={detailsId}
          onPointerEnter={DeliveryDetails.preload}
          onFocus={DeliveryDetails.preload}
          onClick={() => setOpen(!isOpen)}
          className="grid w-full grid-cols-[2.25rem_minmax(0,1fr)_auto] items-start gap-x-3 px-4 py-3 text-left -outline-offset-2 transition-colors hover:bg-hover/50 sm:px-6"
        >
          <span className={classNames('grid size-9 place-items-center rounded-full', TONE_SURFACE[tone])}>
            <Icon className="size-4.5" aria-hidden />
          </span>
          <span className="grid min-w-0 gap-0.5">
            <span className="font-medium wrap-anywhere">
              {isSent && (
                <span className="mr-1.5 inline-flex items-center gap-0.5 align-baseline text-xs font-semibold text-accent">
                  <ArrowUpRight className="size-3.5" aria-hidden /> Sent to
                </span>
              )}
              {from}
            </span>
            {via && <span className="text-xs wrap-anywhere text-soft">{via}</span>}
            {delivery.subject !== null && (
              <span className="text-sm wrap-anywhere">{delivery.subject || '(no subject)'}</span>
            )}
            <span className="text-sm">
              <span className={classNames('font-medium', TONE_TEXT[tone])}>
                <StateText delivery={delivery} />
              </span>
              <ReceivedTime at={delivery.receivedAt} className="text-soft before:content-['_·_'] sm:hidden" />
            </span>
          </span>
          <span className="flex items-center gap-1.5 pt-0.5 text-xs whitespace-nowrap text-soft">
            <ReceivedTime at={delivery.receivedAt} className="max-sm:hidden" />
            <ChevronDown
              aria-hidden
              className={classNames('size-4 transition-transform duration-150', isOpen && 'rotate-180')}
            />
          </span>
        </button>
      </h3>
      <div id={detailsId} hidden={!isOpen} className="px-4 pt-2 pb-5 sm:px-6">
        {isOpen && <DeliveryDetails delivery={delivery} recordId={recordId} inbox={inbox} />}
      </div>
    </li>
  );
}

function ReceivedTime({ at, className }: { at: string; className: string }) {
  return (
    <time dateTime={at} title={formatExactTime(at)} className={classNames('tabular-nums', className)}>
      {formatNearTime(at)}
    </time>
  );
}
