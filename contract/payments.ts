import * as z from 'zod/mini';
import { emailAddress } from './addresses.ts';

/** GET /paypal/setup. `environment` is where the browser's SDK comes from; the emulator's own lies at `sdk`. */
export const paypalSetup = z.object({
  clientToken: z.string(),
  environment: z.enum(['emulator', 'sandbox', 'production']),
  sdk: z.optional(z.string()),
});
export type PaypalSetup = z.infer<typeof paypalSetup>;

/**
 * POST /paypal/order. Amount, currency and intent are compared with ours and never trusted. Our own client says what is
 * paid for: `handle` and `email` for a claim, which holds the handle, or the id of an own handle in `renew`.
 */
export const orderRequest = z.strictObject({
  amount: z.union([z.string().check(z.maxLength(20)), z.number()]),
  currency: z.string().check(z.maxLength(10)),
  intent: z.string().check(z.maxLength(20)),
  handle: z.optional(z.string().check(z.maxLength(200))),
  email: z.optional(emailAddress),
  renew: z.optional(z.int().check(z.positive())),
});
export type OrderRequest = z.input<typeof orderRequest>;

/** The answer to an order and to its capture: the id of the order, both times. */
export const orderResponse = z.object({ id: z.string() });

/** POST /api/complete-paid-registration; `paymentId` is the id of the order. */
export const completeRequest = z.strictObject({
  email: emailAddress,
  handle: z.string().check(z.maxLength(200)),
  plan: z.optional(z.string().check(z.maxLength(20))),
  paymentId: z.string().check(z.minLength(1), z.maxLength(100)),
});
export type CompleteRequest = z.input<typeof completeRequest>;
export const completeResponse = z.object({
  message: z.string(),
  handle: z.string(),
  paidUntil: z.iso.datetime(),
});

/** GET /api/handles/{id}/renewal: what another year of an own handle costs now. */
export const renewalQuote = z.object({
  handle: z.string(),
  /** US dollars. */
  price: z.number(),
  paidUntil: z.iso.datetime(),
  /** Until when a renewal made now is good. */
  renewedUntil: z.iso.datetime(),
  /** The last day of the price lock; null where it is over. */
  lockedUntil: z.nullable(z.iso.datetime()),
});
export type RenewalQuote = z.infer<typeof renewalQuote>;

/**
 * POST /api/handles/{id}/renewal: the year that this order has paid for, `paymentId` as above. While the quoted price is 0
 * there is nothing to pay: the year is granted without it.
 */
export const renewRequest = z.strictObject({
  paymentId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});

/** US dollars as PayPal writes them: 499 cents are 4.99. */
export function formatDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Cents of an amount in US dollars; null where it is none, or has parts of a cent. */
export function parseCents(amount: string | number): number | null {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(String(amount))) return null;
  return Math.round(Number(amount) * 100);
}
