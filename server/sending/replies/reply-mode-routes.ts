import { replyMode, replyModeChange } from '../../../contract/sending/reply-mode.ts';
import type { App } from '../../platform/http/app-context.ts';
import { expectedVersions, sendVersioned } from '../../platform/http/cache/etag-versions.ts';
import { idParams } from '../../platform/http/paging.ts';
import type { Server } from '../../platform/http/server.ts';
import { accountOf } from '../../platform/http/sessions/sessions.ts';
import { changeReplyMode, readReplyMode, showsMore } from './reply-mode-rules.ts';

const tags = ['Sending'];

/** Routes of the reply mode of a handle: mail is forwarded unchanged, or with reply addresses. */
export function replyModeRoutes(app: Server, { db, sessions }: App): void {
  const onRequest = sessions.required;

  app.get(
    '/api/handles/:id/reply-mode',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Get how mail of a handle reaches its inbox',
        isVersioned: true,
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        response: { 200: replyMode },
      },
    },
    async (request, reply) => sendVersioned(reply, await readReplyMode(db, accountOf(request).id, request.params.id)),
  );

  app.put(
    '/api/handles/:id/reply-mode',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Change how mail of a handle reaches its inbox',
        description:
          'With `reply`, From of forwarded mail is an address of ours for its author, and replies from the verified inbox leave from the handle. Without `allowInboxInText`, a reply that contains the address of the inbox is refused.',
        isVersioned: true,
        needsRecentSignIn: 'to show the inbox to correspondents: with a new `pass-through` or `allowInboxInText`',
        errors: ['not_found', 'role_without_right', 'plan_without_sending'],
        params: idParams,
        body: replyModeChange,
        response: { 200: replyMode },
      },
    },
    async (request, reply) => {
      const { body, params } = request;
      const current = await readReplyMode(db, accountOf(request).id, params.id);
      if (showsMore(body, current)) await sessions.requireRecentSignIn(request);
      const expected = expectedVersions(request);
      return sendVersioned(reply, await changeReplyMode(db, accountOf(request).id, params.id, body, expected));
    },
  );
}
