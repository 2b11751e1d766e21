import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { etagOf } from '../plumbing/answers.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** One finished page: its bytes in each encoding that browsers ask for. */
export interface CachedPage {
  etag: string;
  styleHash: string;
  bodies: { br: Buffer; gzip: Buffer; identity: Buffer };
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
  return { etag: etagOf(identity), styleHash, bodies: { br, gzip: zipped, identity } };
}

/**
 * Pages by handle, the least used dropped first. A page that is being made while its handle changes is not kept: `begin`
 * before reading the database, `keep` after.
 */
export class PageCache {
  readonly #pages = new Map<string, CachedPage>();
  readonly #most: number;
  #changes = 0;
  readonly #changedAt = new Map<string, number>();

  constructor(most = 5000) {
    this.#most = most;
  }

  get(handle: string): CachedPage | undefined {
    const page = this.#pages.get(handle);
    if (page) {
      this.#pages.delete(handle);
      this.#pages.set(handle, page);
    }
    return page;
  }

  /** Notes where we are; hand it to `keep`. */
  begin(): number {
    return this.#changes;
  }

  keep(handle: string, page: CachedPage, begun: number): void {
    if ((this.#changedAt.get(handle) ?? 0) > begun || this.#changedAll > begun) return;
    this.#pages.set(handle, page);
    if (this.#pages.size > this.#most) {
      const [oldest] = this.#pages.keys();
      if (oldest !== undefined) this.#pages.delete(oldest);
    }
  }

  drop(handle: string): void {
    this.#changes += 1;
    this.#changedAt.set(handle, this.#changes);
    this.#pages.delete(handle);
    if (this.#changedAt.size > this.#most) this.clear();
  }

  /** After a gap in which changes may have gone unheard. */
  clear(): void {
    this.#changes += 1;
    this.#changedAll = this.#changes;
    this.#changedAt.clear();
    this.#pages.clear();
  }

  #changedAll = 0;
}
