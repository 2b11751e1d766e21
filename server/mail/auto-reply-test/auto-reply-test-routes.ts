import { testAutoReply } from '../../../contract/sending/auto-reply.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { sendingLimit } from '../../platform/http/guards/rate-limits.ts';
import type { Server } from '../../platform/http/server.ts';
import { sendAutoReplyTest } from './auto-reply-test-rules.ts';

/** Route that emails the automatic reply of a handle to its owner. */
export function autoReplyTestRoutes(app: Server, context: App): void {
  const serve = callServer(app, context.sessions, 'Sending');

  serve(
    testAutoReply,
    {
      summary: 'Mail the automatic reply of a handle to its inbox',
      description:
        'The reply is sent as a sender would get it, whether or not it is switched on. `flightId` is the id of its delivery.',
      limit: sendingLimit,
    },
    async ({ target }) => sendAutoReplyTest(context, target),
  );
}
