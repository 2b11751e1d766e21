import { z } from 'zod';
import { packageList } from '../../contract/packages.ts';
import {
  completeRequest,
  completeResponse,
  orderRequest,
  orderResponse,
  paypalSetup,
  renewalQuote,
  renewRequest,
} from '../../contract/payments.ts';
import { HOLD_MINUTES, holdCookieName } from '../handles/holds-rules.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { idParams } from '../platform/http/paging.ts';
import { countedNetwork, payingLimit } from '../platform/http/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions.ts';
import { captureOrder } from './capture-rules.ts';
import { completeClaim, completeRenewal } from './complete-rules.ts';
import { placeOrder } from './order-rules.ts';
import { assertSelling, listPackages } from './package-rules.ts';
import type { PaymentContext } from './payment-context.ts';
import { quoteRenewal } from './renewal-rules.ts';

const orderParams = z.object({ orderId: z.string().min(1).max(100) });

/** Routes of packages, orders, paid claims and renewals. */
export function paymentRoutes(app: Server, { config, site, sessions }: App, context: PaymentContext): void {
  const cookie = holdCookieName(config.https);
  const selling = { onRequest: async () => assertSelling(site) };
  app.get('/api/packages', { schema: { response: { 200: packageList } } }, async () => {
    const packages = await listPackages(context.db);
    return site.paidPlans === false ? packages.filter(({ name }) => name === 'Free') : packages;
  });

  app.get(
    '/paypal/setup',
    { ...selling, schema: { response: { 200: paypalSetup } }, config: payingLimit },
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
      schema: { body: orderRequest, response: { 200: orderResponse } },
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
    { ...selling, schema: { params: orderParams, response: { 200: orderResponse } } },
    async (request) => captureOrder(context, request.params.orderId),
  );

  app.post(
    '/api/complete-paid-registration',
    { ...selling, schema: { body: completeRequest, response: { 200: completeResponse } } },
    async (request) => completeClaim(context, request.body),
  );

  const onRequest = [sessions.required, selling.onRequest];
  const ownerOf = (request: Parameters<typeof accountOf>[0], id: number) => ({ accountId: accountOf(request).id, id });

  app.get(
    '/api/handles/:id/renewal',
    { onRequest, schema: { params: idParams, response: { 200: renewalQuote } } },
    async (request) => quoteRenewal(context, ownerOf(request, request.params.id)),
  );

  app.post(
    '/api/handles/:id/renewal',
    { onRequest, schema: { params: idParams, body: renewRequest, response: { 200: completeResponse } } },
    async (request) => completeRenewal(context, ownerOf(request, request.params.id), request.body.paymentId),
  );
}
