import { actionReason, adminPayment, adminPayments, paymentQuery } from '../../../contract/admin.ts';
import { calls } from '../../../contract/paths.ts';
import type { App } from '../../platform/http/app-context.ts';
import { idParams, linkNextPage } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions.ts';
import { listPayments, type PaymentContext, refund } from './payments-rules.ts';

/** Routes of the Payments tab. */
export function adminPaymentsRoutes(app: Server, { db, site, sessions }: App, payments: PaymentContext): void {
  const onRequest = [sessions.required, sessions.admin];

  app.get(
    '/api/admin/payments',
    { onRequest, schema: { querystring: paymentQuery, response: { 200: adminPayments } } },
    async ({ query }, reply) => {
      const page = await listPayments(db, query);
      linkNextPage(reply, site, calls.adminPayments(), query.limit, page.next, { search: query.search });
      return page.payments;
    },
  );

  app.post(
    '/api/admin/payments/:id/refund',
    { onRequest, schema: { params: idParams, body: actionReason, response: { 200: adminPayment } } },
    async (request) => refund(payments, { actor: accountOf(request), ...request.params, ...request.body }),
  );
}
