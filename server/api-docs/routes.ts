import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { getApiDocs, getOpenApi } from '../../contract/api-docs.ts';
import type { App } from '../platform/http/app-context.ts';
import { compressAhead } from '../platform/http/cache/compression.ts';
import { chooseCoding, etagOf, matchesIfNoneMatch } from '../platform/http/cache/http-cache.ts';
import { callServer } from '../platform/http/call-server.ts';
import { publicPagePolicy } from '../platform/http/pages/content-security-policy.ts';
import type { Server } from '../platform/http/server.ts';
import type { Description } from './description.ts';
import { docsPage } from './page.ts';

const STYLE = new URL('./page.css', import.meta.url);
const REVALIDATE = 'public, no-cache';

/** Routes of the API description as OpenAPI and as a page. Both are built and compressed at the first request. */
export function apiDocsRoutes(app: Server, { site, sessions }: App): void {
  const description = memoize(async () => app.swagger() as unknown as Description);
  const json = memoize(async () =>
    prepare(Buffer.from(JSON.stringify(await description())), 'application/json; charset=utf-8'),
  );
  const page = memoize(async () => {
    const style = await readFile(STYLE, 'utf8');
    const hash = `sha256-${createHash('sha256').update(style).digest('base64')}`;
    const bytes = Buffer.from(docsPage(await description(), style).text);
    return { file: await prepare(bytes, 'text/html; charset=utf-8'), policy: publicPagePolicy(site, hash) };
  });

  const serve = callServer(app, sessions, 'This description');
  serve(getOpenApi, { summary: 'Get this description as OpenAPI 3.1' }, async ({ request, reply }) =>
    send(request, reply, await json()),
  );

  serve(getApiDocs, { summary: 'Get this description as a page' }, async ({ request, reply }) => {
    const { file, policy } = await page();
    reply.header('content-security-policy', policy);
    return send(request, reply, file);
  });
}

interface Prepared {
  type: string;
  etag: string;
  bodies: Record<'br' | 'gzip' | 'identity', Buffer>;
}

async function prepare(identity: Buffer, type: string): Promise<Prepared> {
  return { type, etag: etagOf(identity), bodies: { ...(await compressAhead(identity)), identity } };
}

/** Sends the bytes in an encoding that the client accepts, or 304 if the client has them. */
function send(request: FastifyRequest, reply: FastifyReply, { type, etag, bodies }: Prepared): FastifyReply {
  const coding = chooseCoding(request.headers['accept-encoding']) ?? 'identity';
  reply.type(type).header('etag', etag).header('cache-control', REVALIDATE).header('vary', 'accept-encoding');
  // Clients on other sites may read the description.
  reply.header('cross-origin-resource-policy', 'cross-origin');
  if (matchesIfNoneMatch(request, etag)) return reply.status(304).send();
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.send(bodies[coding]);
}

/** Returns a function that calls `make` at its first call and returns that result every time. */
function memoize<T>(make: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => {
    result ??= make();
    return result;
  };
}
