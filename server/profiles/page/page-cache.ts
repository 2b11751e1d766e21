import { InvalidatedCache } from '../../platform/db/invalidated-cache.ts';
import { compressAhead } from '../../platform/http/cache/compression.ts';
import { etagOf } from '../../platform/http/cache/http-cache.ts';
import type { RecordedResponse } from '../../platform/http/cache/repeat-response.ts';
import type { Clock } from '../../platform/jobs/clock.ts';

/** Milliseconds for which a page is served without reading it again, with and without notifications of changes. */
const AGE_WITH_NOTIFICATIONS = 600_000;
const AGE_WITHOUT_NOTIFICATIONS = 60_000;
/**
 * A missing page is read again after this many milliseconds, because no notification reports a handle held for a
 * payment.
 */
const AGE_OF_MISSING = 60_000;
/** Milliseconds for which a page is served while the database cannot be reached. */
const AGE_WITHOUT_DATABASE = 300_000;
/** Milliseconds until the next attempt after the database could not be reached. */
const RETRY_AFTER = 5000;
/** Maximum number of pages in memory, and of names without a page. */
const MAX_PAGES = 5000;

export type Coding = 'br' | 'gzip' | 'identity';

/** One rendered page in each content coding. */
export interface CachedPage {
  handle: string;
  /** The links whose clicks are counted. */
  countedLinks: ReadonlySet<string>;
  /** The time (ms) at which the next block appears or disappears and the page is read again; infinite if none will. */
  changesAt: number;
  etag: string;
  styleHash: string;
  /** Whether the page has forms, which its Content-Security-Policy then allows. */
  hasForms: boolean;
  /** Whether its look has one of our fonts, which the policy then allows. */
  hasFont: boolean;
  /** Each byte as one character (latin1), so that Node sends head and body in one write. */
  bodies: Record<Coding, string>;
  /** Recorded responses by kind of request (server/profiles/page/page-fast-path.ts). */
  responses: (RecordedResponse | undefined)[];
}

/** Compresses a page in advance. */
export async function finishPage(
  { html, styleHash }: { html: string; styleHash: string },
  of: Pick<CachedPage, 'handle' | 'countedLinks' | 'changesAt' | 'hasForms' | 'hasFont'>,
): Promise<CachedPage> {
  const identity = Buffer.from(html);
  const { br, gzip } = await compressAhead(identity);
  const bodies = { br: latin1(br), gzip: latin1(gzip), identity: latin1(identity) };
  return { ...of, etag: etagOf(identity), styleHash, bodies, responses: [] };
}

const latin1 = (bytes: Buffer) => bytes.toString('latin1');

/** What is known about a page that does not exist. */
export interface MissingPage {
  /** Whether its handle is resting because it was not renewed. */
  isResting: boolean;
  /** Whether its handle can be claimed. */
  isFree: boolean;
}

interface Entry {
  page?: CachedPage;
  missing?: MissingPage;
  readAt: number;
}

/** A cache of pages by handle. The maximum age depends on whether the database can be reached and notifies us of changes. */
export class PageCache {
  readonly #entries: InvalidatedCache<Entry>;
  readonly #clock: Clock;
  /** Time since which changes may be missed; undefined while notifications arrive. */
  #unnotifiedSince: number | undefined = Number.NEGATIVE_INFINITY;
  /** Time of the next attempt after the database could not be reached; 0 while it can be reached. */
  #retryAt = 0;
  #reads = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#entries = new InvalidatedCache({
      max: MAX_PAGES,
      maxMinor: MAX_PAGES,
      placeOf: ({ page }) => (page ? 'major' : 'minor'),
    });
  }

  #now(): number {
    return this.#clock().getTime();
  }

  /** Returns the page if it can be served without reading the database. */
  get(handle: string): CachedPage | undefined {
    const entry = this.#entries.get(handle);
    if (!entry?.page) return undefined;
    const now = this.#now();
    const since = this.#unnotifiedSince;
    const fresh =
      now < entry.page.changesAt &&
      (since === undefined
        ? now - entry.readAt < AGE_WITH_NOTIFICATIONS
        : now - Math.max(entry.readAt, since) < AGE_WITHOUT_NOTIFICATIONS);
    if (!fresh && (now >= this.#retryAt || !this.#servableOffline(entry, now))) return undefined;
    return entry.page;
  }

  /** Returns the page as last read, for use while the database cannot be reached; undefined if it is too old. */
  lastKnown(handle: string): CachedPage | undefined {
    const entry = this.#entries.get(handle);
    return entry && this.#servableOffline(entry, this.#now()) ? entry.page : undefined;
  }

  /**
   * Returns what is known about a page that does not exist. Returns undefined while notifications do not arrive,
   * because a page must appear immediately when its handle is claimed.
   */
  missing(handle: string): MissingPage | undefined {
    const entry = this.#entries.get(handle);
    if (!entry || this.#unnotifiedSince !== undefined || this.#now() - entry.readAt >= AGE_OF_MISSING) return undefined;
    return entry.missing;
  }

  #servableOffline({ readAt }: Entry, now: number): boolean {
    const since = this.#unnotifiedSince;
    return since === undefined || now - Math.max(readAt, since) < AGE_WITHOUT_DATABASE;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Number of reads from the database because a page was missing from the cache or too old. */
  get reads(): number {
    return this.#reads;
  }

  /** Reads a page with `load` and caches it. */
  async read<Page extends CachedPage | MissingPage>(handle: string, load: () => Promise<Page>): Promise<Page> {
    this.#reads += 1;
    // Only one request queries the database again; until it finishes, the others get the cached page.
    if (this.#retryAt > 0) this.unreachable();
    const entry = await this.#entries.read(handle, async () => {
      const page = await load();
      this.#retryAt = 0;
      return { ...(isPage(page) ? { page } : { missing: page }), readAt: this.#now() };
    });
    return (entry.page ?? entry.missing) as Page;
  }

  /** Call this when the database could not be reached. */
  unreachable(): void {
    this.#retryAt = this.#now() + RETRY_AFTER;
  }

  drop(handle: string): void {
    this.#entries.drop(handle);
  }

  clear(): void {
    this.#entries.clear();
  }

  /**
   * Call this when notifications of changes begin or end. When they begin, the cache is cleared, because changes may
   * have been missed; when they end, the cached pages are current and age from then on.
   */
  notified(begins: boolean): void {
    if (begins) {
      this.clear();
      this.#unnotifiedSince = undefined;
      this.#retryAt = 0;
    } else this.#unnotifiedSince ??= this.#now();
  }
}

export const isPage = (page: CachedPage | MissingPage): page is CachedPage => 'bodies' in page;
