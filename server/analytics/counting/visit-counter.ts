import type { IncomingMessage } from 'node:http';
import { planHasFeature } from '../../../contract/payments/features.ts';
import { DAY } from '../../../contract/time.ts';
import { hashToken } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import type { Logger } from '../../platform/log/log.ts';
import { type Waiting, WriteBehind } from '../../platform/write-behind.ts';
import type { PageVisits } from '../shared/page-visits.ts';
import { cookieValue } from './cookie-value.ts';
import { dayOf } from './days.ts';
import { KnownVisits } from './known-visits.ts';
import { ownVisits } from './own-views-store.ts';
import type { Tallies } from './page-tally.ts';
import { type TallyOptions, VisitTallies } from './tally-visits.ts';
import { MAX_USER_AGENT_LENGTH } from './user-agents.ts';
import { campaignUrl, mayCount, referrerOf, Visit, type VisitOrigin } from './visit.ts';
import { VisitorSalts } from './visitor-hash.ts';
import { writeCounts } from './write-counts-store.ts';

/** New kinds of visits that wait to be counted. Further ones are dropped. */
const MAX_WAITING = 5000;
/** Visits counted in one go; with more, their strings would outlive the garbage collector's young generation. */
const DIGEST_SIZE = 512;
const DIGEST_INTERVAL_MS = 1000;
/** Milliseconds between writes; a process that crashes loses this much. */
const FLUSH_INTERVAL_MS = 5000;
/** Rows of one statement. */
const BATCH_ROWS = 5000;
/** Visits with a session cookie that wait until their account is known. */
const MAX_SIGNED_IN = 2000;

export interface VisitCounterOptions extends Omit<TallyOptions, 'saltOf'> {
  db: Database;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  /** The name of the session cookie. */
  sessionCookie: string;
}

interface SignedInVisit {
  visit: Visit;
  tokenHash: Buffer;
}

/** The counts that are being written. */
interface Counts {
  signedIn: SignedInVisit[];
  tallies: Tallies;
}

/**
 * Counts visits in memory and writes the counts every few seconds. A request only pays for noting its visit: a visit
 * that equals an earlier one adds to its count, without an allocation. Everything that waits is bounded; the number of
 * visits that exceed the bounds, and are dropped, is logged.
 */
export class VisitCounter implements PageVisits {
  readonly #options: VisitCounterOptions;
  readonly #tallies: VisitTallies;
  readonly #salts: VisitorSalts;
  readonly #known = new KnownVisits();
  #day: number;
  /** Visits that are not known yet. */
  #waiting: Visit[] = [];
  /** Visits that were counted before and have occurred again since. */
  #repeated: Visit[] = [];
  #signedIn: SignedInVisit[] = [];
  #digestTimer: NodeJS.Timeout | undefined;
  #midnightTimer: NodeJS.Timeout | undefined;
  readonly #clicksBeingRead = new Set<Promise<void>>();
  readonly #counts: WriteBehind<Counts>;
  #stopped = false;

