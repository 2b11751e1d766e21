import { Resolver } from 'node:dns/promises';
import { createServer } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeDns, startDns } from '../../fakes/dns.ts';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import type { DeliveryResult } from '../message/delivery-result.ts';
import { bodyFromBuffer } from '../message/message.ts';
import { createMx } from './mx.ts';

let dns: FakeDns;
let inbox: Inbox;
beforeEach(async () => {
  dns = await startDns();
  inbox = await startInbox();
});
afterEach(async () => {
  await inbox.close();
  await dns.close();
});

const log = { debug() {}, info() {}, warn() {}, error() {} };
const clock = () => new Date();

async function deliver(to: string, changes = {}): Promise<DeliveryResult> {
  const resolver = new Resolver({ timeout: 200, tries: 1 });
  resolver.setServers([dns.server]);
  const timeouts = { connect: 1000 };
  const options = { hostname: 'mx.handles.test', resolver, clock, log, port: inbox.port, allowLocal: true, timeouts };
  const mx = createMx({ ...options, ...changes });
  const body = bodyFromBuffer(Buffer.from('A: b\r\n\r\n'));
  const watch = { signal: AbortSignal.timeout(4000), onDot: () => {} };
  const result = await mx.deliver({ id: 'id', from: '', to, body, utf8: false }, watch);
  await mx.close();
  return result;
}

it('tries the preferred server, then the next if it does not respond', async () => {
  dns.names['inbox.test'] = {
    MX: [
      { exchange: 'second.inbox.test', priority: 20 },
      { exchange: 'first.inbox.test', priority: 10 },
    ],
  };
  dns.names['first.inbox.test'] = { A: ['127.0.0.3'] }; // no server listens there
  dns.names['second.inbox.test'] = { A: ['127.0.0.1'] };
  expect(await deliver('who@Inbox.Test')).toMatchObject({ kind: 'delivered', final: true });
  expect(inbox.received[0]?.to).toEqual(['who@Inbox.Test']);
  expect(dns.queries.indexOf('A first.inbox.test')).toBeGreaterThanOrEqual(0);
});

it('tries the next server if the greeting of the first is an error', async () => {
  const rejecting = createServer((socket) => socket.end('554 5.3.2 not today\r\n')).listen(inbox.port, '127.0.0.2');
  dns.names['inbox.test'] = {
    MX: [
      { exchange: 'rejecting.test', priority: 1 },
      { exchange: 'kind.test', priority: 2 },
    ],
  };
  dns.names['rejecting.test'] = { A: ['127.0.0.2'] };
  dns.names['kind.test'] = { A: ['127.0.0.1'] };
  expect((await deliver('who@inbox.test')).kind).toBe('delivered');
  dns.names['inbox.test'] = { MX: [{ exchange: 'rejecting.test', priority: 1 }] };
  // An error in the greeting concerns us or the server, not the message.
  expect(await deliver('who@inbox.test')).toMatchObject({ kind: 'deferred' });
  rejecting.close();
});

it('delivers to the address of a domain without MX', async () => {
  dns.names['inbox.test'] = { A: ['127.0.0.1'] };
  expect((await deliver('who@inbox.test')).kind).toBe('delivered');
});

it('looks up an international domain in ASCII', async () => {
  dns.names['xn--bcher-kva.test'] = { A: ['127.0.0.1'] };
  expect((await deliver('who@bücher.test')).kind).toBe('delivered');
});

it.each([
  ['a domain that does not exist', 'gone.test', undefined, '5.1.2'],
  ['a domain without any address', 'empty.test', { TXT: ['x'] }, '5.1.2'],
  ['a null MX (RFC 7505)', 'null.test', { MX: [{ exchange: '.', priority: 0 }], A: ['127.0.0.1'] }, '5.1.10'],
])('rejects mail permanently for %s', async (_what, domain, records, enhanced) => {
  if (records) dns.names[domain] = records;
  expect(await deliver(`who@${domain}`)).toMatchObject({ kind: 'refused', enhanced, isOurs: true });
  expect(inbox.connections).toBe(0);
});

it.each(['SERVFAIL', 'REFUSED', 'silence'] as const)('defers mail if the resolver responds with %s', async (answer) => {
  dns.names['inbox.test'] = answer;
  expect(await deliver('who@inbox.test')).toMatchObject({ kind: 'deferred', enhanced: '4.4.3' });
});

it.each([
  ['loopback', { A: ['127.0.0.1'] }],
  ['a private network', { A: ['10.0.0.1'] }],
  ['loopback in IPv6', { AAAA: ['::1'] }],
  ['loopback as an IPv4-mapped address', { AAAA: ['::ffff:7f00:1'] }],
  ['link-local', { A: ['169.254.169.254'] }],
])('rejects an MX in %s in production', async (_where, records) => {
  dns.names['evil.test'] = { MX: [{ exchange: 'mx.evil.test', priority: 0 }] };
  dns.names['mx.evil.test'] = records;
  dns.names['direct.evil.test'] = records;
  expect((await deliver('who@evil.test', { allowLocal: false })).kind).toBe('refused');
  expect((await deliver('who@direct.evil.test', { allowLocal: false })).kind).toBe('refused');
  expect((await deliver('who@[127.0.0.1]', { allowLocal: false })).kind).toBe('refused');
  expect(inbox.connections).toBe(0);
});
