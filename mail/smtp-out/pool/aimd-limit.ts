const FIRST_PAUSE = 1000;
const LONGEST_PAUSE = 10_000;
/** Answers that come within this time speak of one and the same moment. */
const ONE_MOMENT = 1000;

/**
 * How many conversations at once a host bears, and with what pause between messages. Halved when the host asks us to
 * slow down, raised by one when as many messages as that have gone well (as TCP does it).
 */
export class AimdLimit {
  private readonly most: number;
  private limit: number;
  private pause = 0;
  private notBefore = 0;
  private slowedAt = Number.NEGATIVE_INFINITY;
  private good = 0;

  constructor(most: number) {
    this.most = most;
    this.limit = most;
  }

  /** Conversations at once. */
  get atOnce(): number {
    return this.limit;
  }

  get steady(): boolean {
    return this.limit === this.most && this.pause === 0;
  }

  /** Milliseconds until a message may begin, with so many others before it in the line. */
  wait(now: number, before = 0): number {
    return Math.max(0, this.notBefore - now) + before * this.pause;
  }

  /** A message begins. */
  begin(now: number): void {
    if (this.pause > 0) this.notBefore = now + this.pause;
  }

  /** The host asks for less. `chance` from 0 to 1 spreads what many processes do. */
  slow(now: number, chance: number): void {
    if (now - this.slowedAt < ONE_MOMENT) return;
    this.slowedAt = now;
    this.good = 0;
    this.limit = Math.max(1, Math.floor(this.limit / 2));
    this.pause = Math.min(LONGEST_PAUSE, this.pause === 0 ? FIRST_PAUSE : this.pause * 2);
    this.notBefore = now + this.pause * (0.75 + chance / 2);
  }

  /** The host took a message. */
  went(): void {
    if (this.steady) return;
    this.good++;
    if (this.good < this.limit) return;
    this.good = 0;
    this.limit = Math.min(this.most, this.limit + 1);
    this.pause = this.pause > FIRST_PAUSE / 4 ? this.pause / 2 : 0;
  }
}
