import { LRUCache } from 'lru-cache';

/** Where a value is cached: `minor` values have separate places, so that they do not evict others. */
export type Place = 'major' | 'minor' | 'none';

export interface InvalidatedCacheOptions<Value> {
  max: number;
  maxMinor: number;
  /** The maximum age of a value in milliseconds; unlimited by default. */
  ttl?: number;
  placeOf(value: Value): Place;
}

/**
 * A cache of values by name, which are dropped when a notification reports a change. A value that changes while it is
 * read is not kept. The least recently used values are evicted.
 */
export class InvalidatedCache<Value extends object> {
  readonly #major: LRUCache<string, Value>;
  readonly #minor: LRUCache<string, Value>;
  readonly #placeOf: (value: Value) => Place;
  /** Names that are being read, with the number of readers, and whether the value has changed since. */
  readonly #reading = new Map<string, { readers: number; hasChanged: boolean }>();

  constructor({ max, maxMinor, ttl = 0, placeOf }: InvalidatedCacheOptions<Value>) {
    this.#major = new LRUCache({ max, ttl });
    this.#minor = new LRUCache({ max: maxMinor, ttl });
    this.#placeOf = placeOf;
  }

  /** The number of major values. */
  get size(): number {
    return this.#major.size;
  }

  get(name: string): Value | undefined {
    return this.#major.get(name) ?? this.#minor.get(name);
  }

  /** Returns what `load` reads, and keeps it in place of an earlier value. */
  async read(name: string, load: () => Promise<Value>): Promise<Value> {
    const own = this.#reading.get(name) ?? { readers: 0, hasChanged: false };
    own.readers += 1;
    this.#reading.set(name, own);
    try {
      const value = await load();
      if (!own.hasChanged) this.#keep(name, value);
      return value;
    } finally {
      own.readers -= 1;
      if (own.readers === 0 && this.#reading.get(name) === own) this.#reading.delete(name);
    }
  }

  #keep(name: string, value: Value): void {
    const place = this.#placeOf(value);
    if (place === 'none') return;
    const [kept, other] = place === 'major' ? [this.#major, this.#minor] : [this.#minor, this.#major];
    other.delete(name);
    kept.set(name, value);
  }

  /** Drops a value that may have changed. */
  drop(name: string): void {
    this.#major.delete(name);
    this.#minor.delete(name);
    const own = this.#reading.get(name);
    if (own) own.hasChanged = true;
    this.#reading.delete(name);
  }

  /** Drops everything. */
  clear(): void {
    this.#major.clear();
    this.#minor.clear();
    for (const own of this.#reading.values()) own.hasChanged = true;
    this.#reading.clear();
  }
}
