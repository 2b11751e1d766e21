import { getSupport, postSupport } from '../../contract/support/support.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import type { Server } from '../platform/http/server.ts';
import { supportInbox } from '../site/support-inbox-rules.ts';
import { sendRequest, supportFor } from './rules.ts';

/** Routes of support for everyone who is signed in. */
export function supportRoutes(app: Server, { config, db, clock, sessions }: App): void {
  const serve = callServer(app, sessions, 'Support');
  serve(
    getSupport,
    {
      summary: 'Get how to reach support',
      description:
        'Whether your requests have priority, and the phone number if one of your handles has phone support.',
    },
    async ({ account }) => supportFor(db, account.id, config.support.phone),
  );

  serve(
    postSupport,
    {
      summary: 'Write to support',
      description:
        'We answer by email to the address of your account. `attachDeliveries` adds the latest failed and deferred mail of the handle. At most 5 requests an hour and 20 a day.',
    },
    async ({ account, body, reply }) => {
      const sent = await sendRequest(db, { account, inbox: await supportInbox(db, config) }, body, clock());
      return reply.code(201).send(sent);
    },
  );
}
