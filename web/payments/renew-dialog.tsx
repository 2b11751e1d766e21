import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pathOf } from '../../contract/call.ts';
import { formatUtcDay } from '../../contract/dates.ts';
import type { Handle } from '../../contract/handles/handles.ts';
import { getHandles } from '../../contract/handles/handles.ts';
import { CURRENCY, INTENT } from '../../contract/payments/currency.ts';
import type { RenewalQuote } from '../../contract/payments/payments.ts';
import { getRenewal, postOrder, postRenewal } from '../../contract/payments/payments.ts';
import { call } from '../api/client.ts';
import { errorText } from '../api/error-text.ts';
import { queryOf } from '../api/query-client.ts';
import { useAction } from '../api/use-action.ts';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { Skeleton } from '../ui/skeleton.tsx';
import { OrderSummary, PAYMENT_TERMS } from './order-summary.tsx';
import { PaymentStep } from './payment-step.tsx';
import { completedStep, failedStep, processingStep, type Step } from './purchase-steps.tsx';
import { StepFocus } from './step-focus.tsx';
import { type PurchaseState, usePurchase } from './use-purchase.ts';

/** Renews one of the user's handles for a year at the server's price, without a payment if the price is zero. */
export function RenewDialog({ open, handle, onClose }: { open: boolean; handle: Handle; onClose: () => void }) {
  const client = useQueryClient();
  // The price lock may have ended, so each opening refetches the quote.
  const quote = useQuery({ ...queryOf(getRenewal, { id: handle.id }), enabled: open, staleTime: 0, gcTime: 0 });
  const refresh = () => void client.invalidateQueries({ queryKey: [pathOf(getHandles)] });
  const free = useAction({
    mutationFn: () => call(postRenewal, { id: handle.id, body: {} }),
    onSuccess: refresh,
  });
  const purchase = usePurchase({
    kind: 'renewal',
    active: open && quote.data !== undefined && quote.data.price > 0,
    order: (signal) =>
      call(postOrder, {
        body: { amount: quote.data?.price ?? 0, currency: CURRENCY, intent: INTENT, renew: handle.id },
        signal,
      }),
    complete: (paymentId) => call(postRenewal, { id: handle.id, body: { paymentId } }),
    onBought: refresh,
  });

  function close() {
    purchase.abandon();
    onClose();
  }

  function paymentStep(
    { price, renewedUntil, lockedUntil }: RenewalQuote,
    { paying, cancelled }: Extract<PurchaseState, { step: 'payment' }>,
  ): Step {
    const lines = [PAYMENT_TERMS.guarantee, PAYMENT_TERMS.once];
    if (lockedUntil) lines.push(`Your first price, kept until ${formatUtcDay(lockedUntil)}`);
    return {
      title: `Renew ${handle.handle}`,
      description: (
        <p>{handle.status === 'resting' ? 'A new year, from today.' : 'Another year, added to the one you have.'}</p>
      ),
      aside: paying,
      children: (
        <StepFocus key="payment" moves>
          <PaymentStep
            purchase={purchase}
            paying={paying}
            cancelled={cancelled}
            price={price}
            summary={
              <OrderSummary
                handle={handle.handle}
                label="Renewal"
                price={{ now: price }}
                until={formatUtcDay(renewedUntil)}
                lines={lines}
              />
            }
          />
        </StepFocus>
      ),
    };
  }

  /** The step of a free renewal. No email confirms it. */
  function freeStep(quoted: RenewalQuote): Step {
    if (free.isError)
      return failedStep({ message: errorText(free.error, RENEWAL_FAILED), unfinished: false }, free.reset, close);
    const renewed = free.data;
    if (renewed) {
      return completedStep({
        title: 'Renewed!',
        label: 'Done',
        onNext: close,
        message: (
          <p>
            <strong className="font-semibold wrap-anywhere text-text">{renewed.handle}</strong> is yours until{' '}
            {formatUtcDay(renewed.paidUntil)}. Nothing was charged.
          </p>
        ),
      });
    }
    return {
      title: `Renew ${handle.handle}`,
      description: (
        <p>
          It costs nothing at the moment. If you renew it now, it is yours until {formatUtcDay(quoted.renewedUntil)}.
        </p>
      ),
      children: (
        <StepFocus key="free" moves>
          <Button variant="brand" size="large" className="w-full" busy={free.isPending} onClick={() => free.mutate()}>
            Renew for $0
          </Button>
        </StepFocus>
      ),
    };
  }

  function step(): Step {
    const { state } = purchase;
    if (quote.data?.price === 0) return freeStep(quote.data);
    switch (state.step) {
      case 'processing':
        return processingStep(`${handle.handle} is being renewed.`);
      case 'error':
        return failedStep(state.failure, purchase.retry, close);
      case 'success':
        return completedStep({
          title: 'Renewed!',
          label: 'Done',
          onNext: close,
          message: (
            <p>
              <strong className="font-semibold wrap-anywhere text-text">{state.result.handle}</strong> is yours until{' '}
              {formatUtcDay(state.result.paidUntil)}. We have emailed you the receipt.
            </p>
          ),
        });
      case 'payment':
        if (quote.data) return paymentStep(quote.data, state);
        if (!quote.isError) return { title: `Renew ${handle.handle}`, children: LOADING };
        return failedStep(
          { message: errorText(quote.error, 'The price could not be loaded. Please try again.'), unfinished: false },
          () => void quote.refetch(),
          close,
        );
    }
  }

  return <Dialog open={open} onClose={close} {...step()} />;
}

const RENEWAL_FAILED = 'The handle could not be renewed. Please try again.';

const LOADING = (
  <div role="status" aria-label="Loading the price">
    <Skeleton className="h-72 rounded-card" />
    <Skeleton className="mt-5 h-13 rounded-control" />
  </div>
);
