import { Resolver } from 'node:dns/promises';
import { type AddressInfo, createServer } from 'node:net';
import { expect, it } from 'vitest';
import { startDns } from '../../fakes/dns.ts';
import type { Transport } from '../../mail/host/transport.ts';
import { bodyFromBuffer } from '../../mail/message/message.ts';
import { createMx } from '../../mail/smtp-out/mx.ts';
import { createRelay } from '../../mail/smtp-out/relay.ts';

const SOURCES = { forwarded: ['127.0.0.21'], sent: ['127.0.0.22'] };
const quiet = { debug() {}, info() {}, warn() {}, error() {} };

/** Starts a server that accepts mail on two loopback addresses and records the source of connections. */
async function startSink() {
  const clients: string[] = [];
  const server = createServer((socket) => {
    clients.push(socket.remoteAddress?.replace('::ffff:', '') ?? '');
    socket.on('error', () => {});
    socket.write('220 sink.test ESMTP\r\n');
    let data = false;
    socket.on('data', (bytes) => {
      for (const line of bytes.toString('latin1').split('\r\n').slice(0, -1)) {
        if (data && line !== '.') continue;
        if (data || line !== 'DATA') socket.write('250 2.0.0 Ok\r\n');
        else socket.write('354 Go ahead\r\n');
        data = line === 'DATA';
      }
    });
  });
  await new Promise<void>((done) => server.listen(0, done));
  return { clients, port: (server.address() as AddressInfo).port, [Symbol.dispose]: () => void server.close() };
}

function deliver(transport: Transport, to: string, traffic?: 'sent') {
  const body = bodyFromBuffer(Buffer.from('A: b\r\n\r\n'));
  const watch = { signal: AbortSignal.timeout(20_000), onDot: () => {} };
  return transport.deliver({ id: 'id', from: '', to, body, utf8: false, ...(traffic && { traffic }) }, watch);
}

async function transportTo(port: number) {
  const dns = await startDns({
    'a.test': { MX: [{ exchange: 'mx.a.test', priority: 1 }] },
    'mx.a.test': { A: ['127.0.0.1'], AAAA: ['::1'] },
    'six.test': { MX: [{ exchange: 'mx.six.test', priority: 1 }] },
    'mx.six.test': { AAAA: ['::1'] },
  });
  const resolver = new Resolver({ timeout: 300, tries: 1 });
  resolver.setServers([dns.server]);
  const clock = () => new Date();
  const options = {
    hostname: 'mx.handles.test',
    resolver,
    clock,
    log: quiet,
    port,
    allowLocal: true,
    sources: SOURCES,
  };
  const transport = createMx(options);
  return { transport, close: () => Promise.all([transport.close(), dns.close()]) };
}

it('connects to mail servers from the address of the traffic, and never shares such a connection', async () => {
  using sink = await startSink();
  const { transport, close } = await transportTo(sink.port);
  for (const traffic of [undefined, 'sent', undefined, 'sent'] as const) {
    expect(await deliver(transport, 'who@a.test', traffic)).toMatchObject({ kind: 'delivered' });
  }
  // Two connections, each used twice.
  expect(sink.clients).toEqual(['127.0.0.21', '127.0.0.22']);
  await close();
});

it('defers mail for a server that has no address of the family of the source address', async () => {
  using sink = await startSink();
  const { transport, close } = await transportTo(sink.port);
  const result = await deliver(transport, 'who@six.test');
  expect(result).toMatchObject({ kind: 'deferred', enhanced: '4.4.1' });
  expect(result.text).toContain('no address of the family');
  expect(sink.clients).toEqual([]);
  await close();
});

it('connects to a relay from the address of the traffic, even if the relay is a name', async () => {
  using sink = await startSink();
  const relay = createRelay(`smtp://localhost:${sink.port}`, { hostname: 'mx.handles.test', sources: SOURCES });
  for (const traffic of [undefined, 'sent', undefined, 'sent'] as const) {
    expect(await deliver(relay, 'who@a.test', traffic)).toMatchObject({ kind: 'delivered' });
  }
  expect(sink.clients).toEqual(['127.0.0.21', '127.0.0.22']);
  await relay.close();
});
