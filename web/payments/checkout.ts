import { getPaypalSetup } from '../../contract/payments/payments.ts';
import { MINUTE } from '../../contract/time.ts';
import { call } from '../api/client.ts';
import { loadPaypal } from './paypal-sdk.ts';

/** The buyer's decision in PayPal's window. */
export type CheckoutOutcome = { kind: 'approved'; orderId: string } | { kind: 'cancelled' };

/** A PayPal session that is ready to open. */
export interface Checkout {
  /**
   * Opens PayPal's window. Must be called in the click handler before anything is awaited, or the browser blocks it.
   * Rejects with the failure of the order or of PayPal.
   */
  pay(order: Promise<{ orderId: string }>): Promise<CheckoutOutcome>;
  /** Closes the window, if one is open. */
  cancel(): void;
}

/** A checkout is replaced after this time, because its client token expires after 15 minutes. */
export const CHECKOUT_LIFETIME_MS = 12 * MINUTE;

/** Loads the client token and the SDK and creates a session. Rejects with ApiError if the server refuses. */
export async function openCheckout(signal: AbortSignal): Promise<Checkout> {
  const setup = await call(getPaypalSetup, { signal });
  const paypal = await loadPaypal(setup);
  const { clientToken } = setup;
  const instance = await paypal.createInstance({ clientToken, components: ['paypal-payments'], pageType: 'checkout' });

  let waiting: PromiseWithResolvers<CheckoutOutcome> | undefined;
  const session = instance.createPayPalOneTimePaymentSession({
    onApprove: async ({ orderId }) => waiting?.resolve({ kind: 'approved', orderId }),
    onCancel: () => waiting?.resolve({ kind: 'cancelled' }),
    onError: (error) => waiting?.reject(error),
  });
  return {
    pay(order) {
      const attempt = Promise.withResolvers<CheckoutOutcome>();
      waiting = attempt;
      const done = () => {
        if (waiting === attempt) waiting = undefined;
      };
      attempt.promise.then(done, done);
      order.catch(attempt.reject);
      session.start({ presentationMode: 'auto' }, order).catch(attempt.reject);
      return attempt.promise;
    },
    cancel() {
      if (!waiting) return;
      waiting = undefined;
      session.cancel();
    },
  };
}
