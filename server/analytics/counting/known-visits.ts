import type { Visit } from './visit.ts';

/** Visits that are remembered, about 20 MB if hostile clients choose their strings. */
const MAX_KNOWN = 20_000;
/** The maximum number of visits remembered for one page and key, which differ in browser, referrer or campaign. */
const MAX_PER_KEY = 16;
/** Strings that are shared. */
const MAX_SHARED = 1000;
/** The maximum length of the strings of a remembered visit. */
const MAX_LENGTH = 800;

/**
 * The visits of today by page and a key, such as the address. A repeated visit costs two look-ups of short strings and
 * a few comparisons; comparing a long header is cheaper than the hash that a map would need.
 */
export class KnownVisits {
  #pages = new Map<string, Map<string, Visit>>();
  #size = 0;
  readonly #strings = new Map<string, string>();

  get size(): number {
    return this.#size;
  }

  get isFull(): boolean {
    return this.#size >= MAX_KNOWN;
  }

  /** Returns a visit that was added under the same key and does not differ. */
  find(handle: string, key: string, userAgent: string, referrer: string | undefined, url: string): Visit | undefined {
    let visit = this.#pages.get(handle)?.get(key);
    while (visit !== undefined) {
      if (visit.referrer === referrer && visit.userAgent === userAgent && visit.url === url) return visit;
      visit = visit.next;
    }
    return undefined;
  }

  /** Remembers a visit, unless the bounds are reached. */
  add(key: string, visit: Visit): void {
    const { handle, userAgent, referrer = '', url } = visit;
    if (this.isFull || key.length + userAgent.length + referrer.length + url.length > MAX_LENGTH) return;
    let page = this.#pages.get(handle);
    if (!page) {
      page = new Map();
      this.#pages.set(handle, page);
    }
    const first = page.get(key);
    let length = 1;
    for (let other = first; other !== undefined; other = other.next) length += 1;
    if (length > MAX_PER_KEY) return;
    visit.next = first;
    page.set(key, visit);
    this.#size += 1;
  }

  /** Returns an equal string that other visits share: comparisons then find it in the processor's cache. */
  share(text: string): string {
    const shared = this.#strings.get(text);
    if (shared !== undefined) return shared;
    if (this.#strings.size < MAX_SHARED && text.length <= MAX_LENGTH) this.#strings.set(text, text);
    return text;
  }

  clear(): void {
    this.#strings.clear();
    this.#pages = new Map();
    this.#size = 0;
  }
}
