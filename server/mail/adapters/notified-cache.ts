import { InvalidatedCache, type Place } from '../../platform/db/invalidated-cache.ts';

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
  /** Drops everything. Caches nothing while `listening` is false. */
  clear(listening: boolean): void;
}

/** Caches the results of `read`. A fifth of the places is reserved for `minor` values; further minor values are not cached. */
export function createNotifiedCache<Value>(
  read: (name: string) => Promise<Value>,
  max: number,
  placeOf: (value: Value) => Place = () => 'major',
): NotifiedCache<Value> {
  let isListening = false;
  const cache = new InvalidatedCache<{ value: Value }>({
    max,
    maxMinor: Math.ceil(max / 5),
    ttl: MAX_AGE_MS,
    placeOf: ({ value }) => (isListening ? placeOf(value) : 'none'),
  });

  return {
    async get(name) {
      const { value } = cache.get(name) ?? (await cache.read(name, async () => ({ value: await read(name) })));
      return value;
    },
    drop: (name) => cache.drop(name),
    clear(listening) {
      isListening = listening;
      cache.clear();
    },
  };
}
