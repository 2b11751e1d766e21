import type { Clock } from '../../host/runtime.ts';

/** The oldest keys are dropped beyond this number. */
const MAX_KEYS = 10_000;

/** Keys that are remembered for a time, in the memory of this process. */
export class RecentKeys {
  /** Expiry of each key in milliseconds; the key added last is at the end. */
  private readonly expiry = new Map<string, number>();
  private readonly clock: Clock;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  add(key: string, seconds: number): void {
    this.expiry.delete(key);
    this.expiry.set(key, this.clock.now().getTime() + seconds * 1000);
    const [oldest] = this.expiry.keys();
    if (oldest !== undefined && this.expiry.size > MAX_KEYS) this.expiry.delete(oldest);
  }

  has(key: string): boolean {
    const end = this.expiry.get(key);
    return end !== undefined && end > this.clock.now().getTime();
  }
}
