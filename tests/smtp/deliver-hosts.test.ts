import { Resolver } from 'node:dns/promises';
import { createServer, type Server } from 'node:net';
import { networkInterfaces } from 'node:os';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type DnsRecords, type FakeDns, startDns } from '../../fakes/dns.ts';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import type { Transport } from '../../mail/host/transport.ts';
import { bodyFromBuffer } from '../../mail/message/message.ts';
import { createMx, type MxOptions } from '../../mail/smtp-out/mx.ts';

let dns: FakeDns;
let inbox: Inbox;
let mx: Transport;
const servers: Server[] = [];
beforeEach(async () => {
  dns = await startDns();
  inbox = await startInbox();
  mx = createTransport();
});
afterEach(async () => {
  await mx.close();
  await inbox.close();
  await dns.close();
  for (const server of servers.splice(0)) server.close();
});

const quiet = { debug() {}, info() {}, warn() {}, error() {} };

function createTransport(changes: Partial<MxOptions> = {}): Transport {
  const resolver = new Resolver({ timeout: 300, tries: 1 });
  resolver.setServers([dns.server]);
  return createMx({
    hostname: 'mx.handles.test',
    resolver,
    clock: () => new Date(),
    log: quiet,
    port: inbox.port,
    allowLocal: true,
    ...changes,
  });
}

function deliver(to: string, { transport = mx, within = 4000 } = {}) {
  const body = bodyFromBuffer(Buffer.from('A: b\r\n\r\n'));
  const watch = { signal: AbortSignal.timeout(within), onDot: () => {} };
  return transport.deliver({ id: 'id', from: '', to, body, utf8: false }, watch);
}

/** Starts a server on another loopback address. It sends one line and disconnects, or keeps the connection without a reply. */
async function startServer(address: string, greeting?: string): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    if (greeting) socket.end(`${greeting}\r\n`);
  });
  servers.push(server);
  await new Promise<void>((done) => server.listen(inbox.port, address, done));
}

const point = (domain: string, ...hosts: [name: string, priority: number, records: DnsRecords][]) => {
  dns.names[domain] = { MX: hosts.map(([exchange, priority]) => ({ exchange, priority })) };
  for (const [name, , records] of hosts) dns.names[name] = records;
};

describe('the servers of a domain', () => {
  it('tries all addresses of a server before the next server', async () => {
    point('a.test', ['one.test', 1, { A: ['127.0.0.7', '127.0.0.1'] }], ['two.test', 2, { A: ['127.0.0.8'] }]);
    await startServer('127.0.0.8', '220 wrong one');
    expect(await deliver('who@a.test')).toMatchObject({ kind: 'delivered', host: 'one.test' });
  });

  it('tries servers of equal preference in random order', async () => {
    const seen = new Set<string | undefined>();
    point('a.test', ['one.test', 5, { A: ['127.0.0.1'] }], ['two.test', 5, { A: ['127.0.0.1'] }]);
    for (let i = 0; i < 40 && seen.size < 2; i++) {
      const fresh = createTransport();
      seen.add((await deliver('who@a.test', { transport: fresh })).host);
      await fresh.close();
    }
    expect(seen).toEqual(new Set(['one.test', 'two.test']));
  });

  it('tries no other server after one has rejected the mailbox', async () => {
    point('a.test', ['one.test', 1, { A: ['127.0.0.1'] }], ['two.test', 2, { A: ['127.0.0.1'] }]);
    inbox.on('rcpt', '550 5.1.1 no', 1);
    expect(await deliver('who@a.test')).toMatchObject({ kind: 'refused', host: 'one.test' });
    expect(inbox.connections).toBe(1);
  });

  it('tries the next server if one disconnects before the final dot', async () => {
    point('a.test', ['one.test', 1, { A: ['127.0.0.1'] }], ['two.test', 2, { A: ['127.0.0.1'] }]);
    inbox.on('rcpt', 'cut', 1);
    expect(await deliver('who@a.test')).toMatchObject({ kind: 'delivered', host: 'two.test' });
    expect(inbox.received).toHaveLength(1);
  });

  it('returns the reply of one server rather than the connection failure of another', async () => {
    point('a.test', ['one.test', 1, { A: ['127.0.0.9'] }], ['two.test', 2, { A: ['127.0.0.10'] }]);
    await startServer('127.0.0.9', '554 5.7.1 your address is on our blocklist');
    expect(await deliver('who@a.test')).toMatchObject({ kind: 'deferred', cause: 'reputation', host: 'one.test' });
  });

  it('returns a failed attempt at one server rather than the connection limit of another', async () => {
    point('a.test', ['one.test', 1, { A: ['127.0.0.9'] }], ['two.test', 2, { A: ['127.0.0.10'] }]);
    point('b.test', ['two.test', 1, { A: ['127.0.0.10'] }]);
    await startServer('127.0.0.10');
    const transport = createTransport({ pool: { perHost: 1 } });
    const other = deliver('who@b.test', { transport, within: 2000 });
    await expect.poll(() => dns.queries).toContain('A two.test');
    const result = await deliver('who@a.test', { transport, within: 1000 });
    expect(result).toMatchObject({ kind: 'deferred', host: 'one.test' });
    expect(result).not.toHaveProperty('untried');
    await transport.close();
    await other;
  });

  it('does not delay mail to other domains while servers do not reply to the final dot', async () => {
    const hung = ['one', 'two', 'three'];
    for (const name of hung) point(`${name}.test`, [`mx.${name}.test`, 1, { A: ['127.0.0.1'] }]);
    point('good.test', ['mx.good.test', 1, { A: ['127.0.0.1'] }]);
    inbox.on('dot', 'hang', hung.length);
    const transport = createTransport({ pool: { total: hung.length, silenceMs: 300 } });
    const pending = hung.map((name) => deliver(`who@${name}.test`, { transport }));
    await inbox.waitFor(hung.length);
    expect(await deliver('who@good.test', { transport, within: 3000 })).toMatchObject({ kind: 'delivered' });
    await inbox.close();
    for (const result of await Promise.all(pending)) expect(result).toMatchObject({ kind: 'deferred' });
    inbox = await startInbox();
    await transport.close();
  });
});

