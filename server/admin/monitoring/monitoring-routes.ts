import { done } from '../../../contract/accounts.ts';
import { actReason, adminActs, adminPayments, auditQuery, mailQueue, paymentQuery } from '../../../contract/admin.ts';
import { calls } from '../../../contract/paths.ts';
import type { App } from '../../platform/http/app-context.ts';
import { nextPage } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions.ts';
import { listActs } from '../audit/audit-rules.ts';
import { listPayments } from '../payments/payments-rules.ts';
import { actOnQueue, watchQueue } from '../queue/queue-rules.ts';

/** What administrators keep an eye on: payments, mail that waits, and what administrators did. */
export function adminMonitoringRoutes(app: Server, { db, site, sessions }: App): void {
  const onRequest = [sessions.required, sessions.admin];

  app.get(
    '/api/admin/payments',
    { onRequest, schema: { querystring: paymentQuery, response: { 200: adminPayments } } },
    async ({ query }, reply) => {
      const { payments, next } = await listPayments(db, query);
      nextPage(reply, site, calls.adminPayments(), query.limit, next, { search: query.search });
      return payments;
    },
  );

  app.get('/api/admin/mail-queue', { onRequest, schema: { response: { 200: mailQueue } } }, async () => watchQueue(db));

  const act = { onRequest, schema: { body: actReason, response: { 200: done } } };

  app.post('/api/admin/mail-queue/pause', act, async (request) => {
    await actOnQueue(db, 'pause', { actor: accountOf(request), ...request.body });
    return { message: 'The mail queue is paused.' };
  });

  app.post('/api/admin/mail-queue/resume', act, async (request) => {
    await actOnQueue(db, 'resume', { actor: accountOf(request), ...request.body });
    return { message: 'The mail queue goes on.' };
  });

  app.get(
    '/api/admin/audit',
    { onRequest, schema: { querystring: auditQuery, response: { 200: adminActs } } },
    async ({ query }, reply) => {
      const { acts, next } = await listActs(db, query);
      nextPage(reply, site, calls.adminAudit(), query.limit, next);
      return acts;
    },
  );
}
