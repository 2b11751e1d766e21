import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pages as paths } from '../../contract/paths.ts';
import { publicProfile as profileSchema } from '../../contract/profiles.ts';
import { isUnreachable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { allowedOrigins } from '../platform/http/csrf.ts';
import { chooseCoding, matchesIfNoneMatch } from '../platform/http/http-cache.ts';
import { publicPagePolicy } from '../platform/http/pages/renderer.ts';
import type { Server } from '../platform/http/server.ts';
import { type CachedPage, type Coding, finishPage, PageCache } from './page/page-cache.ts';
import { PageFastPath } from './page/page-fast-path.ts';
import { isResting, publicProfile, sharedProfile } from './rules.ts';

/** Milliseconds that a visitor waits for a page to be read anew where it could be served as it was. */
const ANSWER_WITHIN = 3000;

const params = z.object({ username: z.string() });

/** The call and the page of a public profile. Answers the cache, whose pages are dropped when a handle changes. */
export function profileRoutes(app: Server, { config, db, clock, site, pages }: App): PageCache {
  const cache = new PageCache({ now: () => clock().getTime() });
  const fastPath = new PageFastPath(cache, new Set([...allowedOrigins(config)].map((origin) => new URL(origin).host)));
  fastPath.attach(app);

  app.get('/api/profile/:username', { schema: { params, response: { 200: profileSchema } } }, async (request) => {
    const profile = await publicProfile(db, request.params.username);
    if (!profile) throw new ApiError((await isResting(db, request.params.username)) ? 'handle_resting' : 'not_found');
    return profile;
  });

  /** Reads the page and keeps it; null where there is none. */
  async function readPage(username: string): Promise<CachedPage | null> {
    const begun = cache.begin();
    const reading = sharedProfile(db, username);
    const found = await (cache.lastKnown(username) ? answered(reading) : reading);
    if (!found) {
      cache.keep(username, null, begun);
      return null;
    }
    const { html, styleHash } = pages.renderer.renderPublicPage({
      site,
      profile: found.profile,
      card: found.card?.hash,
      followLinks: found.followLinks,
    });
    const page = await finishPage(html, styleHash);
    cache.keep(username, page, begun);
    return page;
  }

  async function pageOf(username: string): Promise<CachedPage | null> {
    const cached = cache.get(username);
    if (cached) return cached;
    try {
      return await readPage(username);
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      cache.unreachable();
      const kept = cache.lastKnown(username);
      if (!kept) throw error;
      return kept;
    }
  }

  // Depends on the path alone: no cookie is read, so that every copy is everybody's.
  app.get('/:username', { schema: { params }, config: { rateLimit: false } }, async (request, reply) => {
    const { username } = request.params;
    const lower = username.toLowerCase();
    const page = await pageOf(lower);
    if (page && lower !== username) return reply.redirect(paths.profile(lower), 301);
    if (page) {
      reply.header('content-security-policy', publicPagePolicy(site, page.styleHash));
      const coding = chooseCoding(request.headers['accept-encoding']) ?? 'identity';
      fastPath.record(request.raw, reply.raw, page, coding);
      return sendPage(request, reply, page, coding);
    }
    const resting = await isResting(db, lower);
    const { html, styleHash } = resting
      ? pages.renderer.renderResting({ username: lower })
      : pages.renderer.renderProfileNotFound({ site, username });
    return reply
      .status(resting ? 410 : 404)
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .header('content-security-policy', publicPagePolicy(site, styleHash))
      .send(html);
  });

  return cache;
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage, coding: Coding): FastifyReply {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'public, no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag);
  if (matchesIfNoneMatch(request, page.etag)) return reply.status(304).send();
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.send(Buffer.from(page.bodies[coding], 'latin1'));
}

/** Rejects as an unreachable database does where the answer takes long and an older page could be served instead. */
async function answered<T>(reading: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const late = sleep(ANSWER_WITHIN, undefined, { signal: timer.signal, ref: false }).then(() => {
    throw Object.assign(new Error('The database did not answer in time'), { code: 'ETIMEDOUT' });
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    timer.abort();
    late.catch(() => {});
    reading.catch(() => {});
  }
}
