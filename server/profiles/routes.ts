import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { pages as paths } from '../../contract/paths.ts';
import { publicProfile as profileSchema } from '../../contract/profiles.ts';
import { chooseCoding, isKnown } from '../plumbing/answers.ts';
import type { App } from '../plumbing/app-context.ts';
import { publicPagePolicy } from '../plumbing/documents.ts';
import { Failure } from '../plumbing/failure.ts';
import type { Server } from '../plumbing/server.ts';
import { type CachedPage, finishPage, PageCache } from './page-cache.ts';
import { isResting, publicProfile, sharedProfile } from './rules.ts';

const params = z.object({ username: z.string() });

/** The call and the page of a public profile. Answers the cache, whose pages are dropped when a handle changes. */
export function profileRoutes(app: Server, { db, site, pages }: App): PageCache {
  const cache = new PageCache();

  app.get('/api/profile/:username', { schema: { params, response: { 200: profileSchema } } }, async (request) => {
    const profile = await publicProfile(db, request.params.username);
    if (!profile) throw new Failure((await isResting(db, request.params.username)) ? 'handle_resting' : 'not_found');
    return profile;
  });

  async function pageOf(username: string): Promise<CachedPage | null> {
    const cached = cache.get(username);
    if (cached) return cached;
    const begun = cache.begin();
    const found = await sharedProfile(db, username);
    if (!found) return null;
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

  // Depends on the path alone: no cookie is read, so that every copy is everybody's.
  app.get('/:username', { schema: { params }, config: { rateLimit: false } }, async (request, reply) => {
    const { username } = request.params;
    const lower = username.toLowerCase();
    const page = await pageOf(lower);
    if (page && lower !== username) return reply.redirect(paths.profile(lower), 301);
    if (page)
      return sendPage(request, reply.header('content-security-policy', publicPagePolicy(site, page.styleHash)), page);
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

function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage): FastifyReply {
  reply
    .type('text/html; charset=utf-8')
    .header('cache-control', 'public, no-cache')
    .header('vary', 'accept-encoding')
    .header('etag', page.etag);
  if (isKnown(request, page.etag)) return reply.status(304).send();
  const coding = chooseCoding(request.headers['accept-encoding']);
  if (coding) reply.header('content-encoding', coding);
  return reply.send(page.bodies[coding ?? 'identity']);
}
