import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { etagOf } from '../../platform/http/http-cache.ts';
import type { RecordedResponse } from '../../platform/http/repeat-response.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Milliseconds that a page may be served without reading it again: while the database notifies us of changes, and while it does not. */
const AGE_WITH_NOTIFICATIONS = 600_000;
const AGE_WITHOUT_NOTIFICATIONS = 60_000;
/** Milliseconds that a page outlives the last moment at which it was known to be right, where the database cannot be reached. */
const AGE_WITHOUT_DATABASE = 300_000;
/** Milliseconds until the database is tried again after it could not be reached. */
const RETRY_AFTER = 5000;
/** Milliseconds within which several uses of a page count as one: moving it in the map costs more than finding it. */
const USE_NOTED_AFTER = 1000;

export type Coding = 'br' | 'gzip' | 'identity';

/** One finished page: its bytes in each encoding that browsers ask for. */
export interface CachedPage {
  etag: string;
  styleHash: string;
  /** Each byte as one character (latin1): Node sends head and body in one piece then. */
  bodies: Record<Coding, string>;
  /** Responses that were sent already, by what was asked for (server/profiles/page/page-fast-path.ts). */
  responses: (RecordedResponse | undefined)[];
}

/** Compresses a page once, so that serving it is handing out bytes. */
export async function finishPage(html: string, styleHash: string): Promise<CachedPage> {
  const identity = Buffer.from(html);
  const [br, zipped] = await Promise.all([
    brotli(identity, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 9,
        [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
        // 64 KB hold a page; preparing the usual 4 MB takes twenty times as long as compressing it.
        [constants.BROTLI_PARAM_LGWIN]: 16,
      },
    }),
    gzipped(identity, { level: 9 }),
  ]);
  const bodies = { br: latin1(br), gzip: latin1(zipped), identity: latin1(identity) };
  return { etag: etagOf(identity), styleHash, bodies, responses: [] };
}

const latin1 = (bytes: Buffer) => bytes.toString('latin1');

interface Entry {
  page: CachedPage;
  readAt: number;
  /** When it was last moved to the end of the line. */
  usedAt: number;
}

/**
 * Pages by handle, the least used dropped first. A page that is being made while its handle changes is not kept: `begin`
 * before reading the database, `keep` after. No page is served for long without having been read again: how long depends on
 * whether the database notifies us of changes and on whether it can be reached.
 */
export class PageCache {
  readonly #entries = new Map<string, Entry>();
  readonly #now: () => number;
  readonly #most: number;
  #changes = 0;
  readonly #changedAt = new Map<string, number>();
  #changedAll = 0;
  /** Since when changes may be missed; undefined while they are notified. */
  #unnotifiedSince: number | undefined = Number.NEGATIVE_INFINITY;
  /** Until when the database is left alone, since it could not be reached; 0 after it could. */
  #retryAt = 0;

  constructor({ now = Date.now, most = 5000 }: { now?: () => number; most?: number } = {}) {
    this.#now = now;
    this.#most = most;
  }

  /** The page, where it may be served without asking the database. */
  get(handle: string): CachedPage | undefined {
    const entry = this.#entries.get(handle);
    if (!entry) return undefined;
    const now = this.#now();
    const since = this.#unnotifiedSince;
    const fresh =
      since === undefined
        ? now - entry.readAt < AGE_WITH_NOTIFICATIONS
        : now - Math.max(entry.readAt, since) < AGE_WITHOUT_NOTIFICATIONS;
    if (!fresh && (now >= this.#retryAt || !this.#mayOutlive(entry, now))) return undefined;
    if (now - entry.usedAt > USE_NOTED_AFTER) {
      entry.usedAt = now;
      this.#entries.delete(handle);
      this.#entries.set(handle, entry);
    }
    return entry.page;
  }

  /** The page as it was last read, for when the database cannot be reached; undefined once that is too long ago. */
  lastKnown(handle: string): CachedPage | undefined {
    const entry = this.#entries.get(handle);
    return entry && this.#mayOutlive(entry, this.#now()) ? entry.page : undefined;
  }

  #mayOutlive({ readAt }: Entry, now: number): boolean {
    const since = this.#unnotifiedSince;
    return since === undefined || now - Math.max(readAt, since) < AGE_WITHOUT_DATABASE;
  }

  /** Notes that the database is about to be read; hand the result to `keep`. */
  begin(): number {
    // One request tries whether the database is back; the others are served what is kept meanwhile.
    if (this.#retryAt > 0) this.#retryAt = this.#now() + RETRY_AFTER;
    return this.#changes;
  }

  /** What was read: null for a page that is not there. */
  keep(handle: string, page: CachedPage | null, begun: number): void {
    this.#retryAt = 0;
    if ((this.#changedAt.get(handle) ?? 0) > begun || this.#changedAll > begun) return;
    this.#entries.delete(handle);
    if (!page) return;
    const now = this.#now();
    this.#entries.set(handle, { page, readAt: now, usedAt: now });
    if (this.#entries.size > this.#most) {
      const [oldest] = this.#entries.keys();
      if (oldest !== undefined) this.#entries.delete(oldest);
    }
  }

  /** Notes that the database could not be reached. */
  unreachable(): void {
    this.#retryAt = this.#now() + RETRY_AFTER;
  }

  drop(handle: string): void {
    this.#changes += 1;
    this.#changedAt.set(handle, this.#changes);
    this.#entries.delete(handle);
    if (this.#changedAt.size > this.#most) this.clear();
  }

  clear(): void {
    this.#changes += 1;
    this.#changedAll = this.#changes;
    this.#changedAt.clear();
    this.#entries.clear();
  }

  /**
   * Whether changes are notified from now on. When that begins, changes may have been missed before, so everything is
   * dropped once; when it ends, what is kept was right a moment ago and ages from now on.
   */
  notified(begins: boolean): void {
    if (begins) {
      this.clear();
      this.#unnotifiedSince = undefined;
      this.#retryAt = 0;
    } else this.#unnotifiedSince ??= this.#now();
  }
}
