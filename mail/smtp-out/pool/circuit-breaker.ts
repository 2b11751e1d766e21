/** Number of consecutive failures that open the circuit. */
const FAILURE_THRESHOLD = 3;
const FIRST_OPEN_MS = 5000;
const MAX_OPEN_MS = 300_000;

/**
 * Avoids waiting for a host that does not respond. Consecutive failures open the circuit for seconds to minutes; then one
 * probe at a time tests the host.
 */
export class CircuitBreaker {
  #failures = 0;
  #openUntil = 0;
  #probing = false;

  /**
   * Returns whether an attempt may start. An attempt that starts must end with `succeeded`, `failed` or `abandoned`.
   */
  tryAcquire(now: number): boolean {
    if (this.#failures < FAILURE_THRESHOLD) return true;
    if (now < this.#openUntil || this.#probing) return false;
    this.#probing = true;
    return true;
  }

  /** Returns whether attempts are rejected now. */
  isOpen(now: number): boolean {
    return this.#failures >= FAILURE_THRESHOLD && (now < this.#openUntil || this.#probing);
  }

  /** Records any response of the host. */
  succeeded(): void {
    this.#failures = 0;
  }

  /** Records a connection failure or timeout. `chance` from 0 to 1 is the jitter between processes. */
  failed(now: number, chance: number): void {
    // Attempts that were running when the circuit opened add no further failures.
    if (this.#failures >= FAILURE_THRESHOLD && now < this.#openUntil) return;
    this.#probing = false;
    this.#failures++;
    const openMs = Math.min(MAX_OPEN_MS, FIRST_OPEN_MS * 2 ** (this.#failures - FAILURE_THRESHOLD));
    this.#openUntil = now + openMs * (0.8 + 0.4 * chance);
  }

  /** Ends an attempt that gave no information about the host. */
  abandoned(): void {
    this.#probing = false;
  }

  get hasNoFailures(): boolean {
    return this.#failures === 0;
  }
}
