import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { registry } from '../../server/platform/metrics/registry.ts';
import { changeProfile } from '../support/api/change-profile.ts';
import { startServer, useServer } from '../support/server/test-server.ts';

const HOST = 'nameplate.example';
const PAGE = '/digital-universe';

const server = useServer({ PUBLIC_URL: `https://${HOST}`, ALLOW_PUBLIC_LOCAL_MODE: 'yes' });
let frameworkOnly: Server;
/** Requests that reached the framework. */
let reached = 0;
beforeAll(async () => {
  server.app.addHook('onRequest', async () => {
    reached += 1;
  });
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  frameworkOnly = createServer((request, response) => server.app.routing(request, response));
  frameworkOnly.keepAliveTimeout = server.app.server.keepAliveTimeout;
  await new Promise<void>((done) => frameworkOnly.listen(0, '127.0.0.1', done));
});
afterAll(async () => {
  frameworkOnly?.close();
});

/** Returns a request as bytes; each header has the form `Name: value`. */
const request = (headers: string[] = [], { method = 'GET', url = PAGE, host = HOST, version = '1.1' } = {}) =>
  [`${method} ${url} HTTP/${version}`, `Host: ${host}`, ...headers, '', ''].join('\r\n');

/** Returns the response bytes for these requests, pipelined over one connection, without the date and the request's id. */
async function exchange(to: Server, ...requests: string[]): Promise<string> {
  const ends = requests.at(-1)?.includes('Connection: close');
  if (!ends) requests.push(request(['Connection: close'], { url: '/healthz' }));
  const text = await untilClosed(to, requests.join(''));
  return text.replaceAll(/^date: .*$/gim, 'date: then').replaceAll(/^x-request-id: .*$/gm, 'x-request-id: one');
}

/** Returns all that the server sends until it closes the connection. */
async function untilClosed(to: Server, bytes: string): Promise<string> {
  const socket = connect((to.address() as AddressInfo).port, '127.0.0.1');
  socket.setEncoding('latin1');
  socket.write(bytes, 'latin1');
  let text = '';
  for await (const piece of socket) text += piece;
  return text;
}

/** Returns how many of the requests reached the framework, without the last request of `exchange`. */
async function countReached(work: () => Promise<unknown>): Promise<number> {
  const before = reached;
  await work();
  return reached - before - 1;
}

const etag = async () => /^etag: (.*?)\r$/im.exec(await exchange(server.app.server, request()))?.[1] ?? '';

