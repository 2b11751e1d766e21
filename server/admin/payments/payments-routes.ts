import { getAdminPayments, postAdminRefund } from '../../../contract/admin/payments.ts';
import { GUARANTEE_DAYS } from '../../../contract/payments/paid-years.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { listPayments, type PaymentContext, refund } from './payments-rules.ts';

/** Routes of the Payments tab. */
export function adminPaymentsRoutes(app: Server, { db, sessions }: App, payments: PaymentContext): void {
  const serve = callServer(app, sessions, 'Administration');
  serve(
    getAdminPayments,
    {
      summary: 'List all payments',
      description: `\`search\` is a part of a handle or an address, or the id of an order. Newest first. ${NEXT_PAGE}`,
    },
    async ({ query }) => listPayments(db, query),
  );

  serve(
    postAdminRefund,
    {
      summary: 'Refund a payment',
      description: `Within ${GUARANTEE_DAYS} days. The handle goes to quarantine, or the year of a renewal is revoked.`,
    },
    async ({ account, body, params }) => refund(payments, { actor: account, ...params, ...body }),
  );
}
