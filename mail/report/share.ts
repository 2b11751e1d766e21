import type { Clock } from '../ports.ts';

const MOST_KEYS = 10_000;

/**
 * So many for one key within so many milliseconds. Held in memory, the keys unused for longest dropped first: it keeps
 * one address from being flooded through this process, and may forget.
 */
export class Share {
  private readonly taken = new Map<string, number[]>();
  private readonly most: number;
  private readonly within: number;
  private readonly clock: Clock;

  constructor(most: number, within: number, clock: Clock) {
    this.most = most;
    this.within = within;
    this.clock = clock;
  }

  /** Takes one; false when the share is used up for now. */
  take(key: string): boolean {
    const now = this.clock.now().getTime();
    const recent = (this.taken.get(key) ?? []).filter((at) => at > now - this.within);
    const free = recent.length < this.most;
    if (free) recent.push(now);
    this.taken.delete(key);
    this.taken.set(key, recent);
    if (this.taken.size > MOST_KEYS) {
      const [oldest] = this.taken.keys();
      if (oldest !== undefined) this.taken.delete(oldest);
    }
    return free;
  }
}