describe('routes to ourselves', () => {
  it('excludes MX hosts of our own preference or a less preferred one (RFC 5321 5.1)', async () => {
    point('a.test', ['one.test', 10, { A: ['127.0.0.1'] }], ['MX.handles.test', 20, {}], ['three.test', 30, {}]);
    expect(await deliver('who@a.test')).toMatchObject({ kind: 'delivered', host: 'one.test' });
    expect(dns.queries.some((query) => query.includes('three.test'))).toBe(false);
  });

  it.each(['mx.handles.test', 'handles.test'])(
    'rejects mail if %s, one of our own names, is the preferred server',
    async (own) => {
      point('a.test', [own, 10, { A: ['127.0.0.1'] }], ['other.test', 20, { A: ['127.0.0.1'] }]);
      const transport = createTransport({ ownNames: ['handles.test'] });
      expect(await deliver('who@a.test', { transport })).toMatchObject({ kind: 'refused', enhanced: '5.4.6' });
      await transport.close();
    },
  );

  const outer = Object.values(networkInterfaces()).flatMap((list) => list?.filter(({ internal }) => !internal) ?? []);
  it.each([
    ['127.0.0.1', { A: ['127.0.0.1'] }, '5.4.6'],
    ['0.0.0.0', { A: ['0.0.0.0'] }, '5.4.6'],
    ['::1', { AAAA: ['::1'] }, '5.4.6'],
    ['::ffff:127.0.0.1', { AAAA: ['::ffff:127.0.0.1'] }, '5.4.6'],
    ['10.0.0.1', { A: ['10.0.0.1'] }, '5.4.4'],
    ['169.254.169.254', { A: ['169.254.169.254'] }, '5.4.4'],
    ['fd00::1', { AAAA: ['fd00::1'] }, '5.4.4'],
    ...outer.map(({ address, family }): [string, DnsRecords, string] => [
      address,
      family === 'IPv6' ? { AAAA: [address] } : { A: [address] },
      '5.4.6',
    ]),
  ])(
    'rejects the address %s in production, by MX, by address record and as a literal',
    async (address, records, enhanced) => {
      point('a.test', ['mx.a.test', 1, records]);
      dns.names['b.test'] = records;
      const transport = createTransport({ allowLocal: false });
      const literal = address.includes(':') ? `who@[IPv6:${address}]` : `who@[${address}]`;
      for (const to of ['who@a.test', 'who@b.test', literal]) {
        expect(await deliver(to, { transport })).toMatchObject({ kind: 'refused', enhanced });
      }
      expect(inbox.connections).toBe(0);
      await transport.close();
    },
  );
});

describe('the DNS lookup', () => {
  it('follows DNS aliases, and delivers no mail for a loop of aliases', async () => {
    dns.names['alias.test'] = { CNAME: 'a.test' };
    dns.names['a.test'] = { A: ['127.0.0.1'] };
    expect((await deliver('who@alias.test')).kind).toBe('delivered');
    for (const validators of [undefined, [dns.server]]) {
      const transport = createTransport(validators ? { validatingResolvers: validators } : {});
      dns.names['one.test'] = { CNAME: 'two.test' };
      dns.names['two.test'] = { CNAME: 'one.test' };
      expect((await deliver('who@one.test', { transport })).kind).not.toBe('delivered');
      await transport.close();
    }
  });

  it('repeats a DNS lookup over TCP if the response is too large for UDP', async () => {
    const hosts = Array.from({ length: 60 }, (_, at) => `host-with-a-rather-long-name-${at}.a.test`);
    dns.names['a.test'] = { MX: hosts.map((exchange, priority) => ({ exchange, priority: priority + 1 })) };
    dns.names[hosts[0] ?? ''] = { A: ['127.0.0.1'] };
    expect((await deliver('who@a.test')).kind).toBe('delivered');
  });

  it('defers mail if the lookup of an MX host fails, and rejects it if the host has no address', async () => {
    point('a.test', ['mx.a.test', 1, {}]);
    dns.names['mx.a.test'] = 'SERVFAIL';
    expect(await deliver('who@a.test')).toMatchObject({ kind: 'deferred', enhanced: '4.4.3' });
    point('b.test', ['mx.b.test', 1, {}]);
    expect(await deliver('who@b.test')).toMatchObject({ kind: 'refused', enhanced: '5.4.4' });
  });

  it('ends the DNS lookup when the time limit of the message expires', async () => {
    dns.names['a.test'] = 'silence';
    const resolver = new Resolver({ timeout: 60_000, tries: 1 });
    resolver.setServers([dns.server]);
    const transport = createTransport({ resolver });
    const result = await deliver('who@a.test', { transport, within: 200 });
    expect(result).toMatchObject({ kind: 'deferred', enhanced: '4.4.3', text: expect.stringContaining('timed out') });
    resolver.cancel();
    await transport.close();
  });

  it('shares one MX lookup among concurrent messages to one domain', async () => {
    point('a.test', ['mx.a.test', 1, { A: ['127.0.0.1'] }]);
    await Promise.all(Array.from({ length: 10 }, () => deliver('who@a.test')));
    expect(dns.queries.filter((query) => query === 'MX a.test')).toHaveLength(1);
  });
});