describe('a plain request for a cached page', () => {
  const plain: [name: string, make: (tag: string) => string, status: 200 | 304][] = [
    ['in brotli', () => request(['Accept-Encoding: gzip, deflate, br, zstd']), 200],
    ['in gzip', () => request(['Accept-Encoding: gzip']), 200],
    ['in gzip if brotli is excluded', () => request(['Accept-Encoding: br;q=0, GZIP;q=0.5']), 200],
    ['uncompressed', () => request(), 200],
    ['uncompressed if all codings are unknown', () => request(['Accept-Encoding: deflate, zstd']), 200],
    ['with a cookie, which no page depends on', () => request(['Cookie: a=b', 'Accept-Encoding: br']), 200],
    ['from another page', () => request(['Origin: https://other.example', 'Sec-Fetch-Site: cross-site']), 200],
    ['through a proxy', () => request([`X-Forwarded-Host: ${HOST}`, 'X-Forwarded-For: 192.0.2.1']), 200],
    [
      'with a query, on which no page depends',
      () => request(['Accept-Encoding: br'], { url: `${PAGE}?utm_source=a` }),
      200,
    ],
    ['with a malformed query', () => request([], { url: `${PAGE}?%&=?/#` }), 200],
    ['by HEAD', () => request(['Accept-Encoding: br'], { method: 'HEAD' }), 200],
    ['by HEAD, uncompressed', () => request([], { method: 'HEAD' }), 200],
    ['with a matching validator', (tag) => request([`If-None-Match: ${tag}`, 'Accept-Encoding: br']), 304],
    ['with a matching weak validator', (tag) => request([`If-None-Match: W/${tag}`]), 304],
    ['with a matching validator in a list', (tag) => request([`If-None-Match: "other", W/${tag} , "third"`]), 304],
    ['with If-None-Match: *', () => request(['If-None-Match: *']), 304],
    [
      'with a matching validator in a second header',
      (tag) => request(['If-None-Match: "a"', `If-None-Match: ${tag}`]),
      304,
    ],
    ['with a matching validator, by HEAD', (tag) => request([`If-None-Match: ${tag}`], { method: 'HEAD' }), 304],
    ['with another validator', () => request(['If-None-Match: "other"', 'Accept-Encoding: br']), 200],
    ['with an empty If-None-Match', () => request(['If-None-Match: ']), 200],
    ['over HTTP/1.0', () => request(['Connection: close', 'Accept-Encoding: gzip'], { version: '1.0' }), 200],
    [
      'with a matching validator, over a closing connection',
      () => request(['Connection: close', 'If-None-Match: *']),
      304,
    ],
    ['over a closing connection', () => request(['Connection: close', 'Accept-Encoding: br']), 200],
  ];

  it.each(plain)('returns the same bytes without the framework for a cached page %s', async (_name, make, status) => {
    const asked = make(await etag());
    // The framework handles the first request of each kind.
    await exchange(server.app.server, asked);
    let received = '';
    const count = await countReached(async () => {
      received = await exchange(server.app.server, asked);
    });
    expect(count).toBe(asked.includes('Connection: close') ? -1 : 0);
    expect(received).toBe(await exchange(frameworkOnly, asked));
    expect(received).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(received.toLowerCase()).toContain('strict-transport-security: max-age=');
    // Every visitor, and every cache in between, gets the same bytes.
    expect(received.split(/(?=HTTP\/1\.1 )/)[0]).not.toContain('x-request-id');
  });

  it('returns the same page over closing and persistent connections, in either order', async () => {
    const [ending, kept] = [request(['Connection: close']), request()];
    for (const first of [ending, kept]) {
      server.pageCache.clear();
      await exchange(server.app.server, first);
      for (const asked of [kept, ending, kept]) {
        expect(await exchange(server.app.server, asked)).toBe(await exchange(frameworkOnly, asked));
      }
    }
  });

  it('keeps the order of pipelined requests', async () => {
    const asked = [
      request(['Accept-Encoding: br']),
      request([], { url: '/nobody-has-this' }),
      request(['If-None-Match: *']),
    ];
    await exchange(server.app.server, ...asked);
    let received = '';
    expect(
      await countReached(async () => {
        received = await exchange(server.app.server, ...asked);
      }),
    ).toBe(1);
    expect(received).toBe(await exchange(frameworkOnly, ...asked));
    expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 404', 'HTTP/1.1 304', 'HTTP/1.1 200']);
  });

  it('returns a new page after a change', async () => {
    const asked = request(['Accept-Encoding: identity']);
    await exchange(server.app.server, asked);
    await changeProfile(server, 'digital-universe', { display_name: 'Renamed since' });
    expect(await exchange(server.app.server, asked)).toContain('Renamed since');
    expect(await exchange(server.app.server, asked)).toContain('Renamed since');
  });

  it('renders a cached page again after a minute while change notifications are unavailable', async () => {
    const asked = request(['Accept-Encoding: identity']);
    await exchange(server.app.server, asked);
    await server.db
      .updateTable('handles')
      .set({ display_name: 'Changed unseen' })
      .where('handle', '=', 'digital-universe')
      .execute();
    expect(await exchange(server.app.server, asked)).not.toContain('Changed unseen');
    server.advance(60_000);
    expect(await exchange(server.app.server, asked)).toContain('Changed unseen');
  });

  it('counts the pages that it sends, with and without the framework', async () => {
    const counted = async (name: string, labels: Record<string, string>) => {
      const found = await registry.getSingleMetric(name)?.get();
      const isWanted = (given: object) =>
        Object.entries(labels).every(([key, value]) => String(Object(given)[key]) === value);
      return (found?.values ?? []).filter((one) => isWanted(one.labels)).reduce((sum, { value }) => sum + value, 0);
    };
    const read = async () => [
      await counted('nameplate_page_fast_path_responses_total', { method: 'GET', status: '200' }),
      await counted('nameplate_page_fast_path_responses_total', { method: 'HEAD', status: '304' }),
      await counted('nameplate_page_cache_requests_total', { result: 'hit' }),
      await counted('nameplate_page_cache_requests_total', { result: 'miss' }),
      await counted('nameplate_http_requests_total', { route: '/:username', status: '200' }),
    ];
    server.pageCache.clear();
    const before = await read();
    const page = request(['Accept-Encoding: br']);
    const known = request(['If-None-Match: *'], { method: 'HEAD' });
    // The framework sends the first of each kind: one is read, the other one is cached.
    for (const asked of [page, page, page, known, known]) await exchange(server.app.server, asked);
    const added = async () => (await read()).map((value, at) => value - (before[at] ?? 0));
    await expect.poll(added).toEqual([2, 1, 4, 1, 1]);
    expect(await counted('nameplate_page_cache_pages', {})).toBe(1);
  });
});

