import { Agent, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MISSES_PER_MINUTE } from '../../server/platform/http/guards/network-guard.ts';
import { untilBlocked } from '../support/api/blocked-query.ts';
import { withStatements } from '../support/server/statements.ts';
import { useServer } from '../support/server/test-server.ts';

const MAX = 40;
const logged: Record<string, unknown>[] = [];
const agent = new Agent({ keepAlive: true, maxSockets: 100 });
const server = useServer({ RATE_LIMITS: 'on', TRUST_PROXY: '127.0.0.1', HTTP_MAX_REQUESTS: String(MAX) }, { logged });
let port: number;
let networks = 0;
/** A different network for each test. */
let network: string;
beforeAll(async () => {
  await server.app.listen({ host: '127.0.0.1', port: 0 });
  port = (server.app.server.address() as AddressInfo).port;
  server.pageCache.notified(true);
});
beforeEach(() => {
  network = `192.0.2.${++networks}`;
});
afterAll(() => agent.destroy());

interface Response {
  status: number | undefined;
  text: string;
  headers: Record<string, unknown>;
}

function open(path: string, { from = network, method = 'GET', accept = 'text/html' } = {}): Promise<Response> {
  const headers = { host: server.config.site.host, accept, 'x-forwarded-for': from };
  return new Promise((done, failed) => {
    const sent = request({ agent, host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.once('end', () => done({ status: response.statusCode, text, headers: response.headers }));
    });
    sent.once('error', failed).end();
  });
}

const statusOf = async (path: string, options?: Parameters<typeof open>[1]) => (await open(path, options)).status;

/** Requests missing paths of every kind in turn, until the network has used up its misses. */
async function flood(): Promise<void> {
  const kinds = [
    (n: number) => `/nobody-has-${n}`,
    (n: number) => `/Nobody-Has-${n}/`,
    (n: number) => `/nobody-has-${n}/contact`,
    (n: number) => `/nobody-has-${n}/qr.svg`,
    (n: number) => `/nobody-has-${n}/card.vcf`,
    (n: number) => `/nobody-has-${n}/card.png`,
    (n: number) => `/a/path/${n}`,
    (n: number) => `/%zz${n}`,
    (n: number) => `/${'x'.repeat(40)}${n}`,
    (n: number) => `/%20${n}`,
  ];
  const statuses = new Map<number | undefined, number>();
  for (let count = 0; count < MISSES_PER_MINUTE; count += kinds.length) {
    for (const status of await Promise.all(kinds.map((path) => statusOf(path(count)))))
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect(Object.fromEntries(statuses)).toEqual({ 404: 0.9 * MISSES_PER_MINUTE, 400: 0.1 * MISSES_PER_MINUTE });
}

it('refuses the misses of a network that had too many, without a query for known paths, and still serves it what exists (attack 42)', async () => {
  await server.db.insertInto('handles').values({ handle: 'not-read-before' }).execute();
  await open('/nobody-is-known');
  await flood();
  logged.length = 0;
  const { statements } = await withStatements(async () => {
    for (const path of ['/nobody-is-known', '/nobody-is-known/contact', '/a/path', '/-no-handle', '/%zz', '/%20']) {
      const { status, headers, text } = await open(path);
      expect([path, status]).toEqual([path, 429]);
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
      expect(headers).toMatchObject({ 'cache-control': 'no-store', 'content-type': 'text/html; charset=utf-8' });
      expect(text).toContain('<h1>');
      expect((await open(path, { accept: '*/*' })).text).toContain('"too_many_requests"');
      expect(await statusOf(path, { method: 'HEAD' })).toBe(429);
    }
  });
  expect(statements).toEqual([]);
  expect(logged).toMatchObject([
    { event: 'security.rate_limited', network: '192.0.2.0/24', code: 'too_many_requests' },
  ]);
  expect(await statusOf('/nobody-was-asked-for')).toBe(429);
  const sample = ['/digital-universe', '/Digital-Universe', '/digital-universe/qr.svg', '/digital-universe/report'];
  for (const path of ['/not-read-before', ...sample]) expect([200, 301]).toContain(await statusOf(path));
  for (const path of ['/', '/create', '/api/packages', '/api/check-handle/somebody', '/healthz'])
    expect([path, await statusOf(path)]).toEqual([path, 200]);
  expect(await statusOf('/nobody-is-known', { from: '198.51.100.1' })).toBe(404);
});

it('counts clicks on missing pages as misses, and looks up none beyond the limit', async () => {
  const ping = (name: string) => statusOf(`/${name}/ping/links-1`, { method: 'POST', accept: '*/*' });
  for (let count = 0; count < MISSES_PER_MINUTE; count += 20) {
    const names = Array.from({ length: 20 }, (_, at) => `n${count + at}`);
    expect(new Set(await Promise.all(names.map(ping)))).toEqual(new Set([204]));
  }
  await server.visits.flush();
  const { statements } = await withStatements(async () => {
    expect(await ping('zz9')).toBe(204);
    await server.visits.flush();
  });
  expect(statements.filter((text) => text.includes('handles'))).toEqual([]);
  expect(await statusOf('/zz9')).toBe(429);
});

it('serves others while one network keeps as many requests waiting as it can (attack 42)', async () => {
  const share = MAX / 4;
  const waiting = await server.db.transaction().execute(async (trx) => {
    await sql`lock table handles in access exclusive mode`.execute(trx);
    const sent = Array.from({ length: share }, (_, at) => statusOf(`/api/check-handle/wanted-${at}`));
    await untilBlocked(server, share);
    for (let at = 0; at < share; at += 1) expect(await statusOf('/api/packages')).toBe(429);
    const others = Array.from({ length: share }, (_, at) => statusOf('/api/packages', { from: `198.51.100.${at}` }));
    expect(new Set(await Promise.all(others))).toEqual(new Set([200]));
    return sent;
  });
  expect(new Set(await Promise.all(waiting))).toEqual(new Set([200]));
  expect(await statusOf('/api/packages')).toBe(200);
});

it('reads a missing page once, and shows the page as soon as its handle is claimed', async () => {
  const before = server.pageCache.reads;
  expect((await open('/claimed-in-a-moment')).text).toContain('This name is free');
  expect((await open('/claimed-in-a-moment', { from: '198.51.100.1' })).text).toContain('This name is free');
  expect(server.pageCache.reads).toBe(before + 1);
  await server.db.insertInto('handles').values({ handle: 'claimed-in-a-moment' }).execute();
  server.pageCache.drop('claimed-in-a-moment');
  expect(await statusOf('/claimed-in-a-moment')).toBe(200);
});
