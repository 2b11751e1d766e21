/** Concurrent direct attempts of one key; its further copies take turns with other keys in the queue. */
const PER_KEY = 5;

/** The direct attempts that run, of which no destination or key may take all slots. */
export class DirectSlots {
  readonly #max: number;
  readonly #taken = new Set<{ domain: string; key: string }>();

  constructor(max: number) {
    this.#max = max;
  }

  get size(): number {
    return this.#taken.size;
  }

  /**
   * Takes a slot and returns the function that releases it; null if no slot is free. `perDomain` limits the slots of
   * the domain.
   */
  take(domain: string, key: string, perDomain: number): (() => void) | null {
    const taken = [...this.#taken];
    const isFull = taken.length >= this.#max || taken.filter((slot) => slot.domain === domain).length >= perDomain;
    if (isFull || taken.filter((slot) => slot.key === key).length >= PER_KEY) return null;
    const slot = { domain, key };
    this.#taken.add(slot);
    return () => void this.#taken.delete(slot);
  }
}
