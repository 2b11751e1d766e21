/** Concurrent direct attempts of one key; its further copies take turns with other keys in the queue. */
const PER_KEY = 5;

/** Counts direct attempts and prevents one destination or key from taking all slots. */
export class DirectSlots {
  readonly #max: number;
  readonly #domains = new Map<string, number>();
  readonly #keys = new Map<string, number>();
  #taken = 0;

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#taken;
  }

  /**
   * Takes a slot and returns the function that releases it; null if no slot is free. `perDomain` limits the slots of
   * the domain.
   */
  take(domain: string, key: string, perDomain: number): (() => void) | null {
    const isFull = this.#taken >= this.#max || (this.#domains.get(domain) ?? 0) >= perDomain;
    if (isFull || (this.#keys.get(key) ?? 0) >= PER_KEY) return null;
    this.#taken += 1;
    add(this.#domains, domain, 1);
    add(this.#keys, key, 1);
    return () => {
      this.#taken -= 1;
      add(this.#domains, domain, -1);
      add(this.#keys, key, -1);
    };
  }
}

function add(counts: Map<string, number>, name: string, change: number): void {
  const count = (counts.get(name) ?? 0) + change;
  if (count > 0) counts.set(name, count);
  else counts.delete(name);
}
