import * as z from 'zod/mini';
import { emailAddress } from '../addresses.ts';
import { defineCall, done } from '../call.ts';
import { DECIDED_CLAIM_ERRORS, invitationCode } from '../claim-modes/claim-rule.ts';
import { DAY } from '../time.ts';
import { GUARANTEE_DAYS } from './paid-years.ts';

/** Time after a payment for a handle during which it is refunded on request. */
export const GUARANTEE_MS = GUARANTEE_DAYS * DAY;

/** GET /paypal/setup. `environment` selects the source of the browser SDK; `sdk` is the path of the emulator's SDK. */
const paypalSetup = z.object({
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
  invitation: z.optional(invitationCode),
});

/** The response to an order and to its capture; `id` is the id of the order in both. */
const orderResponse = z.object({ id: z.string() });

/** POST /api/complete-paid-registration; `paymentId` is the id of the order. */
export const completeRequest = z.strictObject({
  email: emailAddress,
  handle: z.string().check(z.maxLength(200)),
  plan: z.optional(z.string().check(z.maxLength(20))),
  paymentId: z.string().check(z.minLength(1), z.maxLength(100)),
});
const completeResponse = z.object({
  message: z.string(),
  handle: z.string(),
  paidUntil: z.iso.datetime(),
});

/** GET /api/handles/{id}/renewal: the current price of another year of an owned handle. */
const renewalQuote = z.object({
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

/** Errors of a call that checks a payment. */
const PAYMENT_ERRORS = [
  'payment_open',
  'payment_lapsed',
  'payment_differs',
  'payment_pending',
  'payment_refunded',
  'handle_gone_refunded',
  'claim_refused_refunded',
  'payment_unsettled',
  'payments_unavailable',
] as const;

export const postPaypalWebhook = defineCall('POST /paypal/webhook', {
  by: 'anyone',
  response: done,
  errors: ['webhook_refused', 'invalid_json', 'body_too_large', 'payments_unavailable'],
});

export const getPaypalSetup = defineCall('GET /paypal/setup', {
  by: 'anyone',
  response: paypalSetup,
  errors: ['paid_plans_off', 'payments_unavailable'],
});

export const postOrder = defineCall('POST /paypal/order', {
  by: 'anyone',
  body: orderRequest,
  response: orderResponse,
  errors: [
    'price_changed',
    'plan_mismatch',
    'order_ambiguous',
    'own_domain',
    'handle_taken',
    'handle_reserved',
    'handle_invalid',
    'signed_out',
    'not_found',
    'role_without_right',
    'not_renewable',
    'renewal_too_early',
    'too_many_orders',
    'too_many_holds',
    ...DECIDED_CLAIM_ERRORS,
    'address_unproven',
    'nothing_to_pay',
    'paid_plans_off',
    'payments_unavailable',
  ],
});

export const orderId = z.string().check(z.minLength(1), z.maxLength(100));

export const postOrderCapture = defineCall('POST /paypal/order/:orderId/capture', {
  by: 'anyone',
  params: { orderId },
  response: orderResponse,
  errors: [
    'not_found',
    'paid_plans_off',
    'payment_unknown',
    'payment_declined',
    'handle_gone',
    ...DECIDED_CLAIM_ERRORS,
    'address_unproven',
    ...PAYMENT_ERRORS,
  ],
});

export const postPaidClaim = defineCall('POST /api/complete-paid-registration', {
  by: 'anyone',
  body: completeRequest,
  response: completeResponse,
  errors: [
    'own_domain',
    'handle_invalid',
    'plan_mismatch',
    'paid_plans_off',
    'payment_unknown',
    'payment_bound',
    ...PAYMENT_ERRORS,
  ],
});

export const getRenewal = defineCall('GET /api/handles/:id/renewal', {
  right: 'own',
  response: renewalQuote,
  errors: ['not_renewable', 'renewal_too_early', 'paid_plans_off'],
});

export const postRenewal = defineCall('POST /api/handles/:id/renewal', {
  right: 'own',
  body: renewRequest,
  response: completeResponse,
  errors: [
    'payment_required',
    'payment_unknown',
    'payment_bound',
    'not_renewable',
    'renewal_too_early',
    'paid_plans_off',
    ...PAYMENT_ERRORS,
  ],
});
