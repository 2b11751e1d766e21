/** What takes longer, in milliseconds, does not flow. */
const QUICK = 2000;
const MOST_DOMAINS = 1000;

/**
 * How many copies for one destination may be under way: `base` where nothing is known, twice as many each time that as many
 * have gone out quickly, `most` at last. What is deferred, refused or slow takes a destination back to the beginning, so
 * that one that stops answering holds few places.
 */
export class DestinationConcurrency {
  private readonly base: number;
  private readonly most: number;
  private readonly domains = new Map<string, { room: number; good: number }>();

  constructor(base: number, most: number) {
    this.base = base;
    this.most = most;
  }

  /**
   * Destinations that have more room than the others, by their domains: as much as they have earned, and no more beyond
   * `base` than an equal part of the `spare` places. So several that stop answering at once leave places to the rest.
   */
  wider(spare: number): Map<string, number> {
    const wide = [...this.domains].filter(([, { room }]) => room > this.base);
    const most = this.base + Math.floor(Math.max(0, spare) / Math.max(1, wide.length));
    return new Map(wide.map(([domain, { room }]) => [domain, Math.min(room, most)]));
  }

  /** An attempt for this destination has ended, after so many milliseconds. */
  ended(domain: string, delivered: boolean, milliseconds: number): void {
    if (!delivered || milliseconds > QUICK) {
      this.domains.delete(domain);
      return;
    }
    const flow = this.domains.get(domain) ?? { room: this.base, good: 0 };
    if (++flow.good >= flow.room) Object.assign(flow, { room: Math.min(this.most, flow.room * 2), good: 0 });
    this.domains.set(domain, flow);
    const [first] = this.domains.keys();
    if (this.domains.size > MOST_DOMAINS && first !== undefined) this.domains.delete(first);
  }

  /** Nothing waits any more: what was learnt will not hold the next time. */
  clear(): void {
    this.domains.clear();
  }
}
