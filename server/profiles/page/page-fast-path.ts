import type { IncomingMessage, ServerResponse } from 'node:http';
import type { PageVisits } from '../../analytics/shared/page-visits.ts';
import { chooseCoding, matchesIfNoneMatch } from '../../platform/http/cache/http-cache.ts';
import { recordResponse, repeatResponse } from '../../platform/http/cache/repeat-response.ts';
import type { Server } from '../../platform/http/server.ts';
import type { CachedPage, Coding, PageCache } from './page-cache.ts';

/** Headers of requests that only the framework handles. */
const UNUSUAL = [
  'transfer-encoding',
  'content-length',
  'expect',
  'upgrade',
  'range',
  'if-match',
  'if-unmodified-since',
];

/** Kinds of responses to GET; those to HEAD follow in the same order. */
const KINDS: (304 | Coding)[] = [304, 'br', 'gzip', 'identity'];

/** Cached values of Accept-Encoding; browsers send few different ones. */
const MAX_CACHED_CODINGS = 200;

/**
 * Sends cached pages without the framework, which would cost several times as much as the page. The framework sends the
 * first response of each kind (method, coding, 304); its head is stored with the page and sent to later requests, so no
 * header is defined twice. Any request but a plain GET or HEAD of a cached page with one of our host names goes to the
 * framework. See docs/decisions/0035-page-fast-path.md.
 */
export class PageFastPath {
  readonly #cache: PageCache;
  readonly #hosts: Set<string>;
  readonly #visits: PageVisits;
  readonly #codings = new Map<string, Coding>();
  /** Sent responses by kind. Counting here costs one addition for each, without looking up the label of a metric. */
  readonly #sent = new Float64Array(2 * KINDS.length);
  #closing = false;

  /** `hosts` are values of the Host header. */
  constructor(cache: PageCache, hosts: Set<string>, visits: PageVisits) {
    this.#cache = cache;
    this.#hosts = hosts;
    this.#visits = visits;
  }

  /**
   * Inserts itself before the framework's handler. If LISTEN_HOST has several addresses, the framework creates further
   * servers for all but the first, and those work without the fast path.
   */
  attach(app: Server): void {
    const framework = app.server.listeners('request') as ((
      request: IncomingMessage,
      response: ServerResponse,
    ) => void)[];
    app.server.removeAllListeners('request');
    app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      if (this.#send(request, response)) return;
      for (const handle of framework) handle(request, response);
    });
    // From then on only the framework may respond, because it closes connections (Connection: close).
    app.addHook('preClose', async () => {
      this.#closing = true;
    });
  }

  /** Stores the response that the framework is sending in this coding, for later requests of its kind. */
  record(request: IncomingMessage, response: ServerResponse, page: CachedPage, coding: Coding): void {
    const kind = this.#isPlain(request) ? this.#kindOf(request, page) : undefined;
    if (kind === undefined || page.responses[kind]?.keptAlive) return;
    response.once('finish', () => {
      const body = request.method === 'GET' && response.statusCode === 200 ? page.bodies[coding] : undefined;
      page.responses[kind] = recordResponse(response, body);
    });
  }

  #send(request: IncomingMessage, response: ServerResponse): boolean {
    const { url = '' } = request;
    if (this.#closing || !url.startsWith('/')) return false;
    // A page does not depend on the query, which only names a campaign.
    const query = url.indexOf('?');
    const page = this.#cache.get(query < 0 ? url.slice(1) : url.slice(1, query));
    if (!page || !this.#isPlain(request)) return false;
    const kind = this.#kindOf(request, page);
    const recorded = page.responses[kind];
    if (recorded === undefined || !repeatResponse(request, response, recorded)) return false;
    (this.#sent[kind] as number) += 1;
    if (request.method === 'GET') this.#visits.view(page.handle, request);
    return true;
  }

  /** The number of responses sent since the start, by method and status. */
  get sent(): { method: string; status: number; count: number }[] {
    return [...this.#sent].map((count, kind) => ({
      method: kind < KINDS.length ? 'GET' : 'HEAD',
      status: KINDS[kind % KINDS.length] === 304 ? 304 : 200,
      count,
    }));
  }

  #isPlain({ method, headers }: IncomingMessage): boolean {
    if (method !== 'GET' && method !== 'HEAD') return false;
    const forwardedHost = headers['x-forwarded-host'];
    if (!this.#hosts.has(headers.host ?? '')) return false;
    if (forwardedHost !== undefined && !this.#hosts.has(`${forwardedHost}`)) return false;
    for (const name of UNUSUAL) if (headers[name] !== undefined) return false;
    return true;
  }

  /** Returns the kind of a plain request for this page, as an index of `CachedPage.responses`. */
  #kindOf({ method, headers }: IncomingMessage, page: CachedPage): number {
    const known = headers['if-none-match'];
    const offset = method === 'HEAD' ? KINDS.length : 0;
    if (known !== undefined && (known === page.etag || matchesIfNoneMatch({ headers }, page.etag))) return offset;
    return offset + KINDS.indexOf(this.#codingFor(headers['accept-encoding'] ?? ''));
  }

  #codingFor(header: string): Coding {
    let coding = this.#codings.get(header);
    if (coding === undefined) {
      coding = chooseCoding(header) ?? 'identity';
      if (this.#codings.size < MAX_CACHED_CODINGS && header.length < 100) this.#codings.set(header, coding);
    }
    return coding;
  }
}
