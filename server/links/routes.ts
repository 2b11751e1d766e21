import { z } from 'zod';
import { pages as paths } from '../../contract/paths.ts';
import type { App } from '../plumbing/app-context.ts';
import { pageHeaders } from '../plumbing/documents.ts';
import { toFailure } from '../plumbing/error-mapping.ts';
import type { Server } from '../plumbing/server.ts';
import { followLink, type LinkActs, viewLink } from './rules.ts';

const params = z.object({ token: z.string().max(200) });
const STATUS = {
  ready: 200,
  used: 410,
  expired: 410,
  invalid: 404,
  'handle-gone': 409,
  'inbox-full': 409,
  closed: 200,
} as const;

/** The page behind every mailed link, and its button. */
export function linkRoutes(app: Server, { db, clock, site, pages, sessions }: App, acts: LinkActs): void {
  app.get('/link/:token', { onRequest: sessions.optional, schema: { params } }, async (request, reply) => {
    const link = await viewLink(db, acts, request.params.token, { now: clock(), viewer: request.account });
    pageHeaders(reply, site);
    return reply.status(STATUS[link.state]).send(pages.linkPage(link));
  });

  // A plain form without fields: the body is empty, the token in the path is all there is to say.
  app.post('/link/:token', { schema: { params } }, async (request, reply) => {
    try {
      const result = await followLink(db, acts, request.params.token, clock);
      if (result.signIn !== undefined) await sessions.signIn(request, reply, result.signIn);
      return reply.redirect(result.goTo ?? paths.link(request.params.token), 303);
    } catch (error) {
      const [failure] = toFailure(error);
      if (failure.status >= 500) throw error;
      // The page itself says why, in its own words.
      const link = await viewLink(db, acts, request.params.token, { now: clock() });
      if (link.state === 'ready') throw error;
      pageHeaders(reply, site);
      return reply.status(STATUS[link.state]).send(pages.linkPage(link));
    }
  });
}
