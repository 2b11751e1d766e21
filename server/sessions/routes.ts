import { done } from '../../contract/accounts/accounts.ts';
import { endedSessions, sessionList } from '../../contract/accounts/sessions.ts';
import type { App } from '../platform/http/app-context.ts';
import { idParams } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf, sessionOf } from '../platform/http/sessions/sessions.ts';
import { logSecurity } from '../platform/log/security-log.ts';
import { endOtherSessions, endSession, listSessions } from './rules.ts';

const tags = ['Signing in'];

/** The sessions of the signed-in account. */
export function sessionRoutes(app: Server, { db, clock, sessions }: App): void {
  const onRequest = [sessions.required, sessions.requireRecentSignIn];

  app.get(
    '/api/sessions',
    { onRequest: sessions.required, schema: { tags, summary: 'List your sessions', response: { 200: sessionList } } },
    async (request) => listSessions(db, { accountId: accountOf(request).id, current: sessionOf(request).id }, clock()),
  );

  app.delete(
    '/api/sessions',
    { onRequest, schema: { tags, summary: 'End all other sessions', response: { 200: endedSessions } } },
    async (request) => {
      const ended = await endOtherSessions(db, { accountId: accountOf(request).id, current: sessionOf(request).id });
      logSecurity(request, 'security.sessions_ended');
      return { ended };
    },
  );

  app.delete(
    '/api/sessions/:id',
    {
      onRequest,
      schema: {
        tags,
        summary: 'End a session',
        errors: ['not_found'],
        params: idParams,
        response: { 200: done },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      if (id === sessionOf(request).id) await sessions.signOut(request, reply);
      else {
        await endSession(db, accountOf(request).id, id);
        logSecurity(request, 'security.sessions_ended');
      }
      return { message: 'The session has ended.' };
    },
  );
}
