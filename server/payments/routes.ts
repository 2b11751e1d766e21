import { getPackages } from '../../contract/payments/packages.ts';
import {
  getPaypalSetup,
  getRenewal,
  postOrder,
  postOrderCapture,
  postPaidClaim,
  postRenewal,
} from '../../contract/payments/payments.ts';
import { readInvitationCode } from '../claim-invitations/invitation-rules.ts';
import { HOLD_MINUTES, holdCookieName } from '../handles/holds-rules.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import { countedNetwork, payingLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { captureOrder } from './capture/capture-rules.ts';
import { completeClaim, completeRenewal } from './grant/complete-rules.ts';
import { placeOrder } from './order-rules.ts';
import type { PaymentContext } from './payment-context.ts';
import { assertSelling, offeredPackages } from './prices/package-rules.ts';
import { quoteRenewal } from './renewal/renewal-rules.ts';

/** Routes of packages, orders, paid claims and renewals. */
export function paymentRoutes(app: Server, { config, site, sessions, secrets }: App, context: PaymentContext): void {
  const cookie = holdCookieName(config.https);
  const selling = async () => assertSelling(site);
  const serve = callServer(app, sessions, 'Payments');
  const serveHandles = callServer(app, sessions, 'Handles');
  serveHandles(
    getPackages,
    { summary: 'List the prices of the plans', description: 'In US dollars a year.' },
    async () => [...(await offeredPackages(context.db, site))],
  );

  serve(
    getPaypalSetup,
    { summary: 'Get the settings of the PayPal SDK', limit: payingLimit, onRequest: [selling] },
    async () => {
      const setup = await context.paypal.setup(new URL(site.origin).hostname);
      if (setup.kind === 'done') return setup.value;
      context.log?.warn({ event: 'payments.client_token.failed', ...setup }, 'PayPal issued no client token');
      throw new ApiError('payments_unavailable', { retryAfter: 30 });
    },
  );

  serve(
    postOrder,
    {
      summary: 'Place an order',
      description: 'With `handle` and `email`, the handle is held for 15 minutes. `renew` requires a session.',
      limit: payingLimit,
      onRequest: [selling, sessions.optional],
    },
    async ({ request, reply, body: { invitation, ...body } }) => {
      const { id, secret } = await placeOrder(context, {
        ...body,
        invitationId: readInvitationCode(secrets, invitation),
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

  serve(postOrderCapture, { summary: 'Capture an approved order', onRequest: [selling] }, async ({ params }) =>
    captureOrder(context, params.orderId),
  );

  serve(
    postPaidClaim,
    {
      summary: 'Claim a paid handle',
      description: 'Idempotent. A payment for a handle that is no longer available is refunded immediately.',
      onRequest: [selling],
    },
    async ({ body }) => completeClaim(context, body),
  );

  serve(
    getRenewal,
    { summary: 'Get the price of another year of a handle', onRequest: [selling] },
    async ({ target }) => quoteRenewal(context, target),
  );

  serve(
    postRenewal,
    {
      summary: 'Renew a handle',
      description: 'While the price is 0, the year is granted without `paymentId`.',
      onRequest: [selling],
    },
    async ({ target, body }) => completeRenewal(context, target, body.paymentId),
  );
}
