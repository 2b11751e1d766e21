import type { Directory, Resolution } from '../../../mail/host/directory.ts';
import { handleIn } from './directory.ts';

/**
 * The maximum age of an entry in milliseconds. A lost subscription is noticed much earlier, because it is probed
 * (server/platform/db/change-notifications.ts).
 */
const MAX_AGE_MS = 600_000;

interface Entry {
  resolution: Resolution;
  expiresAt: number;
}

/** A directory that caches resolutions while it is subscribed to all changes. */
export interface CachedDirectory extends Directory {
  /** Drops a name whose forwarding may have changed. */
  drop(name: string): void;
  /** Drops everything. Caches nothing as long as `listening` is false. */
  clear(listening: boolean): void;
}

/**
 * Caches resolutions and evicts the least recently used. Unknown names have a cache for themselves, so that guessing names
 * evicts no existing one. A resolution that was read while its name changed is not cached.
 */
export function createDirectoryCache(directory: Directory, max = 50_000): CachedDirectory {
  const known = new Map<string, Entry>();
  const unknown = new Map<string, Entry>();
  /** Names that are being read, with the number of readers and whether they changed meanwhile. */
  const reading = new Map<string, { readers: number; changed: boolean }>();
  let listening = false;

  function find(name: string): Resolution | undefined {
    for (const cache of [known, unknown]) {
      const entry = cache.get(name);
      if (!entry) continue;
      cache.delete(name);
      if (entry.expiresAt <= Date.now()) return undefined;
      cache.set(name, entry);
      return entry.resolution;
    }
    return undefined;
  }

  function store(name: string, resolution: Resolution): void {
    const isKnown = resolution.kind !== 'refuse' || resolution.key !== undefined;
    const [cache, capacity] = isKnown ? [known, max] : [unknown, max / 5];
    cache.set(name, { resolution, expiresAt: Date.now() + MAX_AGE_MS });
    if (cache.size <= capacity) return;
    const [oldest] = cache.keys();
    if (oldest !== undefined) cache.delete(oldest);
  }

  return {
    async resolve(local) {
      const name = handleIn(local);
      const cached = find(name);
      if (cached) return cached;
      const read = reading.get(name) ?? { readers: 0, changed: false };
      read.readers += 1;
      reading.set(name, read);
      try {
        const resolution = await directory.resolve(name);
        if (listening && !read.changed) store(name, resolution);
        return resolution;
      } finally {
        read.readers -= 1;
        if (read.readers === 0 && reading.get(name) === read) reading.delete(name);
      }
    },

    drop(name) {
      known.delete(name);
      unknown.delete(name);
      const read = reading.get(name);
      if (read) read.changed = true;
      reading.delete(name);
    },

    clear(isListening) {
      listening = isListening;
      known.clear();
      unknown.clear();
      for (const read of reading.values()) read.changed = true;
      reading.clear();
    },
  };
}
