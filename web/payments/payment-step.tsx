import type { ReactNode } from 'react';
import { Button } from '../ui/form/button.tsx';
import { Spinner } from '../ui/spinner.tsx';
import { formatDollars } from './shared/prices.ts';
import type { PurchaseControls } from './use-purchase.ts';

interface PaymentStepProps {
  purchase: PurchaseControls;
  paying: boolean;
  cancelled: boolean;
  /** US dollars. */
  price: number;
  summary: ReactNode;
  /** A button that returns to the previous step. */
  back?: ReactNode;
}

/** The order and the button that opens PayPal. An approved payment gets a button that completes it instead. */
export function PaymentStep({ purchase, paying, cancelled, price, summary, back }: PaymentStepProps) {
  if (purchase.approved) {
    return (
      <>
        {summary}
        <p className="mt-4 rounded-control bg-info-surface px-4 py-3 text-sm text-info">
          You have approved this payment with PayPal. It is not charged a second time.
        </p>
        <Button variant="brand" size="large" className="mt-4 w-full" onClick={purchase.finish}>
          Finish now
        </Button>
      </>
    );
  }
  return (
    <>
      {summary}
      <button
        type="button"
        aria-busy={paying || undefined}
        aria-disabled={paying || !purchase.ready || undefined}
        onClick={purchase.pay}
        className="mt-5 flex min-h-13 w-full items-center justify-center gap-2.5 rounded-control bg-[#ffc439] px-6 font-semibold text-[#111827] transition-[filter,transform] duration-150 ease-out hover:brightness-95 active:translate-y-px aria-disabled:active:translate-y-0"
      >
        {paying || !purchase.ready ? (
          <>
            <Spinner /> {paying ? 'Waiting for PayPal' : 'Getting PayPal ready'}
          </>
        ) : (
          `Pay ${formatDollars(price)} with PayPal`
        )}
      </button>
      <div role="status" className="mt-3 min-h-11 text-center text-sm text-balance text-soft">
        {cancelled ? (
          <p className="text-text">You left PayPal before paying. Nothing was charged.</p>
        ) : (
          <p>
            {paying
              ? 'Finish the payment in PayPal’s window, then come back here.'
              : 'PayPal opens in its own window. Nothing is charged before you agree there.'}
          </p>
        )}
      </div>
      {back}
    </>
  );
}
