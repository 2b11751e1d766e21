import { done } from '../../../contract/accounts/accounts.ts';
import { actionReason } from '../../../contract/admin/admin.ts';
import { adminSenders, adminSendingQuery } from '../../../contract/sending/admin-sending.ts';
import { sendingCalls } from '../../../contract/sending/paths.ts';
import type { App } from '../../platform/http/app-context.ts';
import { idParams, linkNextPage, NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { changeSending, listSenders } from './sending-rules.ts';

/** Routes about handles whose sending is paused, or whose mail bounces. */
export function adminSendingRoutes(app: Server, { db, clock, site, sessions }: App): void {
  const onRequest = [sessions.required, sessions.admin];
  const acting = [...onRequest, sessions.requireRecentSignIn];
  const actionSchema = { params: idParams, body: actionReason, response: { 200: done } };

  app.get(
    '/api/admin/sending',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'List handles whose sending is paused, or whose mail bounces',
        description: `Paused handles first, then those with the most bounces and complaints of the last 8 days. ${NEXT_PAGE}`,
        errors: ['forbidden'],
        querystring: adminSendingQuery,
        response: { 200: adminSenders },
      },
    },
    async ({ query }, reply) => {
      const { items, next } = await listSenders(db, query, clock());
      linkNextPage(reply, site, sendingCalls.adminSending(), query.limit, next);
      return items;
    },
  );

  app.post(
    '/api/admin/sending/:id/pause',
    {
      onRequest: acting,
      schema: {
        tags: ['Administration'],
        summary: 'Pause sending from a handle',
        description: 'Its owner is told by email, and cannot resume it. Mail to the handle is forwarded as before.',
        errors: ['forbidden', 'not_found', 'sending_paused'],
        ...actionSchema,
      },
    },
    async (request) => {
      await changeSending(db, 'pause', { actor: accountOf(request), ...request.params, ...request.body }, clock());
      return { message: 'Sending from this handle is paused.' };
    },
  );

  app.post(
    '/api/admin/sending/:id/resume',
    {
      onRequest: acting,
      schema: {
        tags: ['Administration'],
        summary: 'Resume sending from a handle',
        errors: ['forbidden', 'not_found', 'sending_not_paused'],
        ...actionSchema,
      },
    },
    async (request) => {
      await changeSending(db, 'resume', { actor: accountOf(request), ...request.params, ...request.body }, clock());
      return { message: 'Sending from this handle is resumed.' };
    },
  );
}
