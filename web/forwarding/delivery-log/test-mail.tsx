import { useQueryClient } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { pathOf } from '../../../contract/call.ts';
import { getDeliveries, postTestMail } from '../../../contract/forwarding/delivery-log.ts';
import type { Forwarding } from '../../../contract/forwarding/forwarding.ts';
import type { MailState } from '../../../contract/forwarding/mail-state.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { failureOf } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { ActionError } from '../../ui/action-error.tsx';
import { Button } from '../../ui/form/button.tsx';
import { partOnDemand } from '../../ui/on-demand.tsx';
import { useRefreshForwarding } from '../forwarding-query.ts';
import { OwnMailText } from './own-mail-note.tsx';

const DeliveryProgress = partOnDemand(
  async () => (await import('../shared/delivery/delivery-progress.tsx')).DeliveryProgress,
);
interface TestMailProps {
  mail: MailState;
  record: Forwarding;
  address: string;
}

/** Sends a test mail to the handle and shows its delivery events as they happen. */
export function TestMail({ mail, record, address }: TestMailProps) {
  const client = useQueryClient();
  const refreshRecord = useRefreshForwarding();
  const refreshList = () => client.invalidateQueries({ queryKey: [pathOf(getDeliveries, { id: record.id })] });
  const test = useAction({
    mutationFn: () => call(postTestMail, { id: record.id }),
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
          onPointerEnter={DeliveryProgress.preload}
          onFocus={DeliveryProgress.preload}
          onClick={() => test.mutate()}
        >
          <Send aria-hidden /> Send me a test mail
        </Button>
        {record.deliveringTo === null && <p className="text-sm text-soft">Not available now. {mail.reason}</p>}
        <details className="group text-sm sm:flex-1 sm:open:basis-full">
          <summary className="inline-flex min-h-11 cursor-pointer items-center rounded-md px-1 font-medium text-soft underline decoration-border underline-offset-4 hover:text-text">
            Wrote to yourself and nothing arrived?
          </summary>
          <p className="max-w-[64ch] px-1 pb-2 text-soft">
            It was most likely delivered: see the list below. <OwnMailText />
          </p>
        </details>
      </div>
      <ActionError>{failureOf(test, 'The test mail could not be sent. Please try again.')}</ActionError>
      {test.data && (
        <DeliveryProgress
          key={test.data.flightId}
          title="Your test mail"
          recordId={record.id}
          deliveryId={test.data.flightId}
          onEnd={refreshList}
          onClose={() => test.reset()}
        >
          <p>
            It arrived at <span className="wrap-anywhere">{address}</span> like any other mail and was forwarded to{' '}
            <span className="font-medium wrap-anywhere text-text">{record.deliveringTo}</span>.
          </p>
        </DeliveryProgress>
      )}
    </>
  );
}
