import type { IncomingMessage } from 'node:http';
import { expect, it, vi } from 'vitest';
import { proxyTest } from '../../config/proxy-network.ts';
import { GENERAL, MISSES_PER_MINUTE, NetworkGuard, REQUESTS_PER_MINUTE } from './network-guard.ts';

const PROXY = '10.1.1.1';
/** Another proxy, in a network of proxies. */
const EDGE = '10.2.0.7';
const MAX = 20;

/** Creates a guard with a clock that tests can move, and the routes of a small site. */
function create() {
  let now = 0;
  const guard = new NetworkGuard({ max: MAX, isProxy: proxyTest([PROXY, '10.2.0.0/24']), clock: () => new Date(now) });
  guard.addRoute('GET', '/', undefined);
  guard.addRoute('GET', '/api/packages', undefined);
  guard.addRoute('GET', '/media/:name', undefined);
  guard.addRoute('GET', '/:username', false);
  guard.addRoute('GET', '/:username/contact', undefined);
  guard.addRoute('POST', '/:username/contact', { max: 30 });
  const asked: (string | undefined)[] = [];
  guard.exists = ({ username }) => {
    asked.push(username);
    return (
      username === 'ann' ||
      (username === 'slow' ? Promise.resolve(true) : username === 'gone' && Promise.resolve(false))
    );
  };
  const pass = (milliseconds: number) => {
    now += milliseconds;
  };
  return { guard, asked, pass };
}

function request(
  url: string,
  from = '192.0.2.1',
  { method = 'GET', remote = PROXY, headers = {} } = {},
): IncomingMessage {
  const given = remote === PROXY ? { 'x-forwarded-for': from, ...headers } : headers;
  return { method, url, headers: given, socket: { remoteAddress: remote } } as unknown as IncomingMessage;
}

function missTooOften(guard: NetworkGuard, from?: string, misses = MISSES_PER_MINUTE): void {
  for (let count = 0; count < misses; count += 1) guard.miss(request('/nobody', from));
}

it('refuses every kind of miss from a network with too many misses, but nothing that exists, until the minute ends (attack 42)', async () => {
  const { guard, pass } = create();
  missTooOften(guard, '192.0.2.1', MISSES_PER_MINUTE - 1);
  expect(guard.admit(request('/nobody'))).toBeUndefined();
  guard.miss(request('/nobody'));
  pass(20_000);
  const refused = ['/nobody', '/NOBODY?a=b', '/%6eobody/', '/nobody/contact', '/no/such/path', '/api/nothing', '/%zz'];
  for (const url of refused) expect(guard.admit(request(url)), url).toMatchObject({ retryAfter: 40 });
  expect(guard.admit(request('/nobody', '192.0.2.1', { method: 'HEAD' }))).toMatchObject({ retryAfter: 40 });
  expect(await guard.admit(request('/gone'))).toMatchObject({ retryAfter: 40 });
  for (const url of ['/', '/ann', '/ann?a=b', '/ann/contact', '/api/packages', '/media/a.webp']) {
    const one = request(url);
    expect(guard.admit(one), url).toBeUndefined();
    guard.leave(one);
  }
  expect(await guard.admit(request('/slow'))).toBeUndefined();
  expect(guard.admit(request('/nobody/contact', '192.0.2.1', { method: 'POST' }))).toBeUndefined();
  expect(guard.admit(request('/nobody', '192.0.2.2'))).toBeUndefined();
  pass(40_000);
  expect(guard.admit(request('/nobody'))).toBeUndefined();
});

it('does not check what exists until a network has had too many misses', () => {
  const { guard, asked } = create();
  missTooOften(guard, '192.0.2.1', MISSES_PER_MINUTE - 1);
  guard.admit(request('/nobody'));
  expect(asked).toEqual([]);
});

it('counts an IPv6 network by its first 64 bits, and allows a /48 as much as four networks', () => {
  const { guard } = create();
  for (let count = 0; count < MISSES_PER_MINUTE; count += 1)
    guard.miss(request('/nobody', `2001:db8:1:1::${count.toString(16)}`));
  expect(guard.admit(request('/nobody', '2001:db8:1:1:ffff::1'))).toBeDefined();
  expect(guard.admit(request('/nobody', '2001:db8:1:2::1'))).toBeUndefined();
  for (const network of [2, 3, 4]) missTooOften(guard, `2001:db8:1:${network}::1`);
  expect(guard.admit(request('/nobody', '2001:db8:1:5::1'))).toBeDefined();
  expect(guard.admit(request('/nobody', '2001:db8:2:1::1'))).toBeUndefined();
});

