import {
  autoReply,
  autoReplyChange,
  autoReplyPreview,
  autoReplyPreviewRequest,
} from '../../contract/sending/auto-reply.ts';
import type { App } from '../platform/http/app-context.ts';
import { expectedVersions, sendVersioned } from '../platform/http/cache/etag-versions.ts';
import { savingLimit } from '../platform/http/guards/rate-limits.ts';
import { idParams } from '../platform/http/paging.ts';
import type { Server } from '../platform/http/server.ts';
import { accountOf } from '../platform/http/sessions/sessions.ts';
import { changeAutoReply, previewAutoReply, readAutoReply } from './rules.ts';

const tags = ['Sending'];

/** The automatic reply of a handle. */
export function autoReplyRoutes(app: Server, { db, site, sessions }: App): void {
  const onRequest = sessions.required;

  app.get(
    '/api/handles/:id/auto-reply',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Get the automatic reply of a handle',
        isVersioned: true,
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        response: { 200: autoReply },
      },
    },
    async (request, reply) => sendVersioned(reply, await readAutoReply(db, accountOf(request).id, request.params.id)),
  );

  app.put(
    '/api/handles/:id/auto-reply',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Replace the automatic reply of a handle',
        description:
          '`{name}` in subject and text becomes the name of the sender. Only authenticated mail of a person that names the handle in To or Cc is answered, and each sender at most once in `every` days. A reply can be saved on any plan, but switched on only on a plan that has it.',
        isVersioned: true,
        errors: ['not_found', 'role_without_right', 'plan_without_auto_reply'],
        params: idParams,
        body: autoReplyChange,
        response: { 200: autoReply },
      },
      config: savingLimit,
    },
    async (request, reply) => {
      const { body, params } = request;
      const expected = expectedVersions(request);
      return sendVersioned(reply, await changeAutoReply(db, accountOf(request).id, params.id, body, expected));
    },
  );

  app.post(
    '/api/handles/:id/auto-reply/preview',
    {
      onRequest,
      schema: {
        tags,
        summary: 'Show an automatic reply as one sender would get it',
        description: 'Nothing is saved or sent.',
        errors: ['not_found', 'role_without_right'],
        params: idParams,
        body: autoReplyPreviewRequest,
        response: { 200: autoReplyPreview },
      },
    },
    async (request) => {
      const { mailDomain } = site;
      return previewAutoReply({ db, mailDomain }, accountOf(request).id, request.params.id, request.body);
    },
  );
}