describe('a server that hangs', () => {
  it('does not try a server again after three timeouts, and defers waiting messages immediately', async () => {
    await startServer('127.0.0.11');
    point('a.test', ['mx.a.test', 1, { A: ['127.0.0.11'] }]);
    const transport = createTransport({ pool: { perHost: 3 } });
    const waiting = Array.from({ length: 3 }, () => deliver('who@a.test', { transport, within: 300 }));
    const behind = deliver('who@a.test', { transport, within: 60_000 });
    for (const result of await Promise.all(waiting))
      expect(result).toMatchObject({ kind: 'deferred', host: 'mx.a.test' });
    expect((await behind).text).toMatch(/not tried again yet/);
    expect((await deliver('who@a.test', { transport, within: 60_000 })).text).toMatch(/not tried again yet/);
    await transport.close();
  });

  it('tries a failed server again after its circuit was open', async () => {
    inbox.on('banner', 'cut', 3);
    dns.names['a.test'] = { A: ['127.0.0.1'] };
    for (let i = 0; i < 3; i++) expect((await deliver('who@a.test')).kind).toBe('deferred');
    expect(inbox.connections).toBe(3);
    expect((await deliver('who@a.test')).text).toMatch(/not tried again yet/);
    expect(inbox.connections).toBe(3);
    const later = performance.now() + 8000;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => later);
    expect((await deliver('who@a.test')).kind).toBe('delivered');
    expect((await deliver('who@a.test')).kind).toBe('delivered');
    clock.mockRestore();
  });

  it('does not delay mail to other hosts while one host hangs', async () => {
    await startServer('127.0.0.12');
    point('hung.test', ['mx.hung.test', 1, { A: ['127.0.0.12'] }]);
    point('a.test', ['mx.a.test', 1, { A: ['127.0.0.1'] }]);
    const transport = createTransport({ pool: { perHost: 2, total: 4 } });
    const hung = Array.from({ length: 8 }, () => deliver('who@hung.test', { transport, within: 1500 }));
    for (let i = 0; i < 20; i++) expect((await deliver('who@a.test', { transport })).kind).toBe('delivered');
    expect((await Promise.all(hung)).every(({ kind }) => kind === 'deferred')).toBe(true);
    await transport.close();
  });

  it('delivers to the next MX host without delay if the first one is unreachable', async () => {
    await startServer('127.0.0.13', '220-');
    point('a.test', ['one.test', 1, { A: ['127.0.0.14'] }], ['two.test', 2, { A: ['127.0.0.1'] }]);
    for (let i = 0; i < 5; i++)
      expect(await deliver('who@a.test')).toMatchObject({ kind: 'delivered', host: 'two.test' });
  });
});

it('limits the total number of connections', async () => {
  const names = Array.from({ length: 6 }, (_, at) => `d${at}.test`);
  for (const name of names) dns.names[name] = { A: ['127.0.0.1'] };
  const transport = createTransport({ pool: { total: 3, idleMs: 0 } });
  inbox.on('dot', 'hang', 3);
  const results = names.map((name) => deliver(`who@${name}`, { transport, within: 3000 }));
  await inbox.waitFor(3);
  expect(inbox.connections).toBe(3);
  inbox.dropConnections();
  expect((await Promise.all(results)).filter(({ kind }) => kind === 'delivered')).toHaveLength(3);
  await transport.close();
});

it('uses one connection at a time for a server that throttles', async () => {
  dns.names['a.test'] = { A: ['127.0.0.1'] };
  const transport = createTransport({ pool: { perHost: 2 } });
  inbox.on('mail', '421 4.7.0 Too many connections, slow down', 1);
  await deliver('who@a.test', { transport });
  const before = inbox.connections;
  const results = await Promise.all([deliver('who@a.test', { transport }), deliver('who@a.test', { transport })]);
  expect(results.map(({ kind }) => kind)).toEqual(['delivered', 'delivered']);
  expect(inbox.connections).toBe(before + 1);
  await transport.close();
});