describe('a request that the fast path does not support', () => {
  it.each([
    ['another method', request([], { method: 'OPTIONS' })],
    ['a write', request(['Content-Length: 0'], { method: 'POST' })],
    ['a body', `${request(['Content-Length: 2'])}{}`],
    ['an empty body', request(['Content-Length: 0'])],
    ['a body in chunks', `${request(['Transfer-Encoding: chunked'])}0\r\n\r\n`],
    ['an Expect header', request(['Expect: 100-continue'])],
    ['a Range header', request(['Range: bytes=0-9'])],
    ['an If-Match header', request(['If-Match: "other"'])],
    ['a slash at the end', request([], { url: `${PAGE}/` })],
    ['capitals', request([], { url: '/Digital-Universe' })],
    ['an escaped letter', request([], { url: '/%64igital-universe' })],
    ['two slashes', request([], { url: `/${PAGE}` })],
    ['an absolute address', request([], { url: `https://${HOST}${PAGE}` })],
    ['our name with a port', request([], { host: `${HOST}:3000` })],
    ['a foreign name in X-Forwarded-Host', request(['X-Forwarded-Host: evil.example'])],
  ])('a request that the fast path does not support is handled by the framework: %s', async (_name, asked) => {
    await exchange(server.app.server, request());
    for (let time = 0; time < 2; time++) {
      let received = '';
      const count = await countReached(async () => {
        received = await exchange(server.app.server, asked);
      });
      expect(received).toMatch(/^HTTP\/1.1 [1-5]\d\d /);
      expect(count).toBe(1);
    }
  });

  it('lets the framework reject a request with a foreign host name', async () => {
    await exchange(server.app.server, request());
    expect(await exchange(server.app.server, request([], { host: 'evil.example' }))).toMatch(/^HTTP\/1.1 421/);
  });

  it('lets Node reject a request without a Host header', async () => {
    expect(await exchange(server.app.server, `GET ${PAGE} HTTP/1.1\r\n\r\n`)).toMatch(/^HTTP\/1.1 400/);
  });

  it('lets the framework handle every request during shutdown', async () => {
    const ending = await startServer({ PUBLIC_URL: `https://${HOST}`, ALLOW_PUBLIC_LOCAL_MODE: 'yes' });
    const begun = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    ending.app.addHook('preClose', async () => {
      begun.resolve();
      await release.promise;
    });
    await ending.app.listen({ host: '127.0.0.1', port: 0 });
    const asked = request();
    await exchange(ending.app.server, asked);
    expect(await exchange(ending.app.server, asked)).toMatch(/^HTTP\/1.1 200/);
    const ended = ending.stop();
    await begun.promise;
    // The framework ends a connection that the fast path would keep.
    const text = await untilClosed(ending.app.server, asked).finally(release.resolve);
    expect(text).toMatch(/^HTTP\/1.1 200 .*?\r\nConnection: close\r\n/is);
    await ended;
  });
});
