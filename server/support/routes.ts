import { supportCalls } from '../../contract/support/paths.ts';
import { newSupportRequest, sentSupportRequest, supportOffer } from '../../contract/support/support.ts';
import type { App } from '../platform/http/app-context.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { sendRequest, supportFor } from './rules.ts';

/** Support for everybody who is signed in. */
export function supportRoutes(app: Server, { config, db, clock, sessions }: App): void {
  const onRequest = sessions.required;

  app.get(
    supportCalls.support(),
    {
      onRequest,
      schema: {
        tags: ['Support'],
        summary: 'Get how you reach support',
        description:
          'Whether your requests have priority, and the phone number if a handle of yours has phone support.',
        response: { 200: supportOffer },
      },
    },
    async (request) => supportFor(db, accountOf(request).id, config.support.phone),
  );

  app.post(
    supportCalls.support(),
    {
      onRequest,
      schema: {
        tags: ['Support'],
        summary: 'Write to support',
        description:
          'The answer comes to the address of your account. `attachDeliveries` adds the latest mail of the handle that failed or was deferred. At most 5 requests an hour and 20 a day.',
        errors: ['not_found', 'role_without_right', 'too_many_support_requests'],
        body: newSupportRequest,
        response: { 201: sentSupportRequest },
      },
    },
    async (request, reply) => {
      const sent = await sendRequest(
        db,
        { account: accountOf(request), inbox: config.support.email },
        request.body,
        clock(),
      );
      return reply.code(201).send(sent);
    },
  );
}
