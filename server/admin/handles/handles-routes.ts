import { done } from '../../../contract/accounts/accounts.ts';
import { actionReason, adminHandles, handleQuery } from '../../../contract/admin/admin.ts';
import { calls } from '../../../contract/paths.ts';
import type { App } from '../../platform/http/app-context.ts';
import { idParams, linkNextPage } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { LIST_DESCRIPTION } from '../list/listing.ts';
import { suspendHandle, unsuspendHandle } from '../suspension/suspension-rules.ts';
import { listAllHandles } from './handles-rules.ts';

/** Routes of the Handles tab. */
export function adminHandlesRoutes(app: Server, { db, clock, site, sessions }: App): void {
  const onRequest = [sessions.required, sessions.admin];
  const acting = [...onRequest, sessions.requireRecentSignIn];
  const actionSchema = { params: idParams, body: actionReason, response: { 200: done } };

  app.get(
    '/api/admin/handles',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'List all handles',
        description: LIST_DESCRIPTION,
        errors: ['forbidden'],
        querystring: handleQuery,
        response: { 200: adminHandles },
      },
    },
    async ({ query }, reply) => {
      const { items, next } = await listAllHandles(db, query);
      linkNextPage(reply, site, calls.adminList('handles'), query.limit, next, {
        search: query.search,
        sort: query.sort,
      });
      return items;
    },
  );

  app.post(
    '/api/admin/handles/:id/suspend',
    {
      onRequest: acting,
      schema: {
        tags: ['Administration'],
        summary: 'Suspend a handle',
        description: 'Stops its page and its mail.',
        errors: ['forbidden', 'not_found', 'not_suspendable'],
        ...actionSchema,
      },
    },
    async (request) => {
      await suspendHandle(db, clock, { actor: accountOf(request), ...request.params, ...request.body });
      return { message: 'The handle is suspended.' };
    },
  );

  app.post(
    '/api/admin/handles/:id/unsuspend',
    {
      onRequest: acting,
      schema: {
        tags: ['Administration'],
        summary: 'Restore a suspended handle',
        errors: ['forbidden', 'not_found', 'not_suspended', 'owner_suspended'],
        ...actionSchema,
      },
    },
    async (request) => {
      await unsuspendHandle(db, clock, { actor: accountOf(request), ...request.params, ...request.body });
      return { message: 'The handle is no longer suspended.' };
    },
  );
}
