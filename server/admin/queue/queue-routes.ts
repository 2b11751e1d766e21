import {
  getAdminMailQueue,
  postAdminMailQueuePause,
  postAdminMailQueueResume,
} from '../../../contract/admin/mail-queue.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import type { Server } from '../../platform/http/server.ts';
import { changeQueue, mailQueueStatus } from './queue-rules.ts';

/** Routes of the Queue tab. */
export function adminQueueRoutes(app: Server, { db, sessions }: App): void {
  const serve = callServer(app, sessions, 'Administration');
  serve(getAdminMailQueue, { summary: 'Get the state of the mail queue' }, async () => mailQueueStatus(db));

  serve(
    postAdminMailQueuePause,
    {
      summary: 'Pause the mail queue',
      description: 'No process delivers from the queue any more. Incoming mail is delivered or queued as before.',
    },
    async ({ account, body }) => {
      await changeQueue(db, 'pause', { actor: account, ...body });
      return { message: 'The mail queue is paused.' };
    },
  );

  serve(postAdminMailQueueResume, { summary: 'Resume the mail queue' }, async ({ account, body }) => {
    await changeQueue(db, 'resume', { actor: account, ...body });
    return { message: 'The mail queue is running again.' };
  });
}
