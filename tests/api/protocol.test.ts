import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { beforeAll, describe, expect, it } from 'vitest';
import { Person } from '../support/api/person.ts';
import { startServer, useServer } from '../support/server/test-server.ts';

const server = useServer(
  { PUBLIC_URL: 'https://nameplate.example', ALLOW_PUBLIC_LOCAL_MODE: 'yes' },
  { emulated: true },
);
let port: number;
beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
});

/** Returns what the server sends for these bytes until it closes the connection. */
async function raw(bytes: string): Promise<{ status: number; head: string; body: string }> {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('latin1');
  let text = '';
  socket.on('data', (piece: string) => {
    text += piece;
  });
  socket.on('error', () => {});
  socket.write(bytes);
  await once(socket, 'close');
  const [head = '', body = ''] = text.split(/\r\n\r\n(.*)/s);
  return { status: Number(head.slice(9, 12)), head: head.toLowerCase(), body };
}

const get = (url: string, header = '') =>
  raw(`GET ${url} HTTP/1.1\r\nHost: nameplate.example\r\nConnection: close\r\n${header}\r\n`);

describe('requests that reach no route', () => {
  it.each([
    ['an invalid percent escape', () => get('/%zz'), 400],
    ['an invalid percent escape in an API call', () => get('/api/check-handle/%E0%A4%A'), 400],
    ['an overlong parameter', () => get(`/api/check-handle/${'a'.repeat(600)}`), 414],
    ['an overlong URL', () => get(`/${'a'.repeat(20_000)}`), 431],
    ['an overlong header', () => get('/', `X-Long: ${'a'.repeat(20_000)}\r\n`), 431],
    ['data that is not HTTP', () => raw('\x16\x03\x01\r\n\r\n'), 400],
    [
      'both Content-Length and Transfer-Encoding',
      () =>
        raw('POST /api/logout HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'),
      400,
    ],
  ])('returns a standard error for %s', async (_name, request, status) => {
    const response = await request();
    expect(response.status).toBe(status);
    const body = JSON.parse(response.body);
    expect(Object.keys(body)).toEqual(['code', 'message']);
    expect(response.body).not.toMatch(/FST_|stack|aaaa|%zz/);
    for (const header of [
      'nosniff',
      'content-security-policy',
      'no-store',
      'strict-transport-security',
      'referrer-policy: same-origin',
      'cross-origin-opener-policy: same-origin',
      'x-frame-options: deny',
    ]) {
      expect(response.head).toContain(header);
    }
  });

  it('returns a page to a browser that requests a malformed address', async () => {
    const response = await get('/%zz', 'Accept: text/html\r\n');
    expect(response.status).toBe(400);
    expect(response.body).toMatch(/^<!doctype html>/);
  });

  it.each(['/assets/../../package.json', '/assets/%2e%2e/%2e%2e/package.json', '/assets/..%2f..%2fpackage.json'])(
    'returns 404 for the path %s',
    async (url) => expect((await get(url)).status).toBe(404),
  );
});

describe('every response', () => {
  it('sends the security headers, even to other origins', async () => {
    const response = await raw(
      'POST /api/logout HTTP/1.1\r\nHost: nameplate.example\r\nOrigin: https://evil.example\r\nConnection: close\r\nContent-Length: 0\r\n\r\n',
    );
    expect(response.status).toBe(403);
    for (const header of ['nosniff', 'content-security-policy', 'no-store', 'strict-transport-security']) {
      expect(response.head).toContain(header);
    }
  });

  it.each(['/api/user', '/api/handles', '/api/packages', '/api/nothing', '/api/check-handle/some-free-name'])(
    'forbids caching the response of %s',
    async (url) => {
      expect((await new Person(server).request('GET', url)).headers['cache-control']).toBe('no-store');
    },
  );

  it('returns no echo of a TRACE request, and no content', async () => {
    const response = await raw(
      'TRACE / HTTP/1.1\r\nHost: nameplate.example\r\nX-Echo: canary\r\nConnection: close\r\n\r\n',
    );
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.head + response.body).not.toContain('canary');
  });

  it('rejects a repeated query parameter instead of choosing one', async () => {
    const person = new Person(server);
    await person.request('POST', '/api/dev-login', undefined, { origin: 'https://nameplate.example' });
    expect((await person.request('GET', '/api/handles?limit=1')).status).toBe(200);
    expect((await person.request('GET', '/api/handles?limit=1&limit=2')).status).toBe(400);
  });

  it('returns 404, not 500, for an id that is too large', async () => {
    const person = new Person(server);
    const headers = { origin: 'https://nameplate.example' };
    await person.request('POST', '/api/dev-login', undefined, headers);
    const body = { handleId: 2 ** 31, forwardingEmail: 'a@inbox.example' };
    expect((await person.request('POST', '/api/email-forwarding', body, headers)).status).toBe(404);
    expect((await person.request('GET', `/api/handles?after=${2 ** 40}`)).status).toBeLessThan(500);
  });
});

