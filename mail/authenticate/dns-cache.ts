import type { Resolver } from '../host/resolver.ts';

/** Seconds that an answer is kept: Node tells the TTL of addresses alone. */
const KEPT = 300;
const NONE_KEPT = 60;
const SHORTEST = 1;
const MOST_NAMES = 20_000;
const NONE = new Set(['ENOTFOUND', 'ENODATA']);

interface Entry {
  answer: Promise<unknown>;
  /** On the clock of `now`; Infinity while the question is out. */
  until: number;
}

/** What an address is answered with where its TTL is asked for too. */
interface TimedAddress {
  address: string;
  ttl: number;
}

/**
 * Asks once for whatever is asked again soon, and once for what is asked at the same time. Answers are kept for their
 * TTL where it is known, "none" for a minute, failures not at all. Everybody gets the same array: it is not to be
 * changed. `now` counts milliseconds and never jumps.
 */
export function cachedResolver(resolver: Resolver, now: () => number = () => performance.now()): Resolver {
  const entries = new Map<string, Entry>();

  return {
    resolve(name, type) {
      const key = `${type} ${name.toLowerCase()}`;
      const known = entries.get(key);
      if (known && known.until > now()) return known.answer;
      const entry: Entry = { answer: Promise.resolve(), until: Number.POSITIVE_INFINITY };
      entry.answer = ask(resolver, name, type).then(
        ({ answer, seconds }) => {
          entry.until = now() + seconds * 1000;
          return answer;
        },
        (error: NodeJS.ErrnoException) => {
          if (NONE.has(error.code ?? '')) entry.until = now() + NONE_KEPT * 1000;
          else if (entries.get(key) === entry) entries.delete(key);
          throw error;
        },
      );
      entry.answer.catch(() => {}); // whoever asked is told
      // Set anew, so that the order of the map is the order of arrival.
      entries.delete(key);
      entries.set(key, entry);
      if (entries.size > MOST_NAMES) {
        const [oldest] = entries.keys();
        if (oldest !== undefined) entries.delete(oldest);
      }
      return entry.answer;
    },
  };
}

async function ask(resolver: Resolver, name: string, type: string): Promise<{ answer: unknown; seconds: number }> {
  const timed = type === 'A' ? resolver.resolve4 : type === 'AAAA' ? resolver.resolve6 : undefined;
  if (!timed) return { answer: await resolver.resolve(name, type), seconds: KEPT };
  const addresses = (await timed.call(resolver, name, { ttl: true })) as TimedAddress[];
  const seconds = Math.min(...addresses.map(({ ttl }) => ttl), KEPT);
  return { answer: addresses.map(({ address }) => address), seconds: Math.max(seconds, SHORTEST) };
}
