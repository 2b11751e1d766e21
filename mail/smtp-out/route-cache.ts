import { findRoute, type Route, type RouteOptions } from './route.ts';

const KEPT_FOR = 60_000;
const MOST_KEPT = 5000;

/** RouteCache of domains, each looked up once a minute at most and by one caller at a time. */
export class RouteCache {
  private readonly options: RouteOptions;
  private readonly kept = new Map<string, { route: Promise<Route>; until: number }>();

  constructor(options: RouteOptions) {
    this.options = options;
  }

  /** Never rejects. */
  find(domain: string): Promise<Route> {
    const now = performance.now();
    const known = this.kept.get(domain);
    if (known && known.until > now) return known.route;
    const route = findRoute(domain, this.options);
    this.kept.delete(domain);
    this.kept.set(domain, { route, until: now + KEPT_FOR });
    void route.then(({ kind }) => {
      // What nobody could tell is asked again at once.
      if (kind === 'deferred' && this.kept.get(domain)?.route === route) this.kept.delete(domain);
    });
    const [oldest] = this.kept.keys();
    if (this.kept.size > MOST_KEPT && oldest !== undefined) this.kept.delete(oldest);
    return route;
  }
}
