import { LRUCache } from 'lru-cache';
import type { Site } from '../../../contract/documents.ts';
import { planHasFeature } from '../../../contract/payments/features.ts';
import { DAY, HOUR, MINUTE } from '../../../contract/time.ts';
import type { IsProxy } from '../../platform/config/proxy-network.ts';
import { clientAddress } from '../../platform/http/guards/client-address.ts';
import { networkOf } from '../../platform/http/guards/client-network.ts';
import type { Countries } from './countries.ts';
import { dayOf } from './days.ts';
import { PageTally, type Tallies } from './page-tally.ts';
import { cachedUserAgents } from './user-agents.ts';
import type { Visit, VisitSource } from './visit.ts';
import { cachedReferrers, campaignOf } from './visit-sources.ts';
import { visitorHash } from './visitor-hash.ts';

/** Rows that wait in memory while the database cannot be reached, about 20 MB. Further visits are dropped. */
const MAX_ROWS = 100_000;
/** Clicks counted for one network in a minute, and the number of networks remembered. */
const CLICKS_PER_MINUTE = 60;
const MAX_NETWORKS = 20_000;
/**
 * Views and visitors of a page counted for one network in a day, because a program can invent any number of browsers.
 * Many people may share an IPv4 address, but few of them visit the same page on one day.
 */
const NETWORK_DAY = { views: 100, visitors: 20 };
export const UNLIMITED = { views: Number.POSITIVE_INFINITY, visitors: Number.POSITIVE_INFINITY };
/** The maximum number of networks remembered, by a hash, over all pages and days. */
const MAX_NETWORK_DAYS = 50_000;

export interface TallyOptions {
  /** The plan whose features every handle has, which can change. */
  site: Pick<Site, 'commonFeatures'>;
  countries: Countries;
  /** Our host names, without ports. */
  ownHosts: ReadonlySet<string>;
  isProxy: IsProxy;
  /** The limits for one network and page in a day: NETWORK_DAY, unless the operator trusts the source. */
  networkDay?: typeof NETWORK_DAY;
  /** Returns the salt of a day, if it is loaded. */
  saltOf(day: number): Buffer | undefined;
}

/** Counts visits in memory, by handle. */
export class VisitTallies {
  /** Visits that were not counted because too many rows waited. */
  dropped = 0;
  #tallies: Tallies = new Map();
  #rows = 0;
  readonly #options: TallyOptions;
  readonly #deviceOf = cachedUserAgents();
  readonly #hostOf: (referrer: string | undefined) => string;
  readonly #networkDays = new LRUCache<bigint, { views: number; visitors: Set<bigint> }>({ max: MAX_NETWORK_DAYS });
  readonly #clicks = new LRUCache<string, { minute: number; count: number }>({ max: MAX_NETWORKS });

  constructor(options: TallyOptions) {
    this.#options = options;
    this.#hostOf = cachedReferrers(options.ownHosts);
  }

  /** The number of rows; at least 1 if any handle has a tally, which may be empty. */
  get size(): number {
    return this.#tallies.size === 0 ? 0 : Math.max(1, this.#rows);
  }

  /** Returns whether a person's browser made the visit; visits of programs are not counted. */
  isByBrowser(visit: Visit): boolean {
    if (visit.device === undefined) visit.device = this.#deviceOf(visit.userAgent);
    return visit.device !== null;
  }

  /** Counts the visits of a browser. For handles without analytics, only views are counted, in one row a day. */
  add(visit: Visit, now: number): void {
    const { handle, link, at = now, count } = visit;
    visit.count = 0;
    if (this.#rows >= MAX_ROWS) {
      this.dropped += count;
      return;
    }
    let tally = this.#tallies.get(handle);
    if (!tally) {
      tally = new PageTally();
      this.#tallies.set(handle, tally);
    }
    const before = tally.rows;
    const day = dayOf(at);
    if (!planHasFeature(handle, 'analytics', this.#options.site.commonFeatures)) {
      if (link === undefined) tally.add((day * DAY) / HOUR, 'views', count);
    } else if (link === undefined) this.#addViews(tally, visit, count, at);
    else if (this.#mayClick(visit, at)) {
      tally.add(Math.floor(at / HOUR), 'clicks');
      tally.addName(day, 'click', link);
    }
    this.#rows += tally.rows - before;
  }

  #addViews(tally: PageTally, visit: Visit, count: number, at: number): void {
    const { handle, userAgent, device } = visit;
    const [day, hour] = [dayOf(at), Math.floor(at / HOUR)];
    visit.source ??= this.#sourceOf(visit);
    const { address, country, referrer, campaign } = visit.source;
    const { saltOf, networkDay = NETWORK_DAY } = this.#options;
    const salt = saltOf(day);
    if (salt) {
      const network = networkOf(address);
      const counted = this.#countedOf(visitorHash(salt, handle, network, ''));
      count = Math.min(count, networkDay.views - counted.views);
      if (count <= 0) return;
      counted.views += count;
      if (visit.visitorOn !== day) {
        const visitor = visitorHash(salt, handle, network, userAgent);
        if (counted.visitors.size < networkDay.visitors) counted.visitors.add(visitor);
        if (counted.visitors.has(visitor)) tally.addVisitor(day, visitor, hour);
        visit.visitorOn = day;
      }
    }
    tally.add(hour, 'views', count);
    tally.addName(day, 'country', country, count);
    if (device) tally.addName(day, 'device', device, count);
    tally.addName(day, 'referrer', referrer, count);
    if (campaign !== undefined) tally.addName(day, 'campaign', campaign, count);
  }

  /** Returns today's counts for a network and page. The hash has the salt of the day, so that no address is kept. */
  #countedOf(key: bigint): { views: number; visitors: Set<bigint> } {
    let counted = this.#networkDays.get(key);
    if (!counted) {
      counted = { views: 0, visitors: new Set() };
      this.#networkDays.set(key, counted);
    }
    return counted;
  }

  #sourceOf({ remote, forwarded, referrer, url }: Visit): VisitSource {
    const address = clientAddress(remote, forwarded, this.#options.isProxy);
    const country = this.#options.countries.of(address);
    return { address, country, referrer: this.#hostOf(referrer), campaign: campaignOf(url) };
  }

  #mayClick({ remote, forwarded }: Visit, at: number): boolean {
    const network = networkOf(clientAddress(remote, forwarded, this.#options.isProxy));
    const minute = Math.floor(at / MINUTE);
    const clicks = this.#clicks.get(network);
    if (clicks?.minute !== minute) this.#clicks.set(network, { minute, count: 1 });
    else if (++clicks.count > CLICKS_PER_MINUTE) return false;
    return true;
  }

  /** Takes the tallies of the first handles, up to about this many rows. */
  take(maxRows: number): Tallies {
    const taken: Tallies = new Map();
    let rows = 0;
    for (const [handle, tally] of this.#tallies) {
      if (rows > 0 && rows + tally.rows > maxRows) break;
      taken.set(handle, tally);
      this.#tallies.delete(handle);
      rows += tally.rows;
    }
    this.#rows -= rows;
    return taken;
  }

  /** Puts back what could not be written. */
  restore(taken: Tallies): void {
    for (const [handle, tally] of taken) {
      const later = this.#tallies.get(handle);
      if (later) {
        this.#rows -= later.rows;
        tally.merge(later);
      }
      this.#tallies.set(handle, tally);
      this.#rows += tally.rows;
    }
  }
}
