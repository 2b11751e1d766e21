import { done } from '../../../contract/accounts.ts';
import { actionReason, mailQueue } from '../../../contract/admin.ts';
import type { App } from '../../platform/http/app-context.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions.ts';
import { changeQueue, mailQueueStatus } from './queue-rules.ts';

/** Routes of the Queue tab. */
export function adminQueueRoutes(app: Server, { db, sessions }: App): void {
  const onRequest = [sessions.required, sessions.admin];
  const action = { onRequest, schema: { body: actionReason, response: { 200: done } } };

  app.get('/api/admin/mail-queue', { onRequest, schema: { response: { 200: mailQueue } } }, async () =>
    mailQueueStatus(db),
  );

  app.post('/api/admin/mail-queue/pause', action, async (request) => {
    await changeQueue(db, 'pause', { actor: accountOf(request), ...request.body });
    return { message: 'The mail queue is paused.' };
  });

  app.post('/api/admin/mail-queue/resume', action, async (request) => {
    await changeQueue(db, 'resume', { actor: accountOf(request), ...request.body });
    return { message: 'The mail queue goes on.' };
  });
}
