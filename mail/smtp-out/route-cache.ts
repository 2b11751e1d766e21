import { findRoute, type Route, type RouteOptions } from './route.ts';

const TTL_MS = 60_000;
const MAX_DOMAINS = 5000;

/** Caches routes for one minute. Concurrent callers share one lookup. */
export class RouteCache {
  private readonly options: RouteOptions;
  private readonly entries = new Map<string, { route: Promise<Route>; until: number }>();

  constructor(options: RouteOptions) {
    this.options = options;
  }

  /** Never rejects. */
  find(domain: string): Promise<Route> {
    const now = performance.now();
    const cached = this.entries.get(domain);
    if (cached && cached.until > now) return cached.route;
    const route = findRoute(domain, this.options);
    this.entries.delete(domain);
    this.entries.set(domain, { route, until: now + TTL_MS });
    void route.then(({ kind }) => {
      // Failed lookups are not cached.
      if (kind === 'deferred' && this.entries.get(domain)?.route === route) this.entries.delete(domain);
    });
    const [oldest] = this.entries.keys();
    if (this.entries.size > MAX_DOMAINS && oldest !== undefined) this.entries.delete(oldest);
    return route;
  }
}
