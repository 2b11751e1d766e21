import { done } from '../../../contract/accounts/accounts.ts';
import { actionReason, adminUsers, handleLimitRequest, userQuery } from '../../../contract/admin/admin.ts';
import { calls } from '../../../contract/paths.ts';
import type { App } from '../../platform/http/app-context.ts';
import { idParams, linkNextPage } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { LIST_DESCRIPTION } from '../list/listing.ts';
import { suspendUser, unsuspendUser } from '../suspension/suspension-rules.ts';
import { endSessionsOfUser } from './end-sessions-rules.ts';
import { setHandleLimit } from './handle-limit-rules.ts';
import { listUsers } from './users-rules.ts';

/** Routes of the Users tab. */
export function adminUsersRoutes(app: Server, { config, db, clock, site, sessions }: App): void {
  const onRequest = [sessions.required, sessions.admin];
  const acting = [...onRequest, sessions.requireRecentSignIn];
  const actionSchema = { params: idParams, body: actionReason, response: { 200: done } };

  app.get(
    '/api/admin/users',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'List all accounts',
        description: LIST_DESCRIPTION,
        errors: ['forbidden'],
        querystring: userQuery,
        response: { 200: adminUsers },
      },
    },
    async ({ query }, reply) => {
      const { items, next } = await listUsers(db, config, query);
      linkNextPage(reply, site, calls.adminList('users'), query.limit, next, {
        search: query.search,
        sort: query.sort,
      });
      return items;
    },
  );

  app.post(
    '/api/admin/users/:id/suspend',
    {
      onRequest: acting,
      schema: {
        tags: ['Administration'],
        summary: 'Suspend an account',
        description: 'Ends its sessions, rejects sign-ins, and stops the pages and the mail of its handles.',
        errors: ['forbidden', 'not_found', 'not_suspendable', 'own_account'],
        ...actionSchema,
      },
    },
    async (request) => {
      await suspendUser(db, clock, { actor: accountOf(request), ...request.params, ...request.body });
      return { message: 'The account and its handles are suspended.' };
    },
  );

  app.post(
    '/api/admin/users/:id/unsuspend',
    {
      onRequest: acting,
      schema: {
        tags: ['Administration'],
        summary: 'Restore a suspended account',
        description: 'Also restores the handles that were suspended with it.',
        errors: ['forbidden', 'not_found', 'not_suspended'],
        ...actionSchema,
      },
    },
    async (request) => {
      await unsuspendUser(db, clock, { actor: accountOf(request), ...request.params, ...request.body });
      return { message: 'The account and its handles are no longer suspended.' };
    },
  );

  app.post(
    '/api/admin/users/:id/end-sessions',
    {
      onRequest: acting,
      schema: {
        tags: ['Administration'],
        summary: 'Sign an account out everywhere',
        errors: ['forbidden', 'not_found'],
        ...actionSchema,
      },
    },
    async (request) => {
      await endSessionsOfUser(db, { actor: accountOf(request), ...request.params, ...request.body });
      return { message: 'The account is signed out everywhere.' };
    },
  );

  app.post(
    '/api/admin/users/:id/handle-limit',
    {
      onRequest: acting,
      schema: {
        tags: ['Administration'],
        summary: 'Set how many free handles an account may have',
        description: '`limit` null restores the default in the settings. The account keeps its handles.',
        errors: ['forbidden', 'not_found'],
        params: idParams,
        body: handleLimitRequest,
        response: { 200: done },
      },
    },
    async (request) => {
      await setHandleLimit(db, { actor: accountOf(request), ...request.params, ...request.body });
      return { message: 'The limit of free handles was changed.' };
    },
  );
}
