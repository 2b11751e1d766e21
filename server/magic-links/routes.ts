import { z } from 'zod';
import { pages as paths } from '../../contract/paths.ts';
import type { LinkPurpose } from '../../db/schema.ts';
import type { App } from '../platform/http/app-context.ts';
import { toApiError } from '../platform/http/error-mapping.ts';
import { countedNetwork } from '../platform/http/guards/rate-limits.ts';
import { pageHeaders } from '../platform/http/pages/content-security-policy.ts';
import type { Server } from '../platform/http/server.ts';
import { logSecurity } from '../platform/log/security-log.ts';
import { followLink, type LinkHandlers, viewLink } from './rules.ts';

const params = z.object({ token: z.string().max(200) });
/** `?refuse` is the second button of a page. */
const querystring = z.object({ refuse: z.string().max(10).optional() });
const STATUS = {
  ready: 200,
  used: 410,
  expired: 410,
  invalid: 404,
  'handle-gone': 409,
  'inbox-full': 409,
  closed: 200,
  'half-confirmed': 200,
  changed: 200,
  stopped: 200,
  restored: 200,
  'address-taken': 409,
  withdrawn: 410,
  joined: 200,
  waiting: 200,
} as const;

const SIGNS_IN = new Set<LinkPurpose>(['sign-in', 'claim', 'join-team']);

/** Routes of the page of every magic link, and of its button. */
export function magicLinkRoutes(
  app: Server,
  { config, db, clock, site, pages, sessions }: App,
  handlers: LinkHandlers,
): void {
  app.get('/link/:token', { onRequest: sessions.optional, schema: { params } }, async (request, reply) => {
    const link = await viewLink(db, handlers, request.params.token, { now: clock(), viewer: request.account });
    pageHeaders(reply, site);
    return reply.status(STATUS[link.state]).send(pages.linkPage(link));
  });

  // The form has no fields: the token in the path is all that is needed.
  app.post(
    '/link/:token',
    { onRequest: sessions.optional, schema: { params, querystring } },
    async (request, reply) => {
      try {
        const visitor = {
          network: countedNetwork(request, config),
          accountId: request.account?.id,
          refuses: request.query.refuse !== undefined,
        };
        const result = await followLink(db, handlers, request.params.token, clock, visitor);
        if (result.logged) logSecurity(request, result.logged.event, { account: result.logged.account });
        if (result.signIn !== undefined) await sessions.signIn(request, reply, result.signIn, 'link');
        return reply.redirect(result.goTo ?? paths.link(request.params.token), 303);
      } catch (error) {
        const [failure] = toApiError(error);
        if (failure.status >= 500) throw error;
        // The page shows the reason.
        const link = await viewLink(db, handlers, request.params.token, { now: clock(), viewer: request.account });
        if (link.state === 'ready') throw error;
        // An unknown token has the purpose sign-in: a client may be guessing tokens.
        if (SIGNS_IN.has(link.purpose))
          logSecurity(request, 'security.sign_in_failed', { code: failure.code, purpose: link.purpose });
        pageHeaders(reply, site);
        return reply.status(STATUS[link.state]).send(pages.linkPage(link));
      }
    },
  );
}
