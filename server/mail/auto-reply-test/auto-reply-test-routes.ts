import { autoReplyTestResponse } from '../../../contract/sending/auto-reply.ts';
import type { App } from '../../platform/http/app-context.ts';
import { sendingLimit } from '../../platform/http/guards/rate-limits.ts';
import { idParams } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { sendAutoReplyTest } from './auto-reply-test-rules.ts';

/** Mails the automatic reply of a handle to its owner. */
export function autoReplyTestRoutes(app: Server, context: App): void {
  const onRequest = context.sessions.required;

  app.post(
    '/api/handles/:id/auto-reply/test',
    {
      onRequest,
      schema: {
        tags: ['Sending'],
        summary: 'Mail the automatic reply of a handle to its inbox',
        description:
          'It is sent as a sender would get it, whether or not it is switched on. `flightId` is the id of its delivery.',
        errors: ['not_found', 'role_without_right', 'plan_without_auto_reply', 'no_inbox', 'too_many_letters'],
        params: idParams,
        response: { 202: autoReplyTestResponse },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const delivery = await sendAutoReplyTest(context, accountOf(request).id, request.params.id);
      reply.status(202);
      return delivery;
    },
  );
}
