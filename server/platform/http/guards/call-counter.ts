import { LRUCache } from 'lru-cache';
import type { Queryable } from '../../db/database.ts';
import { type CallCount, countCall } from './network-limit-store.ts';

/** Networks whose calls a process counts; the least recently seen are forgotten first. */
const MAX_NETWORKS = 5000;

type Callback = (error: Error | null, count: CallCount) => void;

/** What @fastify/rate-limit passes to the store of a route. */
interface RouteParams {
  /** Whether the calls to all processes are counted together. */
  shared?: boolean;
  routeInfo?: { method?: string | string[]; url?: string };
}

/** A store for @fastify/rate-limit. */
interface CallCounter {
  incr(network: string, done: Callback, windowMs: number, max: number): void;
  child(params: object): CallCounter;
}

/**
 * Returns the class of a store that counts in memory and, for routes with `shared`, also in the database. Calls above
 * the limit of this process do not reach the database. While the database is unavailable, each process counts by itself.
 */
export function callCounterClass(db: Queryable, secret: Buffer): new () => CallCounter {
  class Counter implements CallCounter {
    /** Created at the first call: tables for all routes would take time and memory at the start. */
    #windows?: LRUCache<string, { count: number; endsAt: number }>;
    /** The name of the route if all processes count its calls together. */
    readonly #route: string | undefined;

    constructor(route?: unknown) {
      // For the counter of all other routes, the plugin passes its settings here.
      this.#route = typeof route === 'string' ? route : undefined;
    }

    incr(network: string, done: Callback, windowMs: number, max: number): void {
      const own = this.#count(network, windowMs);
      if (this.#route === undefined || own.current > max) {
        done(null, own);
        return;
      }
      countCall(db, secret, `${this.#route} ${network}`, windowMs).then(
        (all) => done(null, all.current > own.current ? all : own),
        () => done(null, own),
      );
    }

    child(params: object): CallCounter {
      const { shared = false, routeInfo = {} } = params as RouteParams;
      return new Counter(shared ? `${routeInfo.method} ${routeInfo.url}` : undefined);
    }

    #count(network: string, windowMs: number): CallCount {
      const now = performance.now();
      this.#windows ??= new LRUCache({ max: MAX_NETWORKS });
      const found = this.#windows.get(network);
      const window = found && found.endsAt > now ? found : { count: 0, endsAt: now + windowMs };
      window.count += 1;
      this.#windows.set(network, window);
      return { current: window.count, ttl: window.endsAt - now };
    }
  }
  return Counter;
}
