import { LRUCache } from 'lru-cache';
import { findRoute, type Route, type RouteOptions } from './route.ts';

const TTL_MS = 60_000;
const MAX_DOMAINS = 5000;

/** Caches routes for one minute. Concurrent callers share one lookup. */
export class RouteCache {
  readonly #options: RouteOptions;
  readonly #routes = new LRUCache<string, Promise<Route>>({ max: MAX_DOMAINS, ttl: TTL_MS });

  constructor(options: RouteOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  find(domain: string): Promise<Route> {
    const cached = this.#routes.get(domain);
    if (cached) return cached;
    const route = findRoute(domain, this.#options);
    this.#routes.set(domain, route);
    void route.then(({ kind }) => {
      // Failed lookups are not cached.
      if (kind === 'deferred' && this.#routes.peek(domain) === route) this.#routes.delete(domain);
    });
    return route;
  }
}
