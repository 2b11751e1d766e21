import { ArrowUpRight } from 'lucide-react';
import { useState } from 'react';
import { formatExactTime, formatNearTime } from '../../../contract/dates.ts';
import type { Delivery } from '../../../contract/forwarding/delivery-log.ts';
import { classNames } from '../../ui/class-names.ts';
import { partOnDemand } from '../../ui/on-demand.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { DeliveryItem } from '../shared/delivery/delivery-item.tsx';
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
  const isOn = isOpen || (isNewest && known.state === 'under-way');
  const { delivery = known } = useWatchedDelivery(recordId, known.id, { known, isOn });
  const isSent = delivery.direction === 'sent';
  const { from, via } = isSent ? { from: delivery.recipient, via: null } : describeSender(delivery);
  const heading = (
    <>
      <span className="font-medium wrap-anywhere">
        {isSent && (
          <span className="mr-1.5 inline-flex items-center gap-0.5 align-baseline text-xs font-semibold text-accent">
            <ArrowUpRight className="size-3.5" aria-hidden /> Sent to
          </span>
        )}
        {from}
      </span>
      {via && <span className="text-xs wrap-anywhere text-soft">{via}</span>}
      {delivery.subject !== null && <span className="text-sm wrap-anywhere">{delivery.subject || '(no subject)'}</span>}
    </>
  );
  return (
    <DeliveryItem
      delivery={delivery}
      heading={heading}
      time={<ReceivedTime at={delivery.receivedAt} className="text-soft before:content-['_·_'] sm:hidden" />}
      end={{
        className: 'flex items-center gap-1.5 pt-0.5 text-xs whitespace-nowrap text-soft',
        content: <ReceivedTime at={delivery.receivedAt} className="max-sm:hidden" />,
      }}
      isOpen={isOpen}
      onToggle={() => setOpen(!isOpen)}
      onApproach={DeliveryDetails.preload}
    >
      <DeliveryDetails delivery={delivery} recordId={recordId} inbox={inbox} />
    </DeliveryItem>
  );
}

function ReceivedTime({ at, className }: { at: string; className: string }) {
  return (
    <time dateTime={at} title={formatExactTime(at)} className={classNames('tabular-nums', className)}>
      {formatNearTime(at)}
    </time>
  );
}
