import { done } from '../../../contract/accounts.ts';
import { actionReason, adminHandles, handleQuery } from '../../../contract/admin.ts';
import { calls } from '../../../contract/paths.ts';
import type { App } from '../../platform/http/app-context.ts';
import { idParams, linkNextPage } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions.ts';
import { suspendHandle, unsuspendHandle } from '../suspension/suspension-rules.ts';
import { listAllHandles } from './handles-rules.ts';

/** Routes of the Handles tab. */
export function adminHandlesRoutes(app: Server, { db, clock, site, sessions }: App): void {
  const onRequest = [sessions.required, sessions.admin];
  const action = { onRequest, schema: { params: idParams, body: actionReason, response: { 200: done } } };

  app.get(
    '/api/admin/handles',
    { onRequest, schema: { querystring: handleQuery, response: { 200: adminHandles } } },
    async ({ query }, reply) => {
      const { items, next } = await listAllHandles(db, query);
      linkNextPage(reply, site, calls.adminList('handles'), query.limit, next, {
        search: query.search,
        sort: query.sort,
      });
      return items;
    },
  );

  app.post('/api/admin/handles/:id/suspend', action, async (request) => {
    await suspendHandle(db, { actor: accountOf(request), ...request.params, ...request.body });
    return { message: 'The handle is suspended.' };
  });

  app.post('/api/admin/handles/:id/unsuspend', action, async (request) => {
    await unsuspendHandle(db, clock, { actor: accountOf(request), ...request.params, ...request.body });
    return { message: 'The handle is no longer suspended.' };
  });
}
