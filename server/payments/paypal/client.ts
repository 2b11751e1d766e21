import { formatDollars } from '../../../contract/payments/cents.ts';
import { CURRENCY, INTENT } from '../../../contract/payments/currency.ts';
import type { PaypalSetup } from '../../../contract/payments/payments.ts';
import type { PaypalConfig } from '../../platform/config/paypal-config.ts';
import type { Outcome } from './outcome.ts';
import { type Capture, captureReply, type Order, orderReply, type Refund, refundReply } from './replies.ts';
import { paypalRequests } from './request.ts';

export type Paypal = ReturnType<typeof createPaypal>;

const ENVIRONMENTS = { emulator: 'emulator', sandbox: 'sandbox', live: 'production', off: 'production' } as const;

/** Creates a client for the PayPal calls that we use. Its methods do not throw; the outcome includes failures. */
export function createPaypal(config: PaypalConfig) {
  const requests = paypalRequests(config);
  return {
    config,

    /** The settings of the browser's SDK. */
    async setup(domain: string): Promise<Outcome<PaypalSetup>> {
      const token = await requests.clientToken(domain);
      if (token.kind !== 'done') return token;
      const value = {
        clientToken: token.value,
        environment: ENVIRONMENTS[config.environment],
        ...(config.emulated && { sdk: '/dev/paypal/sdk.js' }),
      };
      return { kind: 'done', value };
    },

    async createOrder(order: {
      reference: string;
      cents: number;
      description: string;
      brand: string;
    }): Promise<Outcome<Order>> {
      return requests.send({
        method: 'POST',
        path: '/v2/checkout/orders',
        reply: orderReply,
        requestId: `${order.reference}-order`,
        body: {
          intent: INTENT,
          purchase_units: [
            {
              custom_id: order.reference,
              description: order.description,
              amount: { currency_code: CURRENCY, value: formatDollars(order.cents) },
            },
          ],
          application_context: {
            brand_name: order.brand,
            shipping_preference: 'NO_SHIPPING',
            user_action: 'PAY_NOW',
            // Other payment methods may take days, for which the handle would be held.
            payment_method: { payee_preferred: 'IMMEDIATE_PAYMENT_REQUIRED' },
          },
        },
      });
    },

    async order(id: string): Promise<Outcome<Order>> {
      return requests.send({
        method: 'GET',
        path: `/v2/checkout/orders/${encodeURIComponent(id)}`,
        reply: orderReply,
      });
    },

    async capture(id: string, requestId: string): Promise<Outcome<Order>> {
      return requests.send({
        method: 'POST',
        path: `/v2/checkout/orders/${encodeURIComponent(id)}/capture`,
        reply: orderReply,
        requestId,
        body: {},
      });
    },

    async captureById(id: string): Promise<Outcome<Capture>> {
      return requests.send({
        method: 'GET',
        path: `/v2/payments/captures/${encodeURIComponent(id)}`,
        reply: captureReply,
      });
    },

    /** Refunds the whole capture. */
    async refund(captureId: string, requestId: string): Promise<Outcome<Refund>> {
      return requests.send({
        method: 'POST',
        path: `/v2/payments/captures/${encodeURIComponent(captureId)}/refund`,
        reply: refundReply,
        requestId,
        body: {},
      });
    },
  };
}
