/** Failures in a row that open a circuit. */
const PATIENCE = 3;
const FIRST_REST = 5000;
const LONGEST_REST = 300_000;

/**
 * Spares everybody the wait for a host that does not answer: after several failures in a row it is left alone for a
 * while, from seconds to minutes; then one attempt at a time finds out whether it is back.
 */
export class CircuitBreaker {
  private failures = 0;
  private restsUntil = 0;
  private probing = false;

  /** Whether an attempt may be made now. The first one after a rest is a probe; it must end in one of the three below. */
  admits(now: number): boolean {
    if (this.failures < PATIENCE) return true;
    if (now < this.restsUntil || this.probing) return false;
    this.probing = true;
    return true;
  }

  /** Whether the host is being left alone. */
  rests(now: number): boolean {
    return this.failures >= PATIENCE && (now < this.restsUntil || this.probing);
  }

  /** The host has spoken, whatever it said. */
  answered(): void {
    this.failures = 0;
    this.probing = false;
  }

  /** The host could not be reached, or said nothing in time. `chance` from 0 to 1 spreads the rests of many processes. */
  failed(now: number, chance: number): void {
    // Those who were under way when the circuit opened fail for the same reason: that counts once.
    if (this.failures >= PATIENCE && now < this.restsUntil) return;
    this.probing = false;
    this.failures++;
    if (this.failures < PATIENCE) return;
    const rest = Math.min(LONGEST_REST, FIRST_REST * 2 ** (this.failures - PATIENCE));
    this.restsUntil = now + rest * (0.8 + 0.4 * chance);
  }

  /** An attempt ended without learning anything. */
  abandoned(): void {
    this.probing = false;
  }

  get closed(): boolean {
    return this.failures === 0;
  }
}
