import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { calls, pages } from '../../contract/paths.ts';
import type { App } from '../platform/http/app-context.ts';
import { sendBytes } from '../platform/http/cache/http-cache.ts';
import { publicPagePolicy } from '../platform/http/pages/content-security-policy.ts';
import type { Server } from '../platform/http/server.ts';
import type { Description } from './description.ts';
import { docsPage } from './page.ts';

const STYLE = new URL('./page.css', import.meta.url);
const tags = ['This description'];
const REVALIDATE = 'public, no-cache';

/** Routes of the API description as OpenAPI and as a page. Both are built at the first request. */
export function apiDocsRoutes(app: Server, { site }: App): void {
  const description = memoize(async () => app.swagger() as unknown as Description);
  const json = memoize(async () => Buffer.from(JSON.stringify(await description())));
  const page = memoize(async () => {
    const style = await readFile(STYLE, 'utf8');
    const hash = `sha256-${createHash('sha256').update(style).digest('base64')}`;
    return { bytes: Buffer.from(docsPage(await description(), style).text), policy: publicPagePolicy(site, hash) };
  });

  app.get(
    calls.openApi(),
    { schema: { tags, summary: 'Get this description as OpenAPI 3.1', produces: ['application/json'] } },
    async (request, reply) =>
      sendBytes(request, reply, {
        bytes: await json(),
        type: 'application/json; charset=utf-8',
        cacheControl: REVALIDATE,
      }),
  );

  app.get(
    pages.apiDocs(),
    { schema: { tags, summary: 'Get this description as a page', produces: ['text/html'] } },
    async (request, reply) => {
      const { bytes, policy } = await page();
      reply.header('content-security-policy', policy);
      return sendBytes(request, reply, { bytes, type: 'text/html; charset=utf-8', cacheControl: REVALIDATE });
    },
  );
}

/** Returns a function that calls `make` at its first call and returns that result every time. */
function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= make();
    return result;
  };
}
