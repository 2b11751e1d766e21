import { testMailResponse } from '../../../contract/forwarding/delivery-log.ts';
import type { App } from '../../platform/http/app-context.ts';
import { sendingLimit } from '../../platform/http/guards/rate-limits.ts';
import { idParams } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { sendTest } from './test-mail-rules.ts';

/** Sends a test mail to a handle. The browser follows it in the delivery log. */
export function testMailRoutes(app: Server, context: App): void {
  const onRequest = context.sessions.required;

  app.post(
    '/api/email-forwarding/:id/test-mail',
    {
      onRequest,
      schema: {
        tags: ['Email forwarding'],
        summary: 'Send a test mail to a handle',
        description: 'It is received like any other mail. `flightId` is the id of its delivery.',
        errors: ['not_found', 'role_without_right', 'nothing_to_test', 'test_unsent', 'too_many_letters'],
        params: idParams,
        response: { 202: testMailResponse },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const delivery = await sendTest(context, accountOf(request).id, request.params.id);
      reply.status(202);
      return delivery;
    },
  );
}
