const FIRST_PAUSE_MS = 1000;
const MAX_PAUSE_MS = 10_000;
/** Answers that come within this time speak of one and the same moment. */
const COALESCE_MS = 1000;

/**
 * How many conversations at once a host bears, and with what pause between messages. Halved when the host asks us to
 * slow down, raised by one when as many messages as that have gone well (as TCP does it).
 */
export class AimdLimit {
  private readonly max: number;
  private limit: number;
  private pause = 0;
  private notBefore = 0;
  private decreasedAt = Number.NEGATIVE_INFINITY;
  private successes = 0;

  constructor(most: number) {
    this.max = most;
    this.limit = most;
  }

  /** Conversations at once. */
  get current(): number {
    return this.limit;
  }

  get isDefault(): boolean {
    return this.limit === this.max && this.pause === 0;
  }

  /** Milliseconds until a message may begin, with so many others before it in the line. */
  wait(now: number, before = 0): number {
    return Math.max(0, this.notBefore - now) + before * this.pause;
  }

  /** A message begins. */
  started(now: number): void {
    if (this.pause > 0) this.notBefore = now + this.pause;
  }

  /** The host asks for less. `chance` from 0 to 1 spreads what many processes do. */
  decrease(now: number, chance: number): void {
    if (now - this.decreasedAt < COALESCE_MS) return;
    this.decreasedAt = now;
    this.successes = 0;
    this.limit = Math.max(1, Math.floor(this.limit / 2));
    this.pause = Math.min(MAX_PAUSE_MS, this.pause === 0 ? FIRST_PAUSE_MS : this.pause * 2);
    this.notBefore = now + this.pause * (0.75 + chance / 2);
  }

  /** The host took a message. */
  succeeded(): void {
    if (this.isDefault) return;
    this.successes++;
    if (this.successes < this.limit) return;
    this.successes = 0;
    this.limit = Math.min(this.max, this.limit + 1);
    this.pause = this.pause > FIRST_PAUSE_MS / 4 ? this.pause / 2 : 0;
  }
}
