import { done } from '../../../contract/accounts/accounts.ts';
import { actionReason, mailQueue } from '../../../contract/admin/admin.ts';
import type { App } from '../../platform/http/app-context.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { changeQueue, mailQueueStatus } from './queue-rules.ts';

/** Routes of the Queue tab. */
export function adminQueueRoutes(app: Server, { db, sessions }: App): void {
  const onRequest = [sessions.required, sessions.admin];
  const acting = [...onRequest, sessions.requireRecentSignIn];
  const actionSchema = { body: actionReason, response: { 200: done } };

  app.get(
    '/api/admin/mail-queue',
    {
      onRequest,
      schema: {
        tags: ['Administration'],
        summary: 'Get the state of the mail queue',
        errors: ['forbidden'],
        response: { 200: mailQueue },
      },
    },
    async () => mailQueueStatus(db),
  );

  app.post(
    '/api/admin/mail-queue/pause',
    {
      onRequest: acting,
      schema: {
        tags: ['Administration'],
        summary: 'Pause the mail queue',
        description: 'No process delivers from the queue any more. Incoming mail is delivered or queued as before.',
        errors: ['forbidden'],
        ...actionSchema,
      },
    },
    async (request) => {
      await changeQueue(db, 'pause', { actor: accountOf(request), ...request.body });
      return { message: 'The mail queue is paused.' };
    },
  );

  app.post(
    '/api/admin/mail-queue/resume',
    {
      onRequest: acting,
      schema: { tags: ['Administration'], summary: 'Resume the mail queue', errors: ['forbidden'], ...actionSchema },
    },
    async (request) => {
      await changeQueue(db, 'resume', { actor: accountOf(request), ...request.body });
      return { message: 'The mail queue is running again.' };
    },
  );
}
