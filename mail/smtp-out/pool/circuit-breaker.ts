/** Failures in a row that open a circuit. */
const FAILURE_THRESHOLD = 3;
const FIRST_OPEN_MS = 5000;
const MAX_OPEN_MS = 300_000;

/**
 * Spares everybody the wait for a host that does not answer: after several failures in a row it is left alone for a
 * while, from seconds to minutes; then one attempt at a time finds out whether it is back.
 */
export class CircuitBreaker {
  private failures = 0;
  private openUntil = 0;
  private probing = false;

  /** Whether an attempt may be made now. The first one after a rest is a probe; it must end in one of the three below. */
  tryAcquire(now: number): boolean {
    if (this.failures < FAILURE_THRESHOLD) return true;
    if (now < this.openUntil || this.probing) return false;
    this.probing = true;
    return true;
  }

  /** Whether the host is being left alone. */
  isOpen(now: number): boolean {
    return this.failures >= FAILURE_THRESHOLD && (now < this.openUntil || this.probing);
  }

  /** The host has spoken, whatever it said. */
  succeeded(): void {
    this.failures = 0;
    this.probing = false;
  }

  /** The host could not be reached, or said nothing in time. `chance` from 0 to 1 spreads the rests of many processes. */
  failed(now: number, chance: number): void {
    // Those who were under way when the circuit opened fail for the same reason: that counts once.
    if (this.failures >= FAILURE_THRESHOLD && now < this.openUntil) return;
    this.probing = false;
    this.failures++;
    if (this.failures < FAILURE_THRESHOLD) return;
    const openMs = Math.min(MAX_OPEN_MS, FIRST_OPEN_MS * 2 ** (this.failures - FAILURE_THRESHOLD));
    this.openUntil = now + openMs * (0.8 + 0.4 * chance);
  }

  /** An attempt ended without learning anything. */
  abandoned(): void {
    this.probing = false;
  }

  get hasNoFailures(): boolean {
    return this.failures === 0;
  }
}
