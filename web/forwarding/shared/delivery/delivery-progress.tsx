import { X } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { OutboxHint } from '../../../accounts/shared/outbox-hint.tsx';
import { errorText } from '../../../api/error-text.ts';
import { TONE_SURFACE } from '../../../ui/badge.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { Spinner } from '../../../ui/spinner.tsx';
import { STATE_DISPLAY } from './delivery-state.ts';
import { DeliveryTimeline } from './delivery-timeline.tsx';
import { StateText } from './state-text.tsx';
import { hasEnded, useWatchedDelivery } from './watched-delivery.ts';

interface DeliveryProgressProps {
  title: string;
  /** The forwarding record of the handle. */
  recordId: number;
  deliveryId: string;
  /** Shown after the delivery. */
  children: ReactNode;
  onEnd?: () => void;
  onClose: () => void;
}

/** Shows the delivery events of a test mail as they happen. */
export function DeliveryProgress({ title, recordId, deliveryId, children, onEnd, onClose }: DeliveryProgressProps) {
  const { delivery, hasTimedOut, error } = useWatchedDelivery(recordId, deliveryId, { isOn: true });
  const isOver = delivery !== undefined && hasEnded(delivery);
  // biome-ignore lint/correctness/useExhaustiveDependencies: onEnd runs once, when the delivery ends
  useEffect(() => {
    if (isOver) onEnd?.();
  }, [isOver]);
  const display = STATE_DISPLAY[delivery?.state ?? 'under-way'];
  const Icon = display.icon;
  return (
    <Card className="relative grid animate-enter grid-cols-1 gap-4">
      <div className="flex items-center gap-3 pr-10">
        <span
          className={classNames('grid size-10 shrink-0 place-items-center rounded-full', TONE_SURFACE[display.tone])}
        >
          {isOver || hasTimedOut ? <Icon className="size-5" aria-hidden /> : <Spinner />}
        </span>
        <div className="min-w-0">
          <h3 className="text-sm text-soft">{title}</h3>
          <p role="status" className="font-semibold">
            {delivery ? <StateText delivery={delivery} /> : 'On its way to our mail server'}
          </p>
        </div>
      </div>
      {delivery && <DeliveryTimeline delivery={delivery} />}
      {delivery?.state === 'delivered' && (
        <div className="grid gap-1 text-sm text-soft">
          {children}
          <OutboxHint />
        </div>
      )}
      {hasTimedOut && !isOver && (
        <p className="text-sm text-soft">This view no longer updates. The delivery log shows what happens next.</p>
      )}
      {error && !delivery && (
        <p role="alert" className="text-sm text-danger">
          {errorText(error, 'We cannot show the test mail at the moment, but it was sent.')}
        </p>
      )}
      <button
        type="button"
        aria-label="Close"
        onClick={onClose}
        className="absolute top-2 right-2 grid size-11 place-items-center rounded-control text-soft transition-colors hover:bg-hover hover:text-text"
      >
        <X className="size-5" aria-hidden />
      </button>
    </Card>
  );
}
