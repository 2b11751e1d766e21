import * as z from 'zod/mini';
import { emailAddress } from '../addresses.ts';
import { DAY } from '../time.ts';

/** A payment for a handle is returned on request within this time after it was made. */
export const GUARANTEE_MS = 30 * DAY;

/** GET /paypal/setup. `environment` selects the source of the browser SDK; `sdk` is the path of the emulator's SDK. */
export const paypalSetup = z.object({
  clientToken: z.string(),
  environment: z.enum(['emulator', 'sandbox', 'production']),
  sdk: z.optional(z.string()),
});
export type PaypalSetup = z.infer<typeof paypalSetup>;

/**
 * POST /paypal/order. The server computes amount, currency and intent and rejects different values. The web client also
 * sends the purpose: `handle` and `email` for a claim, which reserves the handle, or `renew` with the id of a handle.
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

/** The response to an order and to its capture; `id` is the id of the order in both. */
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

/** GET /api/handles/{id}/renewal: the current price of another year of an owned handle. */
export const renewalQuote = z.object({
  handle: z.string(),
  /** Price in US dollars. */
  price: z.number(),
  paidUntil: z.iso.datetime(),
  /** The new end of the paid period if the handle is renewed now. */
  renewedUntil: z.iso.datetime(),
  /** The last day of the price lock; null if it has ended. */
  lockedUntil: z.nullable(z.iso.datetime()),
});
export type RenewalQuote = z.infer<typeof renewalQuote>;

/**
 * POST /api/handles/{id}/renewal grants the year that an order paid for; `paymentId` is the id of the order. A year at a
 * quoted price of 0 needs no order.
 */
export const renewRequest = z.strictObject({
  paymentId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
});

/** Formats cents as US dollars in PayPal's notation: 499 is '4.99'. */
export function formatDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** Returns an amount in US dollars as cents; null if it is not an amount or contains a fraction of a cent. */
export function parseCents(amount: string | number): number | null {
  if (!/^\d{1,7}(\.\d{1,2})?$/.test(String(amount))) return null;
  return Math.round(Number(amount) * 100);
}
