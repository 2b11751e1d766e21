/** Kinds of counts by name. */
export type CountKind = 'referrer' | 'country' | 'device' | 'campaign' | 'click';

/** The maximum number of names of one kind for one page in a batch; further ones are summed under an empty name. */
const MAX_NAMES = 100;

interface HourTally {
  views: number;
  /** Visitors that are already known to be new; others are in `visitors` of the page. */
  visitors: number;
  clicks: number;
}

/** The counts of one page since the last write. */
export class PageTally {
  /** By the hour since 1970. */
  readonly hours = new Map<number, HourTally>();
  /** By day and kind. */
  readonly names = new Map<number, Partial<Record<CountKind, Map<string, number>>>>();
  /** By day: the hashes of visitors, with the hour of their first view. */
  readonly visitors = new Map<number, Map<bigint, number>>();
  /** The number of rows that the tally will be written to. */
  rows = 0;

  add(hour: number, field: keyof HourTally, count = 1): void {
    let tally = this.hours.get(hour);
    if (!tally) {
      tally = { views: 0, visitors: 0, clicks: 0 };
      this.hours.set(hour, tally);
      this.rows += 1;
    }
    tally[field] += count;
  }

  addName(day: number, kind: CountKind, name: string, count = 1): void {
    let kinds = this.names.get(day);
    if (!kinds) {
      kinds = {};
      this.names.set(day, kinds);
    }
    let counts = kinds[kind];
    if (!counts) {
      counts = new Map();
      kinds[kind] = counts;
    }
    const before = counts.get(name);
    if (before !== undefined) return void counts.set(name, before + count);
    const kept = counts.size < MAX_NAMES ? name : '';
    if (!counts.has(kept)) this.rows += 1;
    counts.set(kept, (counts.get(kept) ?? 0) + count);
  }

  addVisitor(day: number, hash: bigint, hour: number): void {
    let hashes = this.visitors.get(day);
    if (!hashes) {
      hashes = new Map();
      this.visitors.set(day, hashes);
    }
    if (hashes.has(hash)) return;
    hashes.set(hash, hour);
    this.rows += 1;
  }

  /** Adds later counts to a tally that could not be written. */
  merge(later: PageTally): void {
    for (const [hour, { views, visitors, clicks }] of later.hours) {
      this.add(hour, 'views', views);
      this.add(hour, 'visitors', visitors);
      this.add(hour, 'clicks', clicks);
    }
    for (const [day, kinds] of later.names) {
      for (const [kind, counts] of Object.entries(kinds)) {
        for (const [name, count] of counts) this.addName(day, kind as CountKind, name, count);
      }
    }
    for (const [day, hashes] of later.visitors) for (const [hash, hour] of hashes) this.addVisitor(day, hash, hour);
  }
}

/** The tallies of all pages, by handle. */
export type Tallies = Map<string, PageTally>;
