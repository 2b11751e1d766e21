import { getReplyMode, putReplyMode } from '../../../contract/sending/reply-mode.ts';
import type { App } from '../../platform/http/app-context.ts';
import { callServer } from '../../platform/http/call-server.ts';
import type { Server } from '../../platform/http/server.ts';
import { changeReplyMode, readReplyMode, showsMore } from './reply-mode-rules.ts';

/** Routes of the reply mode of a handle: mail is forwarded unchanged, or with reply addresses. */
export function replyModeRoutes(app: Server, { db, sessions }: App): void {
  const serve = callServer(app, sessions, 'Sending');

  serve(getReplyMode, { summary: 'Get how mail of a handle reaches its inbox' }, async ({ target }) =>
    readReplyMode(db, target),
  );

  serve(
    putReplyMode,
    {
      summary: 'Change how mail of a handle reaches its inbox',
      description:
        'With `reply`, From of forwarded mail is a reply address for its author, and replies from the verified inbox are sent from the handle. Without `allowInboxInText`, a reply that contains the address of the inbox is refused.',
    },
    async ({ target, body, request }) => {
      if (showsMore(body, await readReplyMode(db, target))) await sessions.requireRecentSignIn(request);
      return changeReplyMode(db, target, body);
    },
  );
}
