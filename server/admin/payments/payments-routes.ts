import { actionReason, adminPayment, adminPayments, paymentQuery } from '../../../contract/admin/admin.ts';
import { calls } from '../../../contract/paths.ts';
import type { App } from '../../platform/http/app-context.ts';
import { idParams, linkNextPage, NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { listPayments, type PaymentContext, refund } from './payments-rules.ts';

/** Routes of the Payments tab. */
export function adminPaymentsRoutes(app: Server, { db, site, sessions }: App, payments: PaymentContext): void {
  const onRequest = [sessions.required, sessions.admin];
  const acting = [...onRequest, sessions.requireRecentSignIn];

  app.get(
    '/api/admin/payments',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'List all payments',
        description: `\`search\` is a part of a handle or an address, or the id of an order. Newest first. ${NEXT_PAGE}`,
        errors: ['forbidden'],
        querystring: paymentQuery,
        response: { 200: adminPayments },
      },
    },
    async ({ query }, reply) => {
      const { items, next } = await listPayments(db, query);
      linkNextPage(reply, site, calls.adminPayments(), query.limit, next, { search: query.search });
      return items;
    },
  );

  app.post(
    '/api/admin/payments/:id/refund',
    {
      onRequest: acting,
      schema: {
        tags: ['Administration'],
        summary: 'Refund a payment',
        description: 'Within 30 days. The handle goes to quarantine, or the year of a renewal is revoked.',
        errors: ['forbidden', 'payment_unknown', 'refund_too_late', 'refund_after_transfer'],
        params: idParams,
        body: actionReason,
        response: { 200: adminPayment },
      },
    },
    async (request) => refund(payments, { actor: accountOf(request), ...request.params, ...request.body }),
  );
}
