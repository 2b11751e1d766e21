import { LRUCache } from 'lru-cache';

/**
 * The maximum age of an entry in milliseconds. A lost subscription is noticed much earlier, because it is probed
 * (server/platform/db/change-notifications.ts).
 */
const MAX_AGE_MS = 600_000;

/** Values by name that are cached while the process is subscribed to all changes. */
export interface NotifiedCache<Value> {
  get(name: string): Promise<Value>;
  /** Drops a name whose value may have changed. */
  drop(name: string): void;
  /** Drops everything. Caches nothing as long as `listening` is false. */
  clear(listening: boolean): void;
}

/**
 * Caches what `read` returns and evicts the least recently used. A value that was read while it changed is not cached. `minor`
 * values have a fifth of the places for themselves, so that they evict no others, and those without a place are not cached.
 */
export function createNotifiedCache<Value>(
  read: (name: string) => Promise<Value>,
  max: number,
  placeOf: (value: Value) => 'major' | 'minor' | 'none' = () => 'major',
): NotifiedCache<Value> {
  const major = new LRUCache<string, { value: Value }>({ max, ttl: MAX_AGE_MS });
  const minor = new LRUCache<string, { value: Value }>({ max: Math.ceil(max / 5), ttl: MAX_AGE_MS });
  /** Names that are being read, with the number of readers and whether they changed meanwhile. */
  const reading = new Map<string, { readers: number; changed: boolean }>();
  let listening = false;

  return {
    async get(name) {
      const entry = major.get(name) ?? minor.get(name);
      if (entry) return entry.value;
      const own = reading.get(name) ?? { readers: 0, changed: false };
      own.readers += 1;
      reading.set(name, own);
      try {
        const value = await read(name);
        const place = placeOf(value);
        if (listening && !own.changed && place !== 'none') (place === 'minor' ? minor : major).set(name, { value });
        return value;
      } finally {
        own.readers -= 1;
        if (own.readers === 0 && reading.get(name) === own) reading.delete(name);
      }
    },

    drop(name) {
      major.delete(name);
      minor.delete(name);
      const own = reading.get(name);
      if (own) own.changed = true;
      reading.delete(name);
    },

    clear(isListening) {
      listening = isListening;
      major.clear();
      minor.clear();
      for (const own of reading.values()) own.changed = true;
      reading.clear();
    },
  };
}
