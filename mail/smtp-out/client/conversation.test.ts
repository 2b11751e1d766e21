import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Inbox, startInbox } from '../../../fakes/inbox.ts';
import type { Transport } from '../../host/transport.ts';
import { bodyFromBuffer } from '../../message/message.ts';
import type { OutgoingMessage } from '../../message/outgoing-message.ts';
import { createRelay, parseRelayUrl } from '../relay.ts';

let inbox: Inbox;
let relay: Transport;
beforeEach(async () => {
  inbox = await startInbox();
  relay = relayTo(inbox);
});
afterEach(async () => {
  await relay.close();
  await inbox.close();
});

function relayTo(to: Inbox, pool = {}): Transport {
  return createRelay(`smtp://127.0.0.1:${to.port}`, { hostname: 'mx.handles.test', timeouts: { connect: 2000 }, pool });
}

const messageOf = (text: string | Buffer, changes: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: 'id',
  from: 'srs@handles.test',
  to: 'who@inbox.test',
  body: bodyFromBuffer(Buffer.from(text)),
  utf8: false,
  ...changes,
});
const tenSeconds = () => ({ signal: AbortSignal.timeout(10_000), onDot: () => {} });

describe('message bytes', () => {
  it('sends the bytes unchanged except for dot-stuffing', async () => {
    const piece = fc.constantFrom('.', '..', '\r\n', '.\r\n', '\r\n.\r\n', 'a', '\0', 'é', `${'x'.repeat(1200)}`, '\t');
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 12 }), fc.integer({ min: 1, max: 9 }), async (pieces, cut) => {
        const bytes = Buffer.from(`A: b\r\n\r\n${pieces.join('')}\r\n`);
        const open = () => Readable.from(cuts(bytes, cut), { objectMode: false });
        const result = await relay.deliver(messageOf('', { body: { size: bytes.length, open } }), tenSeconds());
        expect(result.kind).toBe('delivered');
        const got = inbox.received.at(-1);
        expect(got?.bytes.equals(bytes)).toBe(true);
        expect(got?.wire.toString('latin1')).toBe(bytes.toString('latin1').replace(/(^|\r\n)\./g, '$1..'));
      }),
      { numRuns: 150 },
    );
  });

  it('sends all bytes of a large message', async () => {
    const bytes = Buffer.from(`A: b\r\n\r\n${'.line of a large message\r\n'.repeat(100_000)}`);
    expect((await relay.deliver(messageOf(bytes), tenSeconds())).kind).toBe('delivered');
    expect(inbox.received[0]?.bytes.equals(await buffer(bodyFromBuffer(bytes).open()))).toBe(true);
  });
});

describe('missing SMTP extensions', () => {
  it('rejects a message that requires SMTPUTF8 if the server lacks it', async () => {
    inbox.extensions = ['PIPELINING', '8BITMIME'];
    const result = await relay.deliver(messageOf('A: é\r\n\r\n', { utf8: true }), tenSeconds());
    expect(result).toMatchObject({ kind: 'refused', enhanced: '5.6.7', isOurs: true });
    expect(inbox.received).toHaveLength(0);
  });

  it('requests SMTPUTF8 only if the header requires it', async () => {
    await relay.deliver(messageOf('A: é\r\n\r\n', { utf8: true }), tenSeconds());
    await relay.deliver(messageOf('A: e\r\n\r\n'), tenSeconds());
    expect(inbox.received.map(({ parameters }) => parameters.includes('SMTPUTF8'))).toEqual([true, false]);
  });

  it('sends 8-bit data unchanged without 8BITMIME, since conversion would break signatures', async () => {
    inbox.extensions = [];
    expect((await relay.deliver(messageOf('A: b\r\n\r\né\r\n'), tenSeconds())).kind).toBe('delivered');
    expect(inbox.received[0]).toMatchObject({ parameters: '', bytes: Buffer.from('A: b\r\n\r\né\r\n') });
  });

  it('rejects a message above the announced SIZE before sending it', async () => {
    inbox.extensions = ['SIZE 10'];
    const result = await relay.deliver(messageOf('A: b\r\n\r\nfar too long\r\n'), tenSeconds());
    expect(result).toMatchObject({ kind: 'refused', enhanced: '5.3.4', isOurs: true });
  });
});

it('sends no final dot if reading the message fails', async () => {
  const open = () =>
    Readable.from(
      (function* () {
        yield Buffer.from('A: b\r\n\r\nhalf of it\r\n');
        throw new Error('the disk is gone');
      })(),
      { objectMode: false },
    );
  const result = await relay.deliver(messageOf('', { body: { size: 1000, open } }), tenSeconds());
  expect(result).toMatchObject({ kind: 'deferred', enhanced: '4.3.0' });
  expect((await relay.deliver(messageOf('A: b\r\n\r\nwhole\r\n'), tenSeconds())).kind).toBe('delivered');
  expect(inbox.received.map(({ bytes }) => bytes.toString())).toEqual(['A: b\r\n\r\nwhole\r\n']);
  expect(inbox.connections).toBe(2);
});

