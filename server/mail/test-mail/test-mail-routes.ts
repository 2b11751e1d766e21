import { postTestMail } from '../../../contract/forwarding/delivery-log.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import { sendingLimit } from '../../platform/http/guards/rate-limits.ts';
import type { Server } from '../../platform/http/server.ts';
import { sendTest } from './test-mail-rules.ts';

/** Route that sends a test mail to a handle. The browser follows it in the delivery log. */
export function testMailRoutes(app: Server, context: App): void {
  const serve = callServer(app, context.sessions, 'Email forwarding');
  serve(
    postTestMail,
    {
      summary: 'Send a test mail to a handle',
      description: 'The mail is received like any other. `flightId` is the id of its delivery.',
      limit: sendingLimit,
    },
    async ({ target }) => {
      const delivery = await sendTest(context, target);
      return delivery;
    },
  );
}
