import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { pathOf } from '../../contract/call.ts';
import { getDeliveries } from '../../contract/forwarding/delivery-log.ts';
import type { Forwarding } from '../../contract/forwarding/forwarding.ts';
import type { MailState } from '../../contract/forwarding/mail-state.ts';
import { postSendingTest } from '../../contract/sending/sending.ts';
import { call } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';
import { useAction } from '../api/use-action.ts';
import { DeliveryProgress } from '../forwarding/shared/delivery/delivery-progress.tsx';
import { ActionError } from '../ui/action-error.tsx';
import { Button } from '../ui/form/button.tsx';
import { Part } from '../ui/section.tsx';
import { sendingQuery } from './sending-query.ts';

interface SendTestProps {
  mail: MailState;
  handleId: number;
  address: string;
  record: Forwarding | undefined;
  isPaused: boolean;
}

/** Sends a message from the handle to its owner's inbox and shows its delivery. */
export function SendTest({ mail, handleId, address, record, isPaused }: SendTestProps) {
  const client = useQueryClient();
  const inbox = record?.deliveringTo ?? null;
  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: sendingQuery(handleId).queryKey }),
      record && client.invalidateQueries({ queryKey: [pathOf(getDeliveries, { id: record.id })] }),
    ]);
  const test = useAction({
    mutationFn: () => call(postSendingTest, { id: handleId }),
    onSettled: refresh,
  });
  return (
    <Part
      title="Try it"
      about={
        inbox === null ? (
          `You can send yourself a message once mail arrives at your inbox. ${mail.reason ?? ''}`
        ) : (
          <>
            We send a message from this handle to <span className="wrap-anywhere">{inbox}</span>. It needs no setup, and
            you see how it looks to others.
          </>
        )
      }
    >
      <Button
        variant="secondary"
        className="justify-self-start max-sm:w-full"
        disabled={inbox === null || isPaused}
        busy={test.isPending}
        onClick={() => test.mutate()}
      >
        <Send aria-hidden /> Send a test from my handle
      </Button>
      <ActionError>{failureOf(test, 'The test could not be sent. Please try again.')}</ActionError>
      {test.data && record && (
        <DeliveryProgress
          key={test.data.flightId}
          title="Your test"
          recordId={record.id}
          deliveryId={test.data.flightId}
          onEnd={() => void refresh()}
          onClose={() => test.reset()}
        >
          <p>
            Look in <span className="font-medium wrap-anywhere text-text">{inbox}</span>: the message comes from{' '}
            <span className="font-medium wrap-anywhere text-text">{address}</span>.
          </p>
        </DeliveryProgress>
      )}
    </Part>
  );
}
