import { deleteSession, deleteSessions, getSessions } from '../../contract/accounts/sessions.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import type { Server } from '../platform/http/server.ts';
import { sessionOf } from '../platform/http/sessions/sessions.ts';
import { logSecurity } from '../platform/log/security-log.ts';
import { endOtherSessions, endSession, listSessions } from './rules.ts';

/** Routes of the sessions of the signed-in account. */
export function sessionRoutes(app: Server, { db, clock, sessions }: App): void {
  const serve = callServer(app, sessions, 'Signing in');
  serve(getSessions, { summary: 'List your sessions' }, async ({ account, request }) =>
    listSessions(db, { accountId: account.id, current: sessionOf(request).id }, clock()),
  );

  serve(deleteSessions, { summary: 'End all other sessions' }, async ({ account, request }) => {
    const ended = await endOtherSessions(db, { accountId: account.id, current: sessionOf(request).id });
    logSecurity(request, 'security.sessions_ended');
    return { ended };
  });

  serve(deleteSession, { summary: 'End a session' }, async ({ account, params, request, reply }) => {
    const { id } = params;
    if (id === sessionOf(request).id) await sessions.signOut(request, reply);
    else {
      await endSession(db, account.id, id);
      logSecurity(request, 'security.sessions_ended');
    }
    return { message: 'The session has ended.' };
  });
}
