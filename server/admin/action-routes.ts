import { done } from '../../contract/accounts.ts';
import {
  actReason,
  adminPackage,
  adminPackages,
  adminPayment,
  handleLimitRequest,
  packageRequest,
} from '../../contract/admin.ts';
import type { App } from '../platform/http/app-context.ts';
import { expectedVersions, sendVersioned, tagList } from '../platform/http/etag-versions.ts';
import { idParams } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions.ts';
import { changePackage, createPackage, listAllPackages, removePackage } from './packages/packages-rules.ts';
import type { PaymentContext } from './payments/payments-rules.ts';
import { refund } from './payments/payments-rules.ts';
import { setHandleLimit } from './users/handle-limit-rules.ts';
import { suspendHandle, suspendUser, unsuspendHandle, unsuspendUser } from './suspension/suspension-rules.ts';

/** What administrators do. Every act is noted in the log, in the transaction that does it. */
export function adminActionRoutes(app: Server, { db, clock, sessions }: App, desk: PaymentContext): void {
  const onRequest = [sessions.required, sessions.admin];

  app.get(
    '/api/admin/packages',
    { onRequest, schema: { response: { 200: adminPackages } } },
    async (_request, reply) => {
      const packages = await listAllPackages(db);
      tagList(reply, packages);
      return packages;
    },
  );

  app.post(
    '/api/admin/packages',
    { onRequest, schema: { body: packageRequest, response: { 201: adminPackage } } },
    async (request, reply) => {
      reply.status(201);
      return sendVersioned(reply, await createPackage(db, accountOf(request), request.body));
    },
  );

  app.put(
    '/api/admin/packages/:id',
    { onRequest, schema: { params: idParams, body: packageRequest, response: { 200: adminPackage } } },
    async (request, reply) => {
      const { body, params } = request;
      return sendVersioned(
        reply,
        await changePackage(db, accountOf(request), params.id, body, expectedVersions(request)),
      );
    },
  );

  app.delete(
    '/api/admin/packages/:id',
    { onRequest, schema: { params: idParams, response: { 200: done } } },
    async (request) => {
      await removePackage(db, accountOf(request), request.params.id, expectedVersions(request));
      return { message: 'Package deleted successfully' };
    },
  );

  const act = { onRequest, schema: { params: idParams, body: actReason, response: { 200: done } } };

  app.post('/api/admin/users/:id/suspend', act, async (request) => {
    await suspendUser(db, clock, { actor: accountOf(request), ...request.params, ...request.body });
    return { message: 'The account is suspended, and its handles with it.' };
  });

  app.post('/api/admin/users/:id/unsuspend', act, async (request) => {
    await unsuspendUser(db, clock, { actor: accountOf(request), ...request.params, ...request.body });
    return { message: 'The account works again, and its handles with it.' };
  });

  app.post(
    '/api/admin/users/:id/handle-limit',
    { onRequest, schema: { params: idParams, body: handleLimitRequest, response: { 200: done } } },
    async (request) => {
      await setHandleLimit(db, { actor: accountOf(request), ...request.params, ...request.body });
      return { message: 'The limit of free handles is changed.' };
    },
  );

  app.post('/api/admin/handles/:id/suspend', act, async (request) => {
    await suspendHandle(db, { actor: accountOf(request), ...request.params, ...request.body });
    return { message: 'The handle is suspended.' };
  });

  app.post('/api/admin/handles/:id/unsuspend', act, async (request) => {
    await unsuspendHandle(db, clock, { actor: accountOf(request), ...request.params, ...request.body });
    return { message: 'The handle is no longer suspended.' };
  });

  app.post(
    '/api/admin/payments/:id/refund',
    { onRequest, schema: { params: idParams, body: actReason, response: { 200: adminPayment } } },
    async (request) => refund(desk, { actor: accountOf(request), ...request.params, ...request.body }),
  );
}
