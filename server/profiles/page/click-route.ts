import { z } from 'zod';
import type { Site } from '../../../contract/documents.ts';
import { isHandle } from '../../../contract/handles/handle-rules.ts';
import { planHasFeature } from '../../../contract/payments/features.ts';
import type { PageVisits } from '../../analytics/shared/page-visits.ts';
import type { NetworkGuard } from '../../platform/http/guards/network-guard.ts';
import type { Server } from '../../platform/http/server.ts';
import type { CachedPage, MissingPage } from './page-cache.ts';

/** A browser sends the body PING (HTML 4.6.5, hyperlink auditing). */
const MAX_BODY_BYTES = 1024;

const params = z.object({ username: z.string(), blockId: z.string() });

/**
 * The address that a browser calls when someone follows a link (the attribute `ping`). It immediately responds with 204
 * to everything: no response reveals whether a page or a link exists, or whether the click was counted.
 */
export function clickRoute(
  app: Server,
  {
    site,
    pageOf,
    networks,
    visits,
  }: {
    site: Pick<Site, 'commonFeatures'>;
    pageOf: (handle: string) => Promise<CachedPage | MissingPage>;
    networks: NetworkGuard | undefined;
    visits: PageVisits;
  },
): void {
  // The content type parser applies to this scope only. It accepts a body of any type and ignores it.
  app.register(async (scope: Server) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES }, (_request, _body, done) =>
      done(null),
    );
    // Clicks of one network are limited where they are counted, because a 429 would be a different response.
    const config = { clickPing: true, rateLimit: false as const };
    scope.post('/:username/ping/:blockId', { schema: { params }, config }, async (request, reply) => {
      const { username, blockId } = request.params;
      const isCounted = isHandle(username) && planHasFeature(username, 'analytics', site.commonFeatures);
      if (isCounted && !networks?.hasTooManyMisses(request.raw)) {
        const counted = pageOf(username).then(
          (page) => {
            if ('bodies' in page) return page.countedLinks.has(blockId) ? page.handle : null;
            networks?.miss(request.raw);
            return null;
          },
          // While the database cannot be reached, the link cannot be checked.
          () => null,
        );
        visits.click(counted, blockId, request.raw);
      }
      return reply.status(204).send();
    });
  });
}
