import { LRUCache } from 'lru-cache';

/** Deliveries that take longer than this, in milliseconds, are slow. */
const FAST_MS = 2000;
const MAX_DOMAINS = 1000;

/**
 * The number of concurrent deliveries per destination: starts at `base`, doubles up to `max` after as many fast
 * deliveries, and returns to `base` after a failed or slow delivery. An unresponsive destination therefore occupies few
 * slots.
 */
export class DestinationConcurrency {
  readonly #base: number;
  readonly #max: number;
  readonly #domains = new LRUCache<string, { limit: number; fast: number }>({ max: MAX_DOMAINS });

  constructor(base: number, max: number) {
    this.#base = base;
    this.#max = max;
  }

  /**
   * Returns the domains whose limit is above `base`. The share of each beyond `base` is at most an equal part of
   * `spare` slots. Several domains that stop responding together therefore leave slots for the others.
   */
  raisedLimits(spare: number): Map<string, number> {
    const wide = [...this.#domains].filter(([, { limit }]) => limit > this.#base);
    const max = this.#base + Math.floor(Math.max(0, spare) / Math.max(1, wide.length));
    return new Map(wide.map(([domain, { limit }]) => [domain, Math.min(limit, max)]));
  }

  /** Returns the limit of a domain. */
  limitOf(domain: string): number {
    return this.#domains.get(domain)?.limit ?? this.#base;
  }

  /** Records an attempt and its duration. */
  recordAttempt(domain: string, delivered: boolean, milliseconds: number): void {
    if (!delivered || milliseconds > FAST_MS) {
      this.#domains.delete(domain);
      return;
    }
    const state = this.#domains.get(domain) ?? { limit: this.#base, fast: 0 };
    if (++state.fast >= state.limit) Object.assign(state, { limit: Math.min(this.#max, state.limit * 2), fast: 0 });
    this.#domains.set(domain, state);
  }

  /** Resets all limits; called when the queue is empty. */
  clear(): void {
    this.#domains.clear();
  }
}