it('leaves three quarters of the requests in progress to other networks, and half to networks outside a /48 (attack 42)', () => {
  const { guard } = create();
  const begun = (from: string, count: number) =>
    Array.from({ length: count }, () => request('/', from)).filter((one) => guard.admit(one) === undefined);
  const first = begun('192.0.2.1', MAX);
  expect(first).toHaveLength(MAX / 4);
  expect(guard.admit(request('/', '192.0.2.1'))).toMatchObject({ retryAfter: 1 });
  expect(begun('192.0.2.2', 1)).toHaveLength(1);
  for (const network of [1, 2]) expect(begun(`2001:db8:1:${network}::1`, MAX)).toHaveLength(MAX / 4);
  expect(begun('2001:db8:1:3::1', MAX)).toEqual([]);
  for (const one of [...first, ...first]) guard.leave(one);
  expect(begun('192.0.2.1', MAX)).toHaveLength(MAX / 4);
});

it('counts a request with a body as in progress only once it is complete', () => {
  const { guard } = create();
  const uploads = Array.from({ length: MAX }, () =>
    request('/ann/contact', '192.0.2.1', { method: 'POST', headers: { 'content-length': '9' } }),
  );
  for (const upload of uploads) expect(guard.admit(upload)).toBeUndefined();
  for (const upload of uploads.slice(0, MAX / 4)) {
    guard.enter(upload);
    guard.enter(upload);
  }
  expect(guard.admit(request('/'))).toMatchObject({ retryAfter: 1 });
  guard.leave(uploads[0] as IncomingMessage);
  expect(guard.admit(request('/'))).toBeUndefined();
});

it('refuses further calls under a limit that the framework found exceeded, but no others', () => {
  const { guard, pass } = create();
  guard.admit(request('/'));
  guard.refuseUntil(request('/'), GENERAL, 30_000);
  guard.refuseUntil(request('/'), 'POST /:username/contact', 90_000);
  expect(guard.admit(request('/api/packages'))).toMatchObject({ retryAfter: 30 });
  expect(guard.admit(request('/no/such/path'))).toMatchObject({ retryAfter: 30 });
  expect(guard.admit(request('/ann'))).toBeUndefined();
  expect(guard.admit(request('/', '192.0.2.2'))).toBeUndefined();
  const form = () => request('/ann/contact', '192.0.2.1', { method: 'POST' });
  expect(guard.admit(form())).toMatchObject({ retryAfter: 90 });
  pass(61_000);
  expect(guard.admit(request('/'))).toBeUndefined();
  expect(guard.admit(form())).toMatchObject({ retryAfter: 29 });
  pass(30_000);
  expect(guard.admit(form())).toBeUndefined();
});

it('refuses requests above the limit of a minute, and does not count refused ones', () => {
  const { guard, pass } = create();
  for (let count = 0; count < REQUESTS_PER_MINUTE; count += 1) {
    const one = request('/ann');
    expect(guard.admit(one)).toBeUndefined();
    guard.leave(one);
  }
  for (let count = 0; count < 10; count += 1) expect(guard.admit(request('/ann'))).toBeDefined();
  pass(60_000);
  expect(guard.admit(request('/ann'))).toBeUndefined();
});

it('marks the first refusal of a network in a minute', () => {
  const { guard } = create();
  missTooOften(guard);
  expect([1, 2].map(() => guard.admit(request('/nobody')))).toMatchObject([{ isFirst: true }, { isFirst: false }]);
});

it('does not treat all clients behind a proxy missing from TRUST_PROXY as one network, and reports the proxy once', () => {
  const { guard } = create();
  guard.onUnknownProxy = vi.fn();
  const through = (remote: string) => request('/nobody', '', { remote, headers: { 'x-forwarded-for': '192.0.2.1' } });
  for (const remote of ['127.0.0.1', '::ffff:127.0.0.1', '::1', '172.17.0.1', 'fd00::1']) {
    for (let count = 0; count <= MISSES_PER_MINUTE; count += 1) guard.miss(through(remote));
    for (let count = 0; count < MAX; count += 1) expect(guard.admit(through(remote)), remote).toBeUndefined();
  }
  expect(guard.onUnknownProxy).toHaveBeenCalledTimes(1);
});

it('distinguishes clients behind several proxies, each of which adds its client to X-Forwarded-For', () => {
  const { guard } = create();
  guard.onUnknownProxy = vi.fn();
  const through = (client: string) =>
    request('/nobody', '', { remote: '::ffff:10.2.0.9', headers: { 'x-forwarded-for': `${client}, ${EDGE}` } });
  for (let count = 0; count < MISSES_PER_MINUTE; count += 1) guard.miss(through('203.0.113.9, 192.0.2.1'));
  expect(guard.admit(through('192.0.2.1'))).toBeDefined();
  expect(guard.admit(through('192.0.2.2'))).toBeUndefined();
  expect(guard.onUnknownProxy).not.toHaveBeenCalled();
});

it.each(['203.0.113.5', '2001:db8::1', '127.0.0.1'])(
  'counts a client at %s, which cannot be a proxy, as a separate network, whatever it forges (attack 39)',
  (remote) => {
    const { guard } = create();
    const headers = remote === '127.0.0.1' ? {} : { 'x-forwarded-for': '192.0.2.1' };
    const direct = () => request('/nobody', '', { remote, headers });
    for (let count = 0; count < MISSES_PER_MINUTE; count += 1) guard.miss(direct());
    expect(guard.admit(direct())).toBeDefined();
  },
);
