import { LRUCache } from 'lru-cache';
import type { Resolver } from '../host/runtime.ts';

/** Longest cache lifetime, and the lifetime of record types other than A and AAAA: Node reports no TTL for them. */
const MAX_TTL_SECONDS = 300;
const NEGATIVE_TTL_SECONDS = 60;
const MIN_TTL_SECONDS = 1;
const MAX_ENTRIES = 20_000;
const NO_RECORD = new Set(['ENOTFOUND', 'ENODATA']);

interface Entry {
  response: Promise<unknown>;
  /** Compared with `now`; Infinity while the query is pending. */
  until: number;
}

/** Address record with its TTL. */
interface TimedAddress {
  address: string;
  ttl: number;
}

/**
 * Caches DNS responses and shares pending queries. Records are cached for their TTL if Node reports one, and negative
 * responses for a minute; failures are not cached. All callers get the same array and must not change it. `now` is
 * monotonic, in milliseconds.
 */
export function cachedResolver(resolver: Resolver, now: () => number = () => performance.now()): Resolver {
  const entries = new LRUCache<string, Entry>({ max: MAX_ENTRIES });

  return {
    resolve(name, type) {
      const key = `${type} ${name.toLowerCase()}`;
      const cached = entries.get(key);
      if (cached && cached.until > now()) return cached.response;
      const entry: Entry = { response: Promise.resolve(), until: Number.POSITIVE_INFINITY };
      entry.response = query(resolver, name, type).then(
        ({ response, seconds }) => {
          entry.until = now() + seconds * 1000;
          return response;
        },
        (error: NodeJS.ErrnoException) => {
          if (NO_RECORD.has(error.code ?? '')) entry.until = now() + NEGATIVE_TTL_SECONDS * 1000;
          else if (entries.peek(key) === entry) entries.delete(key);
          throw error;
        },
      );
      entry.response.catch(() => {}); // callers handle the rejection
      entries.set(key, entry);
      return entry.response;
    },
  };
}

async function query(resolver: Resolver, name: string, type: string): Promise<{ response: unknown; seconds: number }> {
  const timed = type === 'A' ? resolver.resolve4 : type === 'AAAA' ? resolver.resolve6 : undefined;
  if (!timed) return { response: await resolver.resolve(name, type), seconds: MAX_TTL_SECONDS };
  const addresses = (await timed.call(resolver, name, { ttl: true })) as TimedAddress[];
  const seconds = Math.min(...addresses.map(({ ttl }) => ttl), MAX_TTL_SECONDS);
  return { response: addresses.map(({ address }) => address), seconds: Math.max(seconds, MIN_TTL_SECONDS) };
}