describe('connection reuse', () => {
  it('reuses a connection for the next message, even after a rejection', async () => {
    const no = '550 5.1.1 no';
    for (const told of [null, ...Array<string>(15).fill(no), null]) {
      inbox.on('rcpt', told, 1);
      await relay.deliver(messageOf('A: b\r\n\r\n'), tenSeconds());
    }
    expect(inbox.received).toHaveLength(2);
    expect(inbox.connections).toBe(1);
  });

  it('closes a connection after a 4xx reply, since postscreen defers all commands on the first one', async () => {
    for (const step of ['mail', 'rcpt', 'dot'] as const) {
      await relay.deliver(messageOf('A: b\r\n\r\n'), tenSeconds());
      inbox.on(step, '450 4.3.2 Service currently unavailable', 1);
      expect((await relay.deliver(messageOf('A: b\r\n\r\n'), tenSeconds())).kind).toBe('deferred');
      const fresh = inbox.connections + 1;
      expect((await relay.deliver(messageOf('A: b\r\n\r\n'), tenSeconds())).kind).toBe('delivered');
      expect(inbox.connections).toBe(fresh);
    }
  });

  it('replaces a connection that the server closed before the final dot', async () => {
    const sockets: Socket[] = [];
    const keep = (message: unknown) => void sockets.push((message as { socket: Socket }).socket);
    subscribe('net.client.socket', keep);
    await relay.deliver(messageOf('A: b\r\n\r\n1'), tenSeconds());
    unsubscribe('net.client.socket', keep);
    inbox.dropConnections();
    await Promise.all(sockets.map((socket) => once(socket, 'close')));
    expect(sockets).toHaveLength(1);
    expect((await relay.deliver(messageOf('A: b\r\n\r\n2'), tenSeconds())).kind).toBe('delivered');
    inbox.on('mail', '421 4.3.2 closing idle line', 1);
    expect((await relay.deliver(messageOf('A: b\r\n\r\n3'), tenSeconds())).kind).toBe('delivered');
    inbox.on('rcpt', 'cut', 1);
    expect((await relay.deliver(messageOf('A: b\r\n\r\n4'), tenSeconds())).kind).toBe('delivered');
    expect(inbox.received).toHaveLength(4);
  });

  it('does not retry a message after a disconnect that follows the final dot', async () => {
    await relay.deliver(messageOf('A: b\r\n\r\n1'), tenSeconds());
    inbox.on('dot', 'cut', 1);
    const dots: string[] = [];
    const watch = { signal: AbortSignal.timeout(5000), onDot: () => dots.push('dot') };
    expect((await relay.deliver(messageOf('A: b\r\n\r\n2'), watch)).kind).toBe('deferred');
    expect(dots).toEqual(['dot']);
    expect(inbox.received).toHaveLength(2);
  });

  it('limits the connections and ends a waiting attempt when its signal aborts', async () => {
    const narrow = relayTo(inbox, { perHost: 2 });
    inbox.on('dot', 'hang');
    const hung = [1, 2].map(() => narrow.deliver(messageOf('A: b\r\n\r\n'), tenSeconds()));
    await inbox.waitFor(2);
    const signal = AbortSignal.timeout(100);
    const third = await narrow.deliver(messageOf('A: b\r\n\r\n'), { signal, onDot: () => {} });
    expect(third).toMatchObject({ kind: 'deferred', enhanced: '4.4.5' });
    expect(inbox.connections).toBe(2);
    inbox.dropConnections();
    expect((await Promise.all(hung)).map(({ kind }) => kind)).toEqual(['deferred', 'deferred']);
    inbox.on('dot', null);
    expect((await narrow.deliver(messageOf('A: b\r\n\r\n'), tenSeconds())).kind).toBe('delivered');
    await narrow.close();
  });

  it('closes a connection after its maximum of messages or idle time', async () => {
    const brief = relayTo(inbox, { messagesPerConnection: 2, idleMs: 100 });
    for (let i = 0; i < 3; i++) await brief.deliver(messageOf('A: b\r\n\r\n'), tenSeconds());
    expect(inbox.connections).toBe(2);
    await expect.poll(() => inbox.openConnections).toBe(0);
    await brief.deliver(messageOf('A: b\r\n\r\n'), tenSeconds());
    expect(inbox.connections).toBe(3);
    await brief.close();
  });

  it('delivers each of many concurrent messages once', async () => {
    const texts = Array.from({ length: 200 }, (_, at) => `A: b\r\n\r\n${at}\r\n`);
    const results = await Promise.all(texts.map((text) => relay.deliver(messageOf(text), tenSeconds())));
    expect(results.every(({ kind }) => kind === 'delivered')).toBe(true);
    expect(new Set(inbox.received.map(({ bytes }) => bytes.toString()))).toEqual(new Set(texts));
    expect(inbox.received).toHaveLength(200);
    expect(inbox.connections).toBeLessThanOrEqual(20);
  });
});

it('defers mail if the server sends an endless reply', async () => {
  inbox.on('mail', `250-${'x'.repeat(3_000_000)}`);
  expect((await relay.deliver(messageOf('A: b\r\n\r\n'), tenSeconds())).kind).toBe('deferred');
});

it('defers mail if the server is down', async () => {
  await inbox.close();
  expect((await relay.deliver(messageOf('A: b\r\n\r\n'), tenSeconds())).kind).toBe('deferred');
  inbox = await startInbox();
});

describe('parseRelayUrl', () => {
  it.each([
    ['smtp://mail.test', { host: 'mail.test', port: 25, secure: false, auth: undefined }],
    ['smtps://u%40x:p%3A@mail.test', { host: 'mail.test', port: 465, secure: true, auth: { user: 'u@x', pass: 'p:' } }],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, secure: false, auth: undefined }],
  ])('parses the relay URL %s', (address, parts) => {
    expect(parseRelayUrl(address)).toEqual(parts);
  });

  it.each(['mail.test', 'http://mail.test', 'smtp://', ''])('rejects %j as a relay URL', (address) => {
    expect(() => parseRelayUrl(address)).toThrow(/smtp:\/\//);
  });
});

function* cuts(bytes: Buffer, size: number): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
