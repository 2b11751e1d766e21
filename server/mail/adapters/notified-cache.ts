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

/** Caches what `read` returns and evicts the least recently used. A value that was read while it changed is not cached. */
export function createNotifiedCache<Value>(read: (name: string) => Promise<Value>, max: number): NotifiedCache<Value> {
  const entries = new Map<string, { value: Value; expiresAt: number }>();
  /** Names that are being read, with the number of readers and whether they changed meanwhile. */
  const reading = new Map<string, { readers: number; changed: boolean }>();
  let listening = false;

  return {
    async get(name) {
      const entry = entries.get(name);
      entries.delete(name);
      if (entry && entry.expiresAt > Date.now()) {
        entries.set(name, entry);
        return entry.value;
      }
      const own = reading.get(name) ?? { readers: 0, changed: false };
      own.readers += 1;
      reading.set(name, own);
      try {
        const value = await read(name);
        if (listening && !own.changed) {
          entries.set(name, { value, expiresAt: Date.now() + MAX_AGE_MS });
          const [oldest] = entries.keys();
          if (oldest !== undefined && entries.size > max) entries.delete(oldest);
        }
        return value;
      } finally {
        own.readers -= 1;
        if (own.readers === 0 && reading.get(name) === own) reading.delete(name);
      }
    },

    drop(name) {
      entries.delete(name);
      const own = reading.get(name);
      if (own) own.changed = true;
      reading.delete(name);
    },

    clear(isListening) {
      listening = isListening;
      entries.clear();
      for (const own of reading.values()) own.changed = true;
      reading.clear();
    },
  };
}
