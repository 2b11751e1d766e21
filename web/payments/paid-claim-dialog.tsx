import { useQueryClient } from '@tanstack/react-query';
import { Gem } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { pathOf } from '../../contract/call.ts';
import { formatUtcDay } from '../../contract/dates.ts';
import { getHandles } from '../../contract/handles/handles.ts';
import { pages } from '../../contract/paths.ts';
import { CURRENCY, INTENT } from '../../contract/payments/currency.ts';
import { getPackages } from '../../contract/payments/packages.ts';
import { LOCK_YEARS, yearsAfter } from '../../contract/payments/paid-years.ts';
import { postOrder, postPaidClaim } from '../../contract/payments/payments.ts';
import type { Price } from '../../contract/payments/plans.ts';
import { setLoginFlag } from '../accounts/shared/login-flag.ts';
import { OutboxHint } from '../accounts/shared/outbox-hint.tsx';
import { call } from '../api/client.ts';
import { useSite } from '../api/site.ts';
import { Dialog, DialogIcon } from '../ui/dialog/dialog.tsx';
import { Button } from '../ui/form/button.tsx';
import { useForm } from '../ui/form/use-form.ts';
import { EmailStep, emailProblem } from './email-step.tsx';
import { OrderSummary, PAYMENT_TERMS } from './order-summary.tsx';
import type { PaymentFailure } from './payment-failure.ts';
import { PaymentStep } from './payment-step.tsx';
import { completedStep, failedStep, processingStep, type Step } from './purchase-steps.tsx';
import { sendLimitsText } from './shared/send-limits-text.ts';
import { StepFocus } from './step-focus.tsx';
import { type PurchaseState, usePurchase } from './use-purchase.ts';

export interface PaidClaimDialogProps {
  open: boolean;
  handle: string;
  price: Price;
  /** The code of an invitation to claim. */
  invitation?: string | undefined;
  /** The email of the signed-in account, which owns the handle unless the buyer enters another one. */
  signedInAs?: string | undefined;
  onClose: () => void;
}

/** Buys a handle in three steps: email, payment, result. Closing the dialog abandons a payment that is not yet approved. */
export function PaidClaimDialog({ open, handle, price, invitation, signedInAs, onClose }: PaidClaimDialogProps) {
  const { name: plan, price_yearly_usd_now: now, price_yearly_usd_full: full } = price;
  const site = useSite();
  const limits = sendLimitsText(plan, site);
  /** The email step is shown while `email` is null. It takes the focus only if the buyer came back to it. */
  const [{ email, returned }, setEmail] = useState<{ email: string | null; returned: boolean }>({
    email: signedInAs ?? null,
    returned: false,
  });
  const [rejected, setRejected] = useState<{ email: string; reason: string } | null>(null);
  const form = useForm(
    { email: signedInAs ?? '' },
    {
      onSubmit({ email: typed }) {
        const problem = emailProblem(typed, site.mailDomain);
        if (problem !== undefined) return { email: problem };
        setEmail({ email: typed.trim(), returned: true });
      },
    },
  );
  const navigate = useNavigate();
  const client = useQueryClient();
  const purchase = usePurchase({
    kind: 'registration',
    active: open && email !== null,
    order: (signal) =>
      call(postOrder, {
        body: { amount: now, currency: CURRENCY, intent: INTENT, handle, email: email ?? undefined, invitation },
        signal,
      }),
    complete: (paymentId) => call(postPaidClaim, { body: { email: email ?? '', handle, plan, paymentId } }),
    onBought: () => void client.invalidateQueries({ queryKey: [pathOf(getHandles)] }),
  });

  function close() {
    purchase.abandon();
    onClose();
  }

  /** Returns to the step where another attempt can succeed: the payment, unless the same order would be refused again. */
  function retry({ mustChange, detail }: PaymentFailure) {
    if (mustChange === 'handle') return close();
    if (mustChange === 'email' && email !== null) {
      setRejected({ email, reason: detail ?? '' });
      setEmail({ email: null, returned: true });
    }
    if (mustChange === 'price') void client.invalidateQueries({ queryKey: [pathOf(getPackages)] });
    purchase.retry();
  }

  /** The button of the last step: the sign-in dialog, or the editor of the new handle for the account that owns it. */
  function next(bought: string, owner: string): { label: string; onNext: () => void } {
    if (signedInAs === undefined) return { label: 'Login', onNext: login };
    if (!isSameAddress(owner, signedInAs)) return { label: 'Close', onNext: close };
    return {
      label: 'Make It Yours',
      onNext() {
        close();
        navigate(pages.manageHandle(bought));
      },
    };
  }

  function login() {
    const isFlagStored = setLoginFlag(window.localStorage);
    close();
    navigate(isFlagStored ? pages.home() : `${pages.home()}?login`);
  }

  function emailStep(): Step {
    return {
      icon: ICON,
      title: 'Reserve your handle',
      description: (
        <p>
          <strong className="font-semibold wrap-anywhere text-text">{handle}</strong> is a {plan} handle. Which email
          should own it?
        </p>
      ),
      children: (
        <StepFocus key="email" moves={returned}>
          <EmailStep form={form} price={price} rejected={rejected} />
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
                until={formatUtcDay(yearsAfter(new Date(), 1))}
                lines={[
                  PAYMENT_TERMS.guarantee,
                  PAYMENT_TERMS.once,
                  `This price holds for ${LOCK_YEARS} years`,
                  ...(limits ? [limits] : []),
                ]}
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
        return processingStep(
          <>
            We are making <strong className="font-semibold wrap-anywhere text-text">{handle}</strong> yours.
          </>,
        );
      case 'error':
        return failedStep(state.failure, () => retry(state.failure), close);
      case 'success':
        return completedStep({
          title: 'It’s yours!',
          ...next(state.result.handle, email),
          message: (
            <>
              <p>
                <strong className="font-semibold wrap-anywhere text-text">{state.result.handle}</strong> is yours until{' '}
                {formatUtcDay(state.result.paidUntil)}. Your receipt is on its way to{' '}
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

/** Explains to the buyer how to reach the new handle. */
function nextStep(email: string, signedInAs: string | undefined): string {
  if (signedInAs === undefined) return 'Sign in with that address to set up your page: we email you a link.';
  if (isSameAddress(email, signedInAs)) return 'You are signed in: you can set up the page and its address now.';
  return `You are signed in as ${signedInAs}. Sign out and sign in with that address to set up your page.`;
}

const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

const ICON = <DialogIcon tone="brand" icon={Gem} />;
