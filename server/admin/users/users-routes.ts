import { done } from '../../../contract/accounts.ts';
import { actionReason, adminUsers, handleLimitRequest, userQuery } from '../../../contract/admin.ts';
import { calls } from '../../../contract/paths.ts';
import type { App } from '../../platform/http/app-context.ts';
import { idParams, linkNextPage } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions.ts';
import { suspendUser, unsuspendUser } from '../suspension/suspension-rules.ts';
import { setHandleLimit } from './handle-limit-rules.ts';
import { listUsers } from './users-rules.ts';

/** Routes of the Users tab. */
export function adminUsersRoutes(app: Server, { config, db, clock, site, sessions }: App): void {
  const onRequest = [sessions.required, sessions.admin];
  const action = { onRequest, schema: { params: idParams, body: actionReason, response: { 200: done } } };

  app.get(
    '/api/admin/users',
    { onRequest, schema: { querystring: userQuery, response: { 200: adminUsers } } },
    async ({ query }, reply) => {
      const { items, next } = await listUsers(db, config, query);
      linkNextPage(reply, site, calls.adminList('users'), query.limit, next, {
        search: query.search,
        sort: query.sort,
      });
      return items;
    },
  );

  app.post('/api/admin/users/:id/suspend', action, async (request) => {
    await suspendUser(db, clock, { actor: accountOf(request), ...request.params, ...request.body });
    return { message: 'The account is suspended, and its handles with it.' };
  });

  app.post('/api/admin/users/:id/unsuspend', action, async (request) => {
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
}
