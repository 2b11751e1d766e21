import { deleteSuppression, getSending, getSuppressions, postSendingResume } from '../../contract/sending/sending.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import type { Server } from '../platform/http/server.ts';
import { appPasswordRoutes } from './app-passwords/app-passwords-routes.ts';
import { resumeOwnSending } from './pauses/pauses-rules.ts';
import { sendingStatusOf } from './status/status-rules.ts';
import { listSuppressions, removeSuppression } from './suppressions/suppressions-rules.ts';

/** Routes of sending: the state of a handle, its pauses, suppressed recipients and app passwords. */
export function sendingRoutes(app: Server, context: App): void {
  const { config, db, clock, sessions } = context;

  const serve = callServer(app, sessions, 'Sending');
  serve(
    getSending,
    {
      summary: 'Get what a handle can send',
      description:
        'Limits count recipients: in a clock hour, and in that hour and the 23 before it. For a handle whose plan does not include sending, the limits are those of the smallest plan that does.',
    },
    async ({ target }) => sendingStatusOf({ db, config, now: clock() }, target),
  );

  serve(postSendingResume, { summary: 'Resume sending that bounces or complaints paused' }, async ({ target }) => {
    await resumeOwnSending(db, target, clock());
    return { message: 'Sending is resumed.' };
  });

  serve(
    getSuppressions,
    {
      summary: 'List the recipients to whom a handle does not send',
      description: 'The newest 1,000 recipients whose servers reported that the mailbox does not exist.',
    },
    async ({ target }) => listSuppressions(db, target),
  );

  serve(deleteSuppression, { summary: 'Send to a recipient again' }, async ({ body, target }) => {
    await removeSuppression(db, target, body.address);
    return { message: 'You can send to this address again.' };
  });

  appPasswordRoutes(app, context);
}