it('limits a network by the address of its connection, not by a forged X-Forwarded-For, even at unknown addresses (attack 39)', async () => {
  const limited = await startServer({ RATE_LIMITS: 'on' });
  try {
    const request = (forged: string) =>
      limited.app.inject({
        url: '/nothing/at/all',
        headers: {
          accept: 'application/json',
          'x-forwarded-for': forged,
          'x-real-ip': forged,
          forwarded: `for=${forged}`,
        },
      });
    const responses = [];
    for (let count = 0; count < 605; count++) responses.push(await request(`198.51.${count % 100}.${count % 250}`));
    expect(responses[0]?.statusCode).toBe(404);
    expect(responses.at(-1)?.statusCode).toBe(429);
    expect(responses.at(-1)?.json()).toMatchObject({ code: 'too_many_requests' });
    expect(Number(responses.at(-1)?.headers['retry-after'])).toBeGreaterThan(0);

    // The webhook has a separate limit, which applies before any signature check or certificate request.
    const post = () => limited.app.inject({ method: 'POST', url: '/paypal/webhook', remoteAddress: '198.51.100.9' });
    const statuses = [];
    for (let count = 0; count < 305; count++) statuses.push((await post()).statusCode);
    expect(statuses).toEqual([...Array(300).fill(401), ...Array(5).fill(429)]);
  } finally {
    await limited.stop();
  }
});

describe('the Host header', () => {
  const under = (host: string, url = '/digital-universe') => server.app.inject({ url, headers: { host } });

  it.each([
    'evil.example',
    'nameplate.example.evil.example',
    'x@nameplate.example',
    'www.nameplate.example',
    '192.0.2.7',
    'a b',
  ])('rejects the Host header %j with 421 on pages, API calls and unknown paths (attack 5)', async (host) => {
    for (const url of ['/', '/digital-universe', '/api/user', '/robots.txt', '/assets/none.js', '/no/such/path']) {
      const response = await under(host, url);
      expect([url, response.statusCode]).toEqual([url, 421]);
      expect(response.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' });
    }
  });

  it.each([
    'nameplate.example',
    'Nameplate.Example:8443',
    'nameplate.example.',
    'localhost:9',
    '127.0.0.1',
    '[::1]:3000',
  ])('accepts the Host header %j', async (host) => expect((await under(host)).statusCode).toBe(200));

  it('rejects an HTTP/1.0 request without a Host header with 421', async () => {
    expect((await raw('GET /digital-universe HTTP/1.0\r\n\r\n')).status).toBe(421);
  });

  it('rejects a request with two Host headers with 400 (attack 5)', async () => {
    for (const hosts of [
      ['nameplate.example', 'evil.example'],
      ['evil.example', 'nameplate.example'],
      ['nameplate.example', 'nameplate.example'],
    ]) {
      const lines = hosts.map((host, at) => `${at ? 'HOST' : 'Host'}: ${host}\r\n`).join('');
      expect((await raw(`GET /api/user HTTP/1.1\r\n${lines}Connection: close\r\n\r\n`)).status).toBe(400);
    }
  });

  it('accepts a foreign Host header for health checks and the MTA-STS policy', async () => {
    for (const url of ['/healthz', '/readyz']) expect((await under('10.0.0.9:3000', url)).statusCode).toBe(200);
    const policy = await under('mta-sts.nameplate.example', '/.well-known/mta-sts.txt');
    expect([policy.statusCode, policy.body.startsWith('version: STSv1')]).toEqual([200, true]);
  });
});

// The last test: the server does not listen afterwards.
it('serves a request that a proxy sends on an open connection just before the process stops', async () => {
  const socket = connect(port, '127.0.0.1');
  socket.setEncoding('latin1');
  await once(socket, 'connect');
  let text = '';
  socket.on('data', (piece: string) => {
    text += piece;
  });
  // A served request on the same connection shows that the server has the connection, and reads what follows.
  socket.write(
    'GET /healthz HTTP/1.1\r\nHost: nameplate.example\r\n\r\nGET /create HTTP/1.1\r\nHost: nameplate.example\r\n',
  );
  await expect.poll(() => text).toMatch(/^HTTP\/1\.1 200 /);
  const closing = server.app.close();
  socket.write('\r\n');
  await once(socket, 'close');
  await closing;
  expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
});
