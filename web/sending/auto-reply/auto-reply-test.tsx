import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { pathOf } from '../../../contract/call.ts';
import { getDeliveries } from '../../../contract/forwarding/delivery-log.ts';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import { testAutoReply } from '../../../contract/sending/auto-reply.ts';
import { call } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { DeliveryProgress } from '../../forwarding/shared/delivery/delivery-progress.tsx';
import { ActionError } from '../../ui/action-error.tsx';
import { Button } from '../../ui/form/button.tsx';
import { Part } from '../../ui/section.tsx';
import { Strong } from '../../ui/strong.tsx';

interface AutoReplyTestProps {
  handleId: number;
  address: string;
  record: Forwarding | undefined;
  isDirty: boolean;
}

/** Mails the saved reply to the owner's inbox and shows its delivery. */
export function AutoReplyTest({ handleId, address, record, isDirty }: AutoReplyTestProps) {
  const client = useQueryClient();
  const inbox = record?.deliveringTo ?? null;
  const refreshLog = () => record && client.invalidateQueries({ queryKey: [pathOf(getDeliveries, { id: record.id })] });
  const test = useAction({
    mutationFn: () => call(testAutoReply, { id: handleId }),
    onSuccess: refreshLog,
  });
  return (
    <Part title="Test" about={<About inbox={inbox} isDirty={isDirty} />}>
      <Button
        variant="secondary"
        className="justify-self-start max-sm:w-full"
        disabled={inbox === null}
        busy={test.isPending}
        onClick={() => test.mutate()}
      >
        <Send aria-hidden /> Send me the reply
      </Button>
      <ActionError>{failureOf(test, 'The reply could not be sent. Please try again.')}</ActionError>
      {test.data && record && (
        <DeliveryProgress
          key={test.data.flightId}
          title="Your test of the reply"
          recordId={record.id}
          deliveryId={test.data.flightId}
          onEnd={refreshLog}
          onClose={() => test.reset()}
        >
          <p>
            Look in <Strong>{inbox}</Strong>: the reply comes from <Strong>{address}</Strong>.
          </p>
        </DeliveryProgress>
      )}
    </Part>
  );
}

function About({ inbox, isDirty }: { inbox: string | null; isDirty: boolean }) {
  if (inbox === null) return 'To send yourself the reply, first verify an inbox and switch forwarding on.';
  return (
    <>
      We email the saved reply to <Strong>{inbox}</Strong>, whether it is on or off.
      {isDirty && ' Save first to test your changes.'}
    </>
  );
}
