import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isHandle } from '../../contract/handles/handle-rules.ts';
import { pages as paths } from '../../contract/paths.ts';
import { planHasFeature } from '../../contract/payments/features.ts';
import { getPublicProfile } from '../../contract/profiles/profiles.ts';
import type { PageVisits } from '../analytics/shared/page-visits.ts';
import { formTokens } from '../blocks/forms/form-page-rules.ts';
import { isFreeToClaim } from '../handles/offer-rules.ts';
import { isUnreachable, type Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { App } from '../platform/http/app-context.ts';
import { chooseCoding, matchesIfNoneMatch } from '../platform/http/cache/http-cache.ts';
import { callServer } from '../platform/http/call-server.ts';
import { allowedOrigins } from '../platform/http/guards/csrf.ts';
import type { NetworkGuard } from '../platform/http/guards/network-guard.ts';
import { publicPagePolicy } from '../platform/http/pages/content-security-policy.ts';
import type { Server } from '../platform/http/server.ts';
import { withTimeout } from '../platform/with-timeout.ts';
import { clickRoute } from './page/click-route.ts';
import { pageExistence } from './page/existing-pages.ts';
import { missingPageComposer } from './page/missing-page.ts';
import { type CachedPage, type Coding, finishPage, isPage, type MissingPage, PageCache } from './page/page-cache.ts';
import { PageFastPath } from './page/page-fast-path.ts';
import { measurePages } from './page/page-metrics.ts';
import { isResting, publicProfile, readProfile } from './rules.ts';

/** Milliseconds to wait for the database before an older page is served. */
const DATABASE_TIMEOUT_MS = 3000;

/** Caches must revalidate for each view. */
const REVALIDATED = { 'cache-control': 'public, no-cache' };
/**
 * A CDN serves views for a minute, and for four more while we do not respond. This uses the header field for CDNs (RFC
 * 9213), because with s-maxage a strict cache must not use stale-if-error (RFC 9111 4.2.4).
 */
const CDN_CACHED = {
  'cache-control': 'public, max-age=0, s-maxage=60, stale-if-error=240',
  'cdn-cache-control': 'max-age=60, stale-if-error=240',
};

const params = z.object({ username: z.string() });

/** Sends the page of a handle, or the page of a missing one. */
type SendProfile = (username: string, request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

const NO_HANDLE: MissingPage = { isResting: false, isFree: false };

/**
 * Routes of the public profile, as JSON and as a page with counted views and clicks. Returns the page cache, whose
 * entries are dropped when a handle changes, and what sends a page.
 */
export function profileRoutes(
  app: Server,
  { config, db, replica, clock, site, liveSite, pages, linkBlocklist, secrets, sessions }: App,
  visits: PageVisits,
  networks: NetworkGuard | undefined,
): { cache: PageCache; sendProfile: SendProfile } {
  const context = { db, clock, isBlocked: (url: string) => linkBlocklist.has(url) };
  const cache = new PageCache(clock);
  const caching = config.analytics.cdnSince ? CDN_CACHED : REVALIDATED;
  const hosts = new Set([...allowedOrigins(config)].map((origin) => new URL(origin).host));
  const fastPath = new PageFastPath(cache, hosts, visits);
  fastPath.attach(app);
  const composeMissing = missingPageComposer(site, pages);
  if (networks) {
    const exists = pageExistence(db, cache);
    networks.exists = ({ username = '' }) => exists(username);
  }
  const measured = measurePages({ cache, fastPath });
  app.addHook('onClose', async () => measured.end());

  const serve = callServer(app, sessions, 'Profiles');
  serve(getPublicProfile, { summary: 'Get the page of a handle' }, async ({ params }) => {
    const profile = await publicProfile(context, params.username);
    if (!profile) throw new ApiError((await isResting(db, params.username)) ? 'handle_resting' : 'not_found');
    return profile;
  });

  async function readParts(from: Queryable, username: string) {
    const found = await readProfile({ ...context, db: from }, username);
    if (!('profile' in found)) {
      const isFreeNow = found.state === undefined && (await isFreeToClaim(from, { site, liveSite }, username, clock()));
      return { missing: { isResting: found.state === 'resting', isFree: isFreeNow } };
    }
    const hasForms = found.profile.blocks.some(({ type }) => type === 'contact' || type === 'subscribe');
    return {
      ...found,
      tokens: hasForms ? await formTokens({ db: from, secrets }, found.profile.username, clock()) : {},
    };
  }

  async function readPage(username: string): Promise<CachedPage | MissingPage> {
    const query = (from: Queryable) => readParts(from, username);
    const reading = replica ? replica.read(username, query) : query(db);
    const found = await (cache.lastKnown(username) ? withTimeout(reading, DATABASE_TIMEOUT_MS, timedOut) : reading);
    if ('missing' in found) return found.missing;
    const { profile, tokens } = found;
    const countClicks = planHasFeature(profile.username, 'analytics', site.commonFeatures);
    const rendered = pages.renderer.renderPublicPage({
      site,
      profile,
      socialImage: found.socialImage?.hash,
      followLinks: found.followLinks,
      countClicks,
      now: clock().getTime(),
      formTokens: tokens,
      reportPage: true,
    });
    const countedLinks = new Set(countClicks ? found.links.map(({ clickId }) => clickId) : []);
    const { changesAt } = found;
    const hasForms = Object.keys(tokens).length > 0;
    const hasFont = Boolean(profile.look?.font);
    return finishPage(rendered, { handle: profile.username, countedLinks, changesAt, hasForms, hasFont });
  }

  async function pageOf(username: string): Promise<CachedPage | MissingPage> {
    const cached = cache.get(username) ?? cache.missing(username);
    if (cached) {
      measured.hit();
      return cached;
    }
    if (!isHandle(username)) return NO_HANDLE;
    try {
      return await cache.read(username, () => readPage(username));
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      cache.unreachable();
      const kept = cache.lastKnown(username);
      if (!kept) throw error;
      return kept;
    }
  }

  // The response depends only on the path: no cookie is read, so a shared cache can store it.
  const sendProfile: SendProfile = async (username, request, reply) => {
    const lower = username.toLowerCase();
    const page = await pageOf(lower);
    if (!isPage(page)) {
      const { status, policy, body } = composeMissing(username, page);
      return (
        reply
          .status(status)
          .type('text/html; charset=utf-8')
          // Revalidated each time: a page must not stay missing after its handle is claimed.
          .headers(REVALIDATED)
          .header('content-security-policy', policy)
          .send(body)
      );
    }
    if (lower !== username) return reply.redirect(paths.profile(lower), 301);
    reply.header('content-security-policy', publicPagePolicy(site, page.styleHash, page));
    const coding = chooseCoding(request.headers['accept-encoding']) ?? 'identity';
    fastPath.record(request.raw, reply.raw, page, coding);
    if (request.method === 'GET') visits.view(page.handle, request.raw);
    return sendPage(request, reply.headers(caching), page, coding);
  };
  app.get('/:username', { schema: { params }, config: { rateLimit: false } }, async (request, reply) =>
    sendProfile(request.params.username, request, reply),
  );

  clickRoute(app, { site, pageOf, networks, visits });
  return { cache, sendProfile };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: CachedPage, coding: Coding): FastifyReply {
  reply.type('text/html; charset=utf-8').header('vary', 'accept-encoding').header('etag', page.etag);
  if (matchesIfNoneMatch(request, page.etag)) return reply.status(304).send();
  if (coding !== 'identity') reply.header('content-encoding', coding);
  return reply.send(Buffer.from(page.bodies[coding], 'latin1'));
}

/** Throws the error of an unreachable database. */
function timedOut(): never {
  throw Object.assign(new Error('The database did not respond in time'), { code: 'ETIMEDOUT' });
}
