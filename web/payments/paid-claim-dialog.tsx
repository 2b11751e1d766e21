import { useQueryClient } from '@tanstack/react-query';
import { Gem } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router';
import { CURRENCY, INTENT } from '../../contract/currency.ts';
import { calls, pages } from '../../contract/paths.ts';
import type { Price } from '../../contract/plans.ts';
import { setLoginFlag } from '../accounts/shared/login-flag.ts';
import { OutboxHint } from '../accounts/shared/outbox-hint.tsx';
import { call } from '../api/client.ts';
import { Dialog, DialogIcon } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { EmailStep } from './email-step.tsx';
import { OrderSummary, PROMISES } from './order-summary.tsx';
import { dayOf, yearOn } from './paid-days.ts';
import type { PaymentFailure } from './payment-failure.ts';
import { PaymentStep } from './payment-step.tsx';
import { bought, failed, processing, type Step } from './purchase-steps.tsx';
import { StepFocus } from './step-focus.tsx';
import { type PurchaseState, usePurchase } from './use-purchase.ts';

const loadOrder = async () => (await import('../../contract/payments.ts')).orderResponse;
const loadAnswer = async () => (await import('../../contract/payments.ts')).completeResponse;

export interface PaidClaimDialogProps {
  open: boolean;
  handle: string;
  price: Price;
  /** The email of the account that is signed in. */
  signedInAs?: string | undefined;
  onClose: () => void;
}

/** Buys a handle: an email, PayPal's window, the handle. Closing it gives up a payment not yet approved. */
export function PaidClaimDialog({ open, handle, price, signedInAs, onClose }: PaidClaimDialogProps) {
  const { name: plan, price_yearly_usd_now: now, price_yearly_usd_full: full } = price;
  /** The step of the email lasts until there is one; it was shown before the others then. */
  const [{ email, returned }, setEmail] = useState<{ email: string | null; returned: boolean }>(AT_EMAIL);
  const [rejected, setRejected] = useState<{ email: string; reason: string } | null>(null);
  const form = useForm({ defaultValues: { email: '' } });
  const navigate = useNavigate();
  const client = useQueryClient();
  const purchase = usePurchase({
    what: 'registration',
    active: open && email !== null,
    order: (signal) =>
      call(calls.paypalOrder(), loadOrder, {
        method: 'POST',
        body: { amount: now, currency: CURRENCY, intent: INTENT, handle, email },
        signal,
      }),
    complete: (paymentId) =>
      call(calls.completePaidRegistration(), loadAnswer, { method: 'POST', body: { email, handle, plan, paymentId } }),
    onBought: () => void client.invalidateQueries({ queryKey: [calls.handles()] }),
  });

  function close() {
    purchase.abandon();
    onClose();
  }

  /** Back to where another try can succeed: the payment, unless the same order would be refused again. */
  function retry({ mend, detail }: PaymentFailure) {
    if (mend === 'handle') return close();
    if (mend === 'email' && email !== null) {
      setRejected({ email, reason: detail ?? '' });
      setEmail({ email: null, returned: true });
    }
    if (mend === 'price') void client.invalidateQueries({ queryKey: [calls.packages()] });
    purchase.retry();
  }

  function login() {
    const noted = setLoginFlag(window.localStorage);
    close();
    navigate(noted ? pages.home() : `${pages.home()}?login`);
  }

  function emailStep(): Step {
    return {
      icon: ICON,
      title: 'Reserve your handle',
      description: (
        <p>
          <strong className="font-semibold wrap-anywhere text-text">{handle}</strong> is a {plan} handle. Whose shall it
          be?
        </p>
      ),
      children: (
        <StepFocus key="email" moves={returned}>
          <EmailStep
            form={form}
            price={price}
            rejected={rejected}
            onEmail={(typed) => setEmail({ email: typed, returned: true })}
          />
        </StepFocus>
      ),
    };
  }

  function paymentStep({ paying, cancelled }: Extract<PurchaseState, { step: 'payment' }>): Step {
    return {
      title: 'Review and pay',
      description: (
        <p>
          It will belong to <strong className="font-semibold wrap-anywhere text-text">{email}</strong>.
        </p>
      ),
      aside: paying,
      children: (
        <StepFocus key="payment" moves>
          <PaymentStep
            purchase={purchase}
            paying={paying}
            cancelled={cancelled}
            price={now}
            summary={
              <OrderSummary
                handle={handle}
                label={`${plan} handle`}
                price={{ now, full }}
                until={dayOf(yearOn(new Date()))}
                lines={[PROMISES.guarantee, PROMISES.once, 'This price holds for 2 years']}
              />
            }
            back={
              <Button
                variant="ghost"
                className="w-full"
                disabled={paying}
                onClick={() => setEmail({ email: null, returned: true })}
              >
                Back to Email
              </Button>
            }
          />
        </StepFocus>
      ),
    };
  }

  function step(): Step {
    if (email === null) return emailStep();
    const { state } = purchase;
    switch (state.step) {
      case 'payment':
        return paymentStep(state);
      case 'processing':
        return processing(
          <>
            We are making <strong className="font-semibold wrap-anywhere text-text">{handle}</strong> yours.
          </>,
        );
      case 'error':
        return failed(state.failure, () => retry(state.failure), close);
      case 'success':
        return bought({
          title: 'It’s yours!',
          label: 'Login',
          onNext: login,
          words: (
            <>
              <p>
                <strong className="font-semibold wrap-anywhere text-text">{state.bought.handle}</strong> is yours until{' '}
                {dayOf(state.bought.paidUntil)}. Your receipt is on its way to{' '}
                <strong className="font-semibold wrap-anywhere text-text">{email}</strong>.
              </p>
              <p className="text-sm">{nextStep(email, signedInAs)}</p>
              <OutboxHint />
            </>
          ),
        });
    }
  }

  return <Dialog open={open} onClose={close} {...step()} />;
}

/** How the buyer gets to the new handle. */
function nextStep(email: string, signedInAs: string | undefined): string {
  if (signedInAs === undefined) return 'Sign in with that address to set up your page: we mail you a link.';
  if (signedInAs.toLowerCase() === email.toLowerCase())
    return 'You are signed in: set up your page among your handles.';
  return `You are signed in as ${signedInAs}. Sign out and sign in with that address to set up your page.`;
}

const AT_EMAIL = { email: null, returned: false };

const ICON = (
  <DialogIcon tone="brand">
    <Gem aria-hidden />
  </DialogIcon>
);