  constructor(options: VisitCounterOptions) {
    this.#options = options;
    const { db, clock } = options;
    this.#day = dayOf(clock().getTime());
    this.#salts = new VisitorSalts(db);
    this.#tallies = new VisitTallies({ ...options, saltOf: (day) => this.#salts.of(day, clock().getTime()) });
    this.#counts = new WriteBehind({
      name: 'visits',
      waiting: this.#waitingCounts(),
      write: (counts) => this.#write(counts),
      onFailure: (err, _counts, isRepeated) => {
        if (isRepeated) return;
        options.log.warn({ event: 'analytics.write_failed', err }, 'counts of visits could not be written');
      },
      onDropped: (dropped) =>
        options.log.warn({ event: 'analytics.visits_dropped', dropped }, 'visits were not counted'),
      intervalMs: FLUSH_INTERVAL_MS,
      batchSize: BATCH_ROWS,
    });
  }

  /** The number of visits that are remembered, with the addresses of visitors, until the end of the day (UTC). */
  get remembered(): number {
    return this.#known.size;
  }

  view(handle: string, request: IncomingMessage): void {
    const { headers, url = '' } = request;
    const { 'user-agent': userAgent, 'sec-fetch-dest': destination, cookie } = headers;
    if (!mayCount(headers) || (destination !== undefined && destination !== 'document')) return;
    if (userAgent === undefined || userAgent.length > MAX_USER_AGENT_LENGTH) return;
    const token = cookie === undefined ? undefined : cookieValue(cookie, this.#options.sessionCookie);
    if (token !== undefined) {
      const visit = new Visit(handle, undefined, this.#originOf(request, userAgent));
      visit.token = token;
      this.#note(visit);
      return;
    }
    if (!planHasFeature(handle, 'analytics', this.#options.site.commonFeatures)) {
      const known = this.#known.find(handle, userAgent, userAgent, undefined, '');
      if (known) this.#repeat(known);
      else this.#noteNew(userAgent, new Visit(handle, undefined, { ...NOWHERE, userAgent }));
      return;
    }
    const remote = request.socket.remoteAddress ?? '';
    const key = this.#forwarded(request, remote) ?? remote;
    const known = this.#known.find(handle, key, userAgent, referrerOf(headers), campaignUrl(url));
    if (known) this.#repeat(known);
    else this.#noteNew(key, new Visit(handle, undefined, this.#originOf(request, userAgent)));
  }

  click(counted: Promise<string | null>, link: string, request: IncomingMessage): void {
    const { 'user-agent': userAgent = '', 'sec-fetch-site': site = 'same-origin' } = request.headers;
    // A browser sends pings from the page itself.
    if (!mayCount(request.headers) || site !== 'same-origin' || userAgent.length > MAX_USER_AGENT_LENGTH) return;
    // Read immediately, because a closed connection has no address.
    const origin = this.#originOf(request, userAgent);
    const noted = counted.then((handle) => {
      if (handle !== null) this.#note(new Visit(handle, link, origin));
      this.#clicksBeingRead.delete(noted);
    });
    this.#clicksBeingRead.add(noted);
  }

  /** Counts and writes what waits. Rejects if the database cannot be reached; everything then keeps waiting. */
  async flush(): Promise<void> {
    await Promise.all(this.#clicksBeingRead);
    await this.#salts.load(this.#now());
    this.#digestAll();
    await this.#counts.flush();
  }

  /** Writes what waits, if the database can be reached, and ends. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#digestTimer);
    clearTimeout(this.#midnightTimer);
    await Promise.all(this.#clicksBeingRead);
    await this.#salts.load(this.#now());
    this.#digestAll();
    await this.#counts.stop();
  }

  #now(): number {
    return this.#options.clock().getTime();
  }

  #originOf(request: IncomingMessage, userAgent: string): VisitOrigin {
    const referrer = referrerOf(request.headers);
    const remote = request.socket.remoteAddress ?? '';
    const shared = {
      userAgent: this.#known.share(userAgent),
      referrer: referrer === undefined ? undefined : this.#known.share(referrer),
    };
    return { remote, forwarded: this.#forwarded(request, remote), url: campaignUrl(request.url ?? ''), ...shared };
  }

  #forwarded({ headers }: IncomingMessage, remote: string): string | undefined {
    const forwarded = headers['x-forwarded-for'] as string | undefined;
    return forwarded !== undefined && this.#options.isProxy(remote) ? forwarded : undefined;
  }

  #repeat(known: Visit): void {
    known.count += 1;
    // Otherwise it is already waiting.
    if (known.count > 1) return;
    this.#repeated.push(known);
    this.#scheduleDigest();
  }

  #noteNew(key: string, visit: Visit): void {
    if (!this.#note(visit)) return;
    this.#known.add(key, visit);
    this.#scheduleForgetting();
  }

  /** Forgets the addresses of a day when it ends, even without another visit. */
  #scheduleForgetting(): void {
    if (this.#midnightTimer !== undefined || this.#stopped) return;
    const now = this.#now();
    this.#midnightTimer = setTimeout(
      () => {
        this.#midnightTimer = undefined;
        this.#digestAll();
        if (this.#known.size > 0) this.#scheduleForgetting();
      },
      (dayOf(now) + 1) * DAY - now,
    ).unref();
  }

  /** Returns false if the visit is dropped. */
  #note(visit: Visit): boolean {
    if (this.#waiting.length >= MAX_WAITING) {
      this.#tallies.dropped += 1;
      return false;
    }
    if (this.#waiting.push(visit) === DIGEST_SIZE) setImmediate(() => this.#digest());
    this.#scheduleDigest();
    return true;
  }

  #scheduleDigest(): void {
    if (this.#digestTimer !== undefined || this.#stopped) return;
    this.#digestTimer = setTimeout(() => {
      this.#digestTimer = undefined;
      this.#digestOnceSalted();
    }, DIGEST_INTERVAL_MS).unref();
  }

  /** Shortly after the start, and while the database cannot be reached, the salt for counting visitors may be missing. */
  #digestOnceSalted(): void {
    if (this.#waiting.length >= DIGEST_SIZE) this.#digestAll();
    else void this.#salts.load(this.#now()).then(() => this.#digestAll());
  }

  #digestAll(): void {
    const visits = this.#repeated;
    this.#repeated = [];
    const now = this.#now();
    for (const visit of visits) this.#count(visit, now);
    this.#digest();
  }

  /** Counts the visits that are new. */
  #digest(): void {
    const visits = this.#waiting;
    this.#waiting = [];
    const now = this.#now();
    for (const visit of visits) this.#count(visit, now);
    if (this.#known.isFull || dayOf(now) !== this.#day) {
      this.#day = dayOf(now);
      this.#known.clear();
    }
    if (this.#tallies.size + this.#signedIn.length > 0) this.#counts.added();
  }

  #count(visit: Visit, now: number): void {
    if (!this.#tallies.isByBrowser(visit)) visit.count = 0;
    else if (visit.token === undefined) this.#tallies.add(visit, now);
    else if (this.#signedIn.length >= MAX_SIGNED_IN) this.#tallies.dropped += 1;
    else {
      const tokenHash = hashToken(visit.token);
      visit.at = now;
      visit.token = undefined;
      this.#signedIn.push({ visit, tokenHash });
    }
  }

  #waitingCounts(): Waiting<Counts> {
    const size = () => this.#tallies.size + this.#signedIn.length;
    const tallies = this.#tallies;
    return {
      get size() {
        return size();
      },
      get dropped() {
        return tallies.dropped;
      },
      set dropped(count) {
        tallies.dropped = count;
      },
      take: () => ({ signedIn: this.#signedIn.splice(0), tallies: new Map() }),
      restore: (counts) => {
        this.#signedIn = [...counts.signedIn, ...this.#signedIn].slice(0, MAX_SIGNED_IN);
        tallies.restore(counts.tallies);
      },
    };
  }

  async #write(counts: Counts): Promise<void> {
    if (counts.signedIn.length > 0) await this.#countSignedIn(counts);
    counts.tallies = this.#tallies.take(BATCH_ROWS);
    if (counts.tallies.size > 0) await writeCounts(this.#options.db, counts.tallies);
  }

  /** Counts the visits with a session cookie that are not by the owner of the page or a member of its team. */
  async #countSignedIn({ signedIn }: Counts): Promise<void> {
    const asked = signedIn.map(({ visit: { handle }, tokenHash }) => ({ handle, tokenHash }));
    const own = await ownVisits(this.#options.db, asked);
    for (const [at, { visit }] of signedIn.splice(0).entries()) {
      if (!own.has(at)) this.#tallies.add(visit, this.#now());
    }
  }
}

/** The origin of views of handles without analytics, which are only summed. */
const NOWHERE = { remote: '', forwarded: undefined, referrer: undefined, url: '' };
