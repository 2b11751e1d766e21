import { calls } from '../../contract/paths.ts';
import { call } from '../api/client.ts';
import { loadPaypal } from './paypal-sdk.ts';

/** What a person did in PayPal's window. */
export type CheckoutOutcome = { kind: 'approved'; orderId: string } | { kind: 'cancelled' };

/** PayPal, ready for a click. */
export interface Checkout {
  /**
   * Opens PayPal's window: call it within the click, before anything is awaited, or the browser blocks it. Rejects with
   * the order's own failure, else with PayPal's.
   */
  pay(order: Promise<{ orderId: string }>): Promise<CheckoutOutcome>;
  /** Closes the window, if one is open. */
  cancel(): void;
}

/** For how long a checkout can be used: its client token lives for 15 minutes. */
export const CHECKOUT_LIFETIME_MS = 12 * 60_000;

const loadSetup = async () => (await import('../../contract/payments.ts')).paypalSetup;

/** Gets PayPal ready: token, SDK and session. Fails with ApiError when the server says no, else when PayPal can't load. */
export async function openCheckout(signal: AbortSignal): Promise<Checkout> {
  const setup = await call(calls.paypalSetup(), loadSetup, { signal });
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
      const mine = Promise.withResolvers<CheckoutOutcome>();
      waiting = mine;
      const done = () => {
        if (waiting === mine) waiting = undefined;
      };
      mine.promise.then(done, done);
      order.catch(mine.reject);
      session.start({ presentationMode: 'auto' }, order).catch(mine.reject);
      return mine.promise;
    },
    cancel() {
      if (!waiting) return;
      waiting = undefined;
      session.cancel();
    },
  };
}
