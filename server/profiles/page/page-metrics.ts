import { countedElsewhere, gauge } from '../../platform/metrics/registry.ts';
import type { PageCache } from './page-cache.ts';
import type { PageFastPath } from './page-fast-path.ts';

interface Pages {
  cache: PageCache;
  fastPath: PageFastPath;
}

const measured = new Set<Pages>();
/** Cached pages sent by the framework: for unusual requests, and for the first request of each kind. */
let frameworkHits = 0;

const sum = (count: (pages: Pages) => number) => [...measured].reduce((total, pages) => total + count(pages), 0);
const sentWithoutFramework = ({ fastPath }: Pages) => fastPath.sent.reduce((total, { count }) => total + count, 0);

countedElsewhere(
  'nameplate_page_fast_path_responses_total',
  'Public pages that were sent without the framework, and are not in nameplate_http_requests_total',
  ['method', 'status'],
  () =>
    [...measured].flatMap(({ fastPath }) =>
      fastPath.sent.map(({ method, status, count }) => ({ labels: { method, status: String(status) }, value: count })),
    ),
);
countedElsewhere('nameplate_page_cache_requests_total', 'Requests for public pages', ['result'], () => [
  { labels: { result: 'hit' }, value: frameworkHits + sum(sentWithoutFramework) },
  { labels: { result: 'miss' }, value: sum(({ cache }) => cache.reads) },
]);
gauge('nameplate_page_cache_pages', 'Public pages in memory', [], () => [{ value: sum(({ cache }) => cache.size) }]);

/** Measures the public pages of an app until `end`. */
export function measurePages(pages: Pages): { hit(): void; end(): void } {
  measured.add(pages);
  return {
    hit() {
      frameworkHits += 1;
    },
    end: () => void measured.delete(pages),
  };
}
