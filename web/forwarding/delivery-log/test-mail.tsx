import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, Send, X } from 'lucide-react';
import { useEffect } from 'react';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import { calls } from '../../../contract/paths.ts';
import { OutboxHint } from '../../accounts/shared/outbox-hint.tsx';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../api/error-text.ts';
import { useAction } from '../../api/use-action.ts';
import { TONE_SURFACE } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { classNames } from '../../ui/class-names.ts';
import { Button } from '../../ui/form/button.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useRefreshForwarding } from '../forwarding-query.ts';
import { hasEnded, useWatchedDelivery } from './delivery-query.ts';
import { STATE_DISPLAY, StateText } from './delivery-state.tsx';
import { DeliveryTimeline } from './delivery-timeline.tsx';
import { OwnMailText } from './own-mail-note.tsx';

const loadResponse = async () => (await import('../../../contract/forwarding/delivery-log.ts')).testMailResponse;

interface TestMailProps {
  record: Forwarding;
  address: string;
}

/** Sends a test mail to the handle and shows its delivery events as they happen. */
export function TestMail({ record, address }: TestMailProps) {
  const client = useQueryClient();
  const refreshRecord = useRefreshForwarding();
  const refreshList = () => client.invalidateQueries({ queryKey: [calls.flights(record.id)] });
  const test = useAction({
    mutationFn: () => call(calls.testMail(record.id), loadResponse, { method: 'POST' }),
    onSuccess: () => refreshList(),
    // These statuses mean that the shown forwarding record is outdated.
    onError: (error) => (error instanceof ApiError && [404, 409].includes(error.status) ? refreshRecord() : undefined),
  });
  return (
    <>
      <div className="grid gap-3 sm:flex sm:flex-wrap sm:items-center sm:gap-x-4">
        <Button
          variant="secondary"
          className="max-sm:w-full"
          disabled={record.deliveringTo === null}
          busy={test.isPending}
          onClick={() => test.mutate()}
        >
          <Send aria-hidden /> Send me a test mail
        </Button>
        {record.deliveringTo === null && <p className="text-sm text-soft">{unavailableReason(record)}</p>}
        <details className="group text-sm sm:flex-1 sm:open:basis-full">
          <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-md px-1 font-medium text-soft underline decoration-border underline-offset-4 hover:text-text">
            Wrote to yourself and nothing arrived?
          </summary>
          <p className="max-w-[64ch] px-1 pb-2 text-soft">
            It was most likely delivered: see the list below. <OwnMailText />
          </p>
        </details>
      </div>
      {test.isError && (
        <p role="alert" className="flex items-start gap-1.5 text-sm text-danger">
          <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden />
          {errorText(test.error, 'The test mail could not be sent. Please try again.')}
        </p>
      )}
      {test.data && (
        <TestMailProgress
          key={test.data.flightId}
          deliveryId={test.data.flightId}
          record={record}
          address={address}
          onEnd={refreshList}
          onClose={() => test.reset()}
        />
      )}
    </>
  );
}

function unavailableReason({ isActive, active }: Forwarding): string {
  if (!isActive) return 'Available while forwarding is on.';
  return active === 0
    ? 'Available as soon as your inbox is verified.'
    : 'Available once forwarding is no longer paused.';
}

interface TestMailProgressProps extends TestMailProps {
  deliveryId: string;
  onEnd: () => void;
  onClose: () => void;
}

function TestMailProgress({ deliveryId, record, address, onEnd, onClose }: TestMailProgressProps) {
  const { delivery, hasTimedOut, error } = useWatchedDelivery(record.id, deliveryId, { isOn: true });
  const isOver = delivery !== undefined && hasEnded(delivery);
  // biome-ignore lint/correctness/useExhaustiveDependencies: onEnd runs once, when the delivery ends
  useEffect(() => {
    if (isOver) onEnd();
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
          <h3 className="text-sm text-soft">Your test mail</h3>
          <p role="status" className="font-semibold">
            {delivery ? <StateText delivery={delivery} /> : 'On its way to our mail server'}
          </p>
        </div>
      </div>
      {delivery && <DeliveryTimeline delivery={delivery} />}
      {delivery?.state === 'delivered' && (
        <div className="grid gap-1 text-sm text-soft">
          <p>
            It arrived at <span className="wrap-anywhere">{address}</span> like any other mail and was forwarded to{' '}
            <span className="font-medium wrap-anywhere text-text">{record.deliveringTo}</span>.
          </p>
          <OutboxHint />
        </div>
      )}
      {hasTimedOut && !isOver && (
        <p className="text-sm text-soft">This view no longer updates. The list below shows what happens next.</p>
      )}
      {error && !delivery && (
        <p role="alert" className="text-sm text-danger">
          {errorText(error, 'We cannot show the test mail at the moment. It was sent all the same.')}
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
