import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { emailHeaders, pageHeaders } from '../platform/http/pages/content-security-policy.ts';
import type { Server } from '../platform/http/server.ts';
import { listPage, messagePage } from './pages.ts';
import { findMessage, htmlWithPictures, newestMessages } from './rules.ts';

const MAX_MESSAGES = 200;
const STYLE = new URL('./outbox.css', import.meta.url);

/** Shows the mail sent in local mode at `/dev/outbox`. `platform/http/guards/local-only.ts` rejects other clients. */
export function outboxRoutes(app: Server, { config, site }: App): void {
  const folder = path.join(config.dataDir, 'outbox');

  app.get('/dev/outbox.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(await readFile(STYLE)),
  );

  app.get('/dev/outbox', async (_request, reply) => {
    pageHeaders(reply, site);
    return reply.send(listPage(await newestMessages(folder, MAX_MESSAGES), site).text);
  });

  app.get('/dev/outbox/:id', { schema: { params: z.object({ id: z.string() }) } }, async (request, reply) => {
    const message = await findMessage(folder, request.params.id);
    if (!message) throw new ApiError('not_found');
    pageHeaders(reply, site);
    return reply.send(messagePage(request.params.id, message, site).text);
  });

  app.get('/dev/outbox/:id/html', { schema: { params: z.object({ id: z.string() }) } }, async (request, reply) => {
    const message = await findMessage(folder, request.params.id);
    if (!message?.email.html) throw new ApiError('not_found');
    emailHeaders(reply, site);
    return reply.send(htmlWithPictures(message.email));
  });
}
