import type { Delivery } from '../../../contract/forwarding/delivery-log.ts';
import { DeliveryTimeline } from '../shared/delivery/delivery-timeline.tsx';
import { AllowList } from './allow-list.tsx';
import { BlockSender } from './block-sender.tsx';
import { OwnMailNote } from './own-mail-note.tsx';
import { blockableAddress, isSentByOwner } from './sender-name.ts';

interface DeliveryDetailsProps {
  delivery: Delivery;
  recordId: number;
  /** The inbox that receives the handle's mail. */
  inbox: string;
}

/** The events of one message, and what its owner can do about the sender. */
export function DeliveryDetails({ delivery, recordId, inbox }: DeliveryDetailsProps) {
  const isSent = delivery.direction === 'sent';
  const address = isSent ? null : blockableAddress(delivery);
  const list = delivery.events.find(({ step }) => step === 'checked')?.list;
  return (
    <>
      <DeliveryTimeline delivery={delivery} />
      {!isSent && delivery.state === 'delivered' && isSentByOwner(delivery, inbox) && <OwnMailNote />}
      {list && <AllowList recordId={recordId} listId={list} />}
      {address && !isSentByOwner(delivery, inbox) && <BlockSender recordId={recordId} address={address} />}
    </>
  );
}
