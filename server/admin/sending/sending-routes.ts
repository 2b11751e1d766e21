import {
  getAdminSending,
  postAdminSendingPause,
  postAdminSendingResume,
} from '../../../contract/sending/admin-sending.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { NEXT_PAGE } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { changeSending, listSenders } from './sending-rules.ts';

/** Routes about handles whose sending is paused, or whose mail bounces. */
export function adminSendingRoutes(app: Server, { db, clock, sessions }: App): void {
  const serve = callServer(app, sessions, 'Administration');
  serve(
    getAdminSending,
    {
      summary: 'List handles whose sending is paused, or whose mail bounces',
      description: `Paused handles first, then those with the most bounces and complaints of the last 8 days. ${NEXT_PAGE}`,
    },
    async ({ query }) => listSenders(db, query, clock()),
  );

  serve(
    postAdminSendingPause,
    {
      summary: 'Pause sending from a handle',
      description:
        'The owner is notified by email and cannot resume sending. Mail to the handle is forwarded as before.',
    },
    async ({ account, body, params }) => {
      await changeSending(db, 'pause', { actor: account, ...params, ...body }, clock());
      return { message: 'Sending from this handle is paused.' };
    },
  );

  serve(postAdminSendingResume, { summary: 'Resume sending from a handle' }, async ({ account, body, params }) => {
    await changeSending(db, 'resume', { actor: account, ...params, ...body }, clock());
    return { message: 'Sending from this handle is resumed.' };
  });
}
