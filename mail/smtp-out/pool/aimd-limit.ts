const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 10_000;
/** Throttling replies within this time are treated as one. */
const COALESCE_MS = 1000;

/**
 * Limits the concurrent connections to a host and the pause between messages: additive increase, multiplicative
 * decrease, as in TCP congestion control. The limit is halved when the host throttles us, and raised by one after
 * `limit` successful messages.
 */
export class AimdLimit {
  readonly #max: number;
  #limit: number;
  #pause = 0;
  #notBefore = 0;
  #decreasedAt = Number.NEGATIVE_INFINITY;
  #successes = 0;

  constructor(max: number) {
    this.#max = max;
    this.#limit = max;
  }

  /** Concurrent connections allowed now. */
  get current(): number {
    return this.#limit;
  }

  get isDefault(): boolean {
    return this.#limit === this.#max && this.#pause === 0;
  }

  /** Returns the milliseconds until a message with `before` others ahead of it in the queue may start. */
  wait(now: number, before = 0): number {
    return Math.max(0, this.#notBefore - now) + before * this.#pause;
  }

  /** Records the start of a message. */
  started(now: number): void {
    if (this.#pause > 0) this.#notBefore = now + this.#pause;
  }

  /** Records a throttling reply. `chance` from 0 to 1 is the jitter between processes. */
  decrease(now: number, chance: number): void {
    if (now - this.#decreasedAt < COALESCE_MS) return;
    this.#decreasedAt = now;
    this.#successes = 0;
    this.#limit = Math.max(1, Math.floor(this.#limit / 2));
    this.#pause = Math.min(MAX_PAUSE_MS, this.#pause === 0 ? FIRST_PAUSE_MS : this.#pause * 2);
    this.#notBefore = now + this.#pause * (0.75 + chance / 2);
  }

  /** Records a delivered message. */
  succeeded(): void {
    if (this.isDefault) return;
    this.#successes++;
    if (this.#successes < this.#limit) return;
    this.#successes = 0;
    this.#limit = Math.min(this.#max, this.#limit + 1);
    this.#pause = this.#pause > FIRST_PAUSE_MS / 4 ? this.#pause / 2 : 0;
  }
}
