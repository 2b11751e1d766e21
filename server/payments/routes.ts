import { z } from 'zod';
import { packageList } from '../../contract/payments/packages.ts';
import {
  completeRequest,
  completeResponse,
  orderRequest,
  orderResponse,
  paypalSetup,
  renewalQuote,
  renewRequest,
} from '../../contract/payments/payments.ts';
import { HOLD_MINUTES, holdCookieName } from '../handles/holds-rules.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { countedNetwork, payingLimit } from '../platform/http/guards/rate-limits.ts';
import { idParams } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { captureOrder } from './capture/capture-rules.ts';
import { completeClaim, completeRenewal } from './grant/complete-rules.ts';
import { placeOrder } from './order-rules.ts';
import type { PaymentContext } from './payment-context.ts';
import { assertSelling, offeredPackages } from './prices/package-rules.ts';
import { quoteRenewal } from './renewal/renewal-rules.ts';

/** Errors of a call that looks at a payment. */
const PAYMENT_ERRORS = [
  'payment_open',
  'payment_lapsed',
  'payment_differs',
  'payment_pending',
  'payment_refunded',
  'handle_gone_refunded',
  'payment_unsettled',
  'payments_unavailable',
] as const;

const orderParams = z.object({ orderId: z.string().min(1).max(100) });

/** Routes of packages, orders, paid claims and renewals. */
export function paymentRoutes(app: Server, { config, site, sessions }: App, context: PaymentContext): void {
  const cookie = holdCookieName(config.https);
  const selling = { onRequest: async () => assertSelling(site) };
  app.get(
    '/api/packages',
    {
      schema: {
        tags: ['Handles'],
        summary: 'List the prices of the plans',
        description: 'In US dollars a year.',
        response: { 200: packageList },
      },
    },
    async () => [...(await offeredPackages(context.db, site))],
  );

  app.get(
    '/paypal/setup',
    {
      ...selling,
      schema: {
        tags: ['Payments'],
        summary: 'Get the settings of the PayPal SDK',
        errors: ['paid_plans_off', 'payments_unavailable'],
        response: { 200: paypalSetup },
      },
      config: payingLimit,
    },
    async () => {
      const setup = await context.paypal.setup(new URL(site.origin).hostname);
      if (setup.kind === 'done') return setup.value;
      context.log?.warn({ event: 'payments.client_token.failed', ...setup }, 'PayPal issued no client token');
      throw new ApiError('payments_unavailable', { retryAfter: 30 });
    },
  );

  app.post(
    '/paypal/order',
    {
      onRequest: [selling.onRequest, sessions.optional],
      schema: {
        tags: ['Payments'],
        summary: 'Place an order',
        description: 'With `handle` and `email`, the handle is held for 15 minutes. `renew` requires a session.',
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
          'nothing_to_pay',
          'paid_plans_off',
          'payments_unavailable',
        ],
        body: orderRequest,
        response: { 200: orderResponse },
      },
      config: payingLimit,
    },
    async (request, reply) => {
      const { id, secret } = await placeOrder(context, {
        ...request.body,
        secret: request.cookies[cookie],
        network: countedNetwork(request, config),
        account: request.account ?? undefined,
      });
      if (secret !== undefined) {
        const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure: config.https } as const;
        reply.setCookie(cookie, secret, { ...attributes, maxAge: HOLD_MINUTES * 60 });
      }
      return { id };
    },
  );

  app.post(
    '/paypal/order/:orderId/capture',
    {
      ...selling,
      schema: {
        tags: ['Payments'],
        summary: 'Capture an approved order',
        errors: ['not_found', 'paid_plans_off', 'payment_unknown', 'payment_declined', ...PAYMENT_ERRORS],
        params: orderParams,
        response: { 200: orderResponse },
      },
    },
    async (request) => captureOrder(context, request.params.orderId),
  );

  app.post(
    '/api/complete-paid-registration',
    {
      ...selling,
      schema: {
        tags: ['Payments'],
        summary: 'Claim the handle that was paid for',
        description: 'Idempotent. A payment for a handle that is no longer available is refunded immediately.',
        errors: [
          'own_domain',
          'handle_invalid',
          'plan_mismatch',
          'paid_plans_off',
          'payment_unknown',
          'payment_bound',
          ...PAYMENT_ERRORS,
        ],
        body: completeRequest,
        response: { 200: completeResponse },
      },
    },
    async (request) => completeClaim(context, request.body),
  );

  const onRequest = [sessions.required, selling.onRequest];
  const ownerOf = (request: Parameters<typeof accountOf>[0], id: number) => ({ accountId: accountOf(request).id, id });

  app.get(
    '/api/handles/:id/renewal',
    {
      onRequest,
      schema: {
        tags: ['Payments'],
        summary: 'Get the price of another year of a handle',
        errors: ['not_found', 'role_without_right', 'not_renewable', 'renewal_too_early', 'paid_plans_off'],
        params: idParams,
        response: { 200: renewalQuote },
      },
    },
    async (request) => quoteRenewal(context, ownerOf(request, request.params.id)),
  );

  app.post(
    '/api/handles/:id/renewal',
    {
      onRequest,
      schema: {
        tags: ['Payments'],
        summary: 'Renew a handle',
        description: 'While the price is 0, the year is granted without `paymentId`.',
        errors: [
          'not_found',
          'role_without_right',
          'payment_required',
          'payment_unknown',
          'payment_bound',
          'not_renewable',
          'renewal_too_early',
          'paid_plans_off',
          ...PAYMENT_ERRORS,
        ],
        params: idParams,
        body: renewRequest,
        response: { 200: completeResponse },
      },
    },
    async (request) => completeRenewal(context, ownerOf(request, request.params.id), request.body.paymentId),
  );
}
