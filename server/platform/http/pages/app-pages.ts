import { pages as paths } from '../../../../contract/paths.ts';
import { ApiError } from '../api-error.ts';
import type { App } from '../app-context.ts';
import type { Server } from '../server.ts';
import { findSharedAsset } from './shared-assets.ts';

const FOREVER = 'public, max-age=31536000, immutable';

/** Serves the app's documents. The browser's router selects the screen; the server renders it first. */
export function appPageRoutes(app: Server, { pages, sessions, db, storage }: App): void {
  app.get('/', { onRequest: sessions.optional }, async (request, reply) => {
    // A signed-in visitor is redirected, which must not be cached for the next visitor.
    if (request.account) return reply.header('cache-control', 'no-store').redirect(paths.manage(), 302);
    return pages.app(request, reply);
  });

  for (const path of ['/create', '/email-forwarding', '/app', '/app/*']) {
    app.get(path, { onRequest: sessions.optional }, async (request, reply) => pages.app(request, reply));
  }

  app.get<{ Params: { '*': string } }>('/assets/*', (request, reply) => reply.sendFile(request.params['*']));

  // The rate limit plugin applies only to routes, and the not-found handler is not a route.
  const limit = app.hasDecorator('rateLimit') ? { preHandler: app.rateLimit() } : {};
  app.setNotFoundHandler(limit, async (request, reply) => {
    const shared = request.method === 'GET' ? await findSharedAsset({ db, storage }, request.url) : null;
    if (shared) return reply.type(shared.type).header('cache-control', FOREVER).send(shared.bytes);
    const page = request.method === 'GET' && !request.url.startsWith('/api/') && !request.url.startsWith('/assets/');
    if (!page) throw new ApiError('not_found');
    await sessions.optional(request);
    return pages.notFound(request, reply);
  });
}
