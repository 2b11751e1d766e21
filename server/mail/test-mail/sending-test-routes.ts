import { sendingTestResponse } from '../../../contract/sending/sending.ts';
import type { App } from '../../platform/http/app-context.ts';
import { sendingLimit } from '../../platform/http/guards/rate-limits.ts';
import { idParams } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { sendFromHandle } from './sending-test-rules.ts';

/** Sends a test mail from a handle to its owner. The browser follows it in the delivery log. */
export function sendingTestRoutes(app: Server, context: App): void {
  app.post(
    '/api/handles/:id/sending/test',
    {
      onRequest: context.sessions.required,
      schema: {
        tags: ['Sending'],
        summary: 'Send a test mail from a handle to its inbox',
        description:
          'It is signed, queued and delivered as mail of a mail program is, and counts as one recipient. `flightId` is the id of its delivery.',
        errors: [
          ...([
            'not_found',
            'role_without_right',
            'plan_without_sending',
            'sending_paused',
            'no_inbox',
            'sending_limit',
          ] as const),
          'too_many_letters',
        ],
        params: idParams,
        response: { 202: sendingTestResponse },
      },
      config: sendingLimit,
    },
    async (request, reply) => {
      const delivery = await sendFromHandle(context, accountOf(request).id, request.params.id);
      reply.status(202);
      return delivery;
    },
  );
}
