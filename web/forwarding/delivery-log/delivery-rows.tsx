import type { Delivery } from '../../../contract/forwarding/delivery-log.ts';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import { classNames } from '../../ui/class-names.ts';
import { DeliveryRow } from './delivery-row.tsx';

interface DeliveryRowsProps {
  record: Forwarding;
  deliveries: Delivery[];
  /** True while the messages of the previous filter are still shown. */
  busy: boolean;
}

export function DeliveryRows({ record, deliveries, busy }: DeliveryRowsProps) {
  return (
    <ul
      aria-label="Messages, newest first"
      aria-busy={busy}
      className={classNames(
        'overflow-hidden rounded-card border border-border bg-surface shadow-soft',
        busy && 'opacity-60',
      )}
    >
      {deliveries.map((delivery, index) => (
        <DeliveryRow
          key={delivery.id}
          recordId={record.id}
          inbox={record.deliveringTo ?? record.forwarding_email}
          known={delivery}
          isNewest={index === 0}
        />
      ))}
    </ul>
  );
}
