import type { IncomingMessage } from 'node:http';
import { hashToken } from '../../platform/crypto/secrets.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import type { Logger } from '../../platform/log/log.ts';
import type { PageVisits } from '../shared/page-visits.ts';
import { ownVisits } from './own-views-store.ts';
import { type TallyOptions, VisitTallies } from './tally-visits.ts';
import type { Device } from './user-agents.ts';
import { type Visit, visitOf } from './visit.ts';
import { VisitorSalts } from './visitor-hash.ts';
import { writeCounts } from './write-counts-store.ts';

/** Visits that wait to be counted. Further ones are dropped. */
const MAX_WAITING = 5000;
/** Visits that are counted at once, so that their strings do not outlive the garbage collector's young generation. */
const DIGEST_SIZE = 512;
const DIGEST_INTERVAL_MS = 1000;
/** Milliseconds between writes; a process that crashes loses this much. */
const FLUSH_INTERVAL_MS = 5000;
/** Rows of one statement. */
const BATCH_ROWS = 5000;
/** Visits with a session cookie that wait for the check whose they are. */
const MAX_SIGNED_IN = 2000;

export interface VisitCounterOptions extends Omit<TallyOptions, 'saltOf'> {
  db: Database;
  clock: Clock;
  log: Pick<Logger, 'warn'>;
  /** The name of the session cookie. */
  sessionCookie: string;
}

/**
 * Counts visits in memory and writes the counts every few seconds. A request pays for noting the visit only. Whatever waits is
 * bounded, and what exceeds the bounds is dropped and logged as a number.
 */
export class VisitCounter implements PageVisits {
  readonly #options: VisitCounterOptions;
  readonly #tallies: VisitTallies;
  readonly #salts: VisitorSalts;
  #waiting: Visit[] = [];
  #signedIn: { visit: Visit; device: Device; tokenHash: Buffer }[] = [];
  #dropped = 0;
  #digestTimer: NodeJS.Timeout | undefined;
  #flushTimer: NodeJS.Timeout | undefined;
  #flushing: Promise<void> | undefined;
  #failed = false;
  #stopped = false;

  constructor(options: VisitCounterOptions) {
    this.#options = options;
    const { db, clock } = options;
    this.#salts = new VisitorSalts(db);
    this.#tallies = new VisitTallies({ ...options, saltOf: (day) => this.#salts.of(day, clock().getTime()) });
  }

  view(handle: string, request: IncomingMessage): void {
    this.#note(visitOf(handle, undefined, request));
  }

  click(handle: string, link: string, request: IncomingMessage): void {
    this.#note(visitOf(handle, link, request));
  }

  /** Counts and writes what waits. Rejects if the database cannot be reached; everything then waits on. */
  async flush(): Promise<void> {
    await this.#salts.load(this.#now());
    this.#digest();
    const before = this.#flushing;
    const flushing = (before ? before.catch(() => {}) : Promise.resolve()).then(() => this.#write());
    this.#flushing = flushing;
    await flushing;
  }

  /** Writes what waits, if the database can be reached, and ends. */
  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#digestTimer);
    clearTimeout(this.#flushTimer);
    await this.flush().catch((error: unknown) => this.#report(error));
  }

  #now(): number {
    return this.#options.clock().getTime();
  }

  #note(visit: Visit | undefined): void {
    if (visit === undefined) return;
    const waiting = this.#waiting.push(visit);
    if (waiting === 1 && !this.#stopped) {
      this.#digestTimer ??= setTimeout(() => {
        this.#digestTimer = undefined;
        this.#digestOnceSalted();
      }, DIGEST_INTERVAL_MS).unref();
    } else if (waiting === DIGEST_SIZE) setImmediate(() => this.#digestOnceSalted());
    else if (waiting > MAX_WAITING) {
      this.#waiting.pop();
      this.#dropped += 1;
    }
  }

  /** Counts what waits. Shortly after the start and while the database cannot be reached there may be no salt to count visitors with. */
  #digestOnceSalted(): void {
    if (this.#waiting.length < DIGEST_SIZE) void this.#salts.load(this.#now()).then(() => this.#digest());
    else this.#digest();
  }

  #digest(): void {
    const visits = this.#waiting;
    if (visits.length === 0) return;
    this.#waiting = [];
    const now = this.#now();
    for (const visit of visits) this.#count(visit, now);
    if (!this.#tallies.isEmpty || this.#signedIn.length > 0) this.#scheduleFlush();
  }

  #count(visit: Visit, now: number): void {
    const device = this.#tallies.deviceOf(visit);
    if (device === null) return;
    const token = visit.cookie === undefined ? undefined : cookieValue(visit.cookie, this.#options.sessionCookie);
    if (token === undefined) this.#tallies.add(visit, device, now);
    else if (this.#signedIn.length >= MAX_SIGNED_IN) this.#dropped += 1;
    else {
      const tokenHash = hashToken(token);
      this.#signedIn.push({ visit: { ...visit, at: visit.at ?? now, cookie: undefined }, device, tokenHash });
    }
  }

  #scheduleFlush(): void {
    if (this.#stopped) return;
    this.#flushTimer ??= setTimeout(() => {
      this.#flushTimer = undefined;
      this.flush()
        .catch((error: unknown) => this.#report(error))
        .finally(() => {
          if (!this.#tallies.isEmpty || this.#signedIn.length > 0) this.#scheduleFlush();
        });
    }, FLUSH_INTERVAL_MS).unref();
  }

  async #write(): Promise<void> {
    await this.#countSignedIn();
    while (!this.#tallies.isEmpty) {
      const taken = this.#tallies.take(BATCH_ROWS);
      try {
        await writeCounts(this.#options.db, taken);
      } catch (error) {
        this.#tallies.restore(taken);
        throw error;
      }
    }
    this.#failed = false;
    const dropped = this.#dropped + this.#tallies.dropped;
    if (dropped > 0) this.#options.log.warn({ event: 'analytics.visits_dropped', dropped }, 'visits were not counted');
    this.#dropped = 0;
    this.#tallies.dropped = 0;
  }

  /** Counts the visits with a session cookie that are not by the owner of the page or a member of its team. */
  async #countSignedIn(): Promise<void> {
    const visits = this.#signedIn;
    if (visits.length === 0) return;
    this.#signedIn = [];
    try {
      const own = await ownVisits(
        this.#options.db,
        visits.map(({ visit: { handle }, tokenHash }) => ({ handle, tokenHash })),
      );
      for (const [at, { visit, device }] of visits.entries()) {
        if (!own.has(at)) this.#tallies.add(visit, device, visit.at ?? this.#now());
      }
    } catch (error) {
      this.#signedIn = [...visits, ...this.#signedIn].slice(0, MAX_SIGNED_IN);
      throw error;
    }
  }

  /** Logs the first of several failures. */
  #report(error: unknown): void {
    if (this.#failed && !this.#stopped) return;
    this.#failed = true;
    this.#options.log.warn({ event: 'analytics.write_failed', err: error }, 'counts of visits could not be written');
  }
}

/** Returns the value of a cookie in a Cookie header; undefined if it is not there. */
function cookieValue(header: string, name: string): string | undefined {
  for (let from = 0; from < header.length; ) {
    const at = header.indexOf(`${name}=`, from);
    if (at < 0) return undefined;
    if (at === 0 || header[at - 1] === ' ' || header[at - 1] === ';') {
      const end = header.indexOf(';', at);
      return header.slice(at + name.length + 1, end < 0 ? undefined : end).trim() || undefined;
    }
    from = at + 1;
  }
  return undefined;
}
