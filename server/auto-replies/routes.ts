import { getAutoReply, previewAutoReply, putAutoReply } from '../../contract/sending/auto-reply.ts';
import type { App } from '../platform/http/app-context.ts';
import { callServer } from '../platform/http/call-server.ts';
import { savingLimit } from '../platform/http/guards/rate-limits.ts';
import type { Server } from '../platform/http/server.ts';
import { changeAutoReply, exampleReply, readAutoReply } from './rules.ts';

/** Routes of the automatic reply of a handle. */
export function autoReplyRoutes(app: Server, { db, site, sessions }: App): void {
  const serve = callServer(app, sessions, 'Sending');

  serve(getAutoReply, { summary: 'Get the automatic reply of a handle' }, async ({ target }) =>
    readAutoReply(db, target),
  );

  serve(
    putAutoReply,
    {
      summary: 'Replace the automatic reply of a handle',
      description:
        '`{name}` in subject and text becomes the name of the sender. A message gets the reply only if it is authenticated, a person wrote it, and To or Cc names the handle. Each sender gets at most one reply in `every` days. A reply can be saved on any plan, but switched on only on a plan that includes it.',
      limit: savingLimit,
    },
    async ({ target, body }) => changeAutoReply(db, target, body),
  );

  serve(
    previewAutoReply,
    { summary: 'Show an automatic reply as one sender would get it', description: 'Nothing is saved or sent.' },
    async ({ target, body }) => exampleReply({ db, mailDomain: site.mailDomain }, target, body),
  );
}
