import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { pageHeaders } from '../platform/http/pages/renderer.ts';
import type { Server } from '../platform/http/server.ts';
import { listPage, messagePage } from './pages.ts';
import { mailById, newestMails } from './rules.ts';

const MOST = 200;
const STYLE = new URL('./outbox.css', import.meta.url);

/** Mail that left in local mode, to read in the browser: `/dev/outbox`. `platform/http/local-only.ts` keeps others out. */
export function outboxRoutes(app: Server, { config, site }: App): void {
  const folder = path.join(config.dataDir, 'outbox');

  app.get('/dev/outbox.css', async (_request, reply) =>
    reply.type('text/css; charset=utf-8').send(await readFile(STYLE)),
  );

  app.get('/dev/outbox', async (_request, reply) => {
    pageHeaders(reply, site);
    return reply.send(listPage(await newestMails(folder, MOST), site).text);
  });

  app.get('/dev/outbox/:id', { schema: { params: z.object({ id: z.string() }) } }, async (request, reply) => {
    const mail = await mailById(folder, request.params.id);
    if (!mail) throw new ApiError('not_found');
    pageHeaders(reply, site);
    return reply.send(messagePage(mail.email, mail.source, site).text);
  });
}
