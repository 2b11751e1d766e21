import { postSendingTest } from '../../../contract/sending/sending.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { sendingLimit } from '../../platform/http/guards/rate-limits.ts';
import type { Server } from '../../platform/http/server.ts';
import { sendFromHandle } from './sending-test-rules.ts';

/** Route that sends a test mail from a handle to its owner. The browser follows it in the delivery log. */
export function sendingTestRoutes(app: Server, context: App): void {
  const serve = callServer(app, context.sessions, 'Sending');
  serve(
    postSendingTest,
    {
      summary: 'Send a test mail from a handle to its inbox',
      description:
        'The mail is signed, queued and delivered like mail from a mail program, and counts as one recipient. `flightId` is the id of its delivery.',
      limit: sendingLimit,
    },
    async ({ target }) => {
      const delivery = await sendFromHandle(context, target);
      return delivery;
    },
  );
}
