import { createServer, type Server, type Socket } from 'node:net';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import type { Body } from '../../mail/message/body.ts';
import type { DeliveryResult } from '../../mail/message/delivery-result.ts';
import { bodyFromBuffer } from '../../mail/message/message.ts';
import type { SmtpTimeouts } from '../../mail/smtp-out/client/smtp-connection.ts';
import { createRelay } from '../../mail/smtp-out/relay.ts';

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

/**
 * Starts a scripted SMTP server and returns its port. `act` runs once per connection, when the greeting is due (turn 0), and
 * once for each chunk of data received.
 */
async function script(act: (socket: Socket, text: string, turn: number) => void): Promise<number> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    let turn = 0;
    act(socket, '', turn++);
    socket.on('data', (bytes) => act(socket, bytes.toString('latin1'), turn++));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push({
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return (server.address() as { port: number }).port;
}

async function inboxWith(extensions: string[]): Promise<Inbox> {
  const inbox = await startInbox();
  inbox.extensions = extensions;
  open.push(inbox);
  return inbox;
}

async function deliver(port: number, body: Body, timeouts: Partial<SmtpTimeouts> = {}, dots: string[] = []) {
  const relay = createRelay(`smtp://127.0.0.1:${port}`, { hostname: 'mx.handles.test', timeouts });
  const watch = { signal: AbortSignal.timeout(8000), onDot: () => dots.push('dot') };
  const message = { id: 'id', from: 'a@handles.test', to: 'who@inbox.test', body, utf8: false };
  const result: DeliveryResult = await relay.deliver(message, watch);
  await relay.close();
  return result;
}

const small = bodyFromBuffer(Buffer.from('A: b\r\n\r\nhello\r\n'));
const HELLO = '250-inbox.test\r\n250-PIPELINING\r\n250 8BITMIME\r\n';

it.each(['250 2.0.0 kept', '354 go on', '452 4.3.1 no room'])(
  'treats no reply that arrives before the final dot as the reply to it: %s',
  async (early) => {
    const received: string[] = [];
    const port = await script((socket, text, turn) => {
      received.push(text);
      socket.write(['220 hi\r\n', HELLO, `250 ok\r\n250 ok\r\n354 go\r\n${early}\r\n`][turn] ?? '');
    });
    const dots: string[] = [];
    expect(await deliver(port, small, {}, dots)).toMatchObject({ kind: 'deferred' });
    expect(dots).toEqual([]);
    expect(received.join('')).not.toContain('hello');
  },
);

describe('command pipelining', () => {
  it('sends the envelope and DATA in one write if the server offers PIPELINING', async () => {
    const chunks: string[] = [];
    const port = await script((socket, text, turn) => {
      chunks.push(text);
      socket.write(
        ['220 hi\r\n', HELLO, '250 ok\r\n250 ok\r\n354 go\r\n', '250 2.0.0 kept\r\n', '221 bye\r\n'][turn] ?? '',
      );
    });
    expect(await deliver(port, small)).toMatchObject({ kind: 'delivered', text: '250 2.0.0 kept' });
    expect(chunks[2]).toBe('MAIL FROM:<a@handles.test> BODY=8BITMIME\r\nRCPT TO:<who@inbox.test>\r\nDATA\r\n');
    expect(chunks[3]).toBe('A: b\r\n\r\nhello\r\n.\r\n');
  });

  it('waits for the reply to each command if the server does not offer PIPELINING', async () => {
    const inbox = await inboxWith([]);
    expect((await deliver(inbox.port, small)).kind).toBe('delivered');
    inbox.on('rcpt', '550 5.1.1 no');
    expect(await deliver(inbox.port, small)).toMatchObject({ kind: 'refused', enhanced: '5.1.1' });
  });

  it('sends no final dot and reuses no connection if a server asks for the data of a rejected envelope', async () => {
    const turns: number[] = [];
    const port = await script((socket, _text, turn) => {
      turns.push(turn);
      socket.write(['220 hi\r\n', HELLO, '250 ok\r\n550 5.1.1 no\r\n354 go\r\n'][turn] ?? '');
    });
    const relay = createRelay(`smtp://127.0.0.1:${port}`, { hostname: 'mx.handles.test' });
    const dots: string[] = [];
    for (let i = 0; i < 2; i++) {
      const watch = { signal: AbortSignal.timeout(3000), onDot: () => dots.push('dot') };
      const message = { id: 'id', from: 'a@handles.test', to: 'who@inbox.test', body: small, utf8: false };
      expect(await relay.deliver(message, watch)).toMatchObject({ kind: 'refused', enhanced: '5.1.1' });
    }
    await relay.close();
    expect([turns, dots]).toEqual([[0, 1, 2, 0, 1, 2], []]);
  });

  it('returns the first error reply of a pipelined envelope', async () => {
    const port = await script((socket, _text, turn) => {
      socket.write(
        ['220 hi\r\n', HELLO, '451 4.3.0 later\r\n503 5.5.1 no\r\n503 5.5.1 no\r\n', '250 ok\r\n'][turn] ?? '',
      );
    });
    expect(await deliver(port, small)).toMatchObject({ kind: 'deferred', enhanced: '4.3.0' });
  });
});

describe('message data', () => {
  it('sends the same bytes whether the body is in memory or streamed, for any chunk size', async () => {
    const inbox = await inboxWith(['PIPELINING', '8BITMIME', 'SIZE 52428800']);
    const relay = createRelay(`smtp://127.0.0.1:${inbox.port}`, { hostname: 'mx.handles.test' });
    open.push(relay);
    const bit = fc.constantFrom('.', '\r\n', '\r\n.', '\n.', '\r.', 'a', '\xff', 'x'.repeat(70_000), 'x'.repeat(1200));
    await fc.assert(
      fc.asyncProperty(fc.array(bit, { maxLength: 10 }), fc.integer({ min: 1, max: 99_999 }), async (bits, cut) => {
        const bytes = Buffer.from(`A: b\r\n\r\n${bits.join('')}\r\n`, 'latin1');
        const pieces: Buffer[] = [];
        for (let at = 0; at < bytes.length; at += cut) pieces.push(bytes.subarray(at, at + cut));
        const streamed = { size: bytes.length, open: () => Readable.from(pieces, { objectMode: false }) };
        for (const body of [streamed, { ...streamed, chunks: pieces }, bodyFromBuffer(bytes)]) {
          const watch = { signal: AbortSignal.timeout(8000), onDot: () => {} };
          const result = await relay.deliver({ id: 'id', from: '', to: 'who@inbox.test', body, utf8: false }, watch);
          expect(result.kind).toBe('delivered');
          expect(inbox.received.pop()?.bytes.equals(bytes)).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  });

  it('sends lines over 998 octets and 8-bit text unchanged, even to a server without 8BITMIME', async () => {
    const inbox = await inboxWith([]);
    const bytes = Buffer.from(`A: b\r\n\r\n${'é'.repeat(5000)}\r\n`);
    expect((await deliver(inbox.port, bodyFromBuffer(bytes))).kind).toBe('delivered');
    expect(inbox.received[0]).toMatchObject({ parameters: '' });
    expect(inbox.received[0]?.bytes.equals(bytes)).toBe(true);
  });

  it('adds only the missing CRLF to a message that does not end with one', async () => {
    const inbox = await inboxWith([]);
    expect((await deliver(inbox.port, bodyFromBuffer(Buffer.from('A: b\r\n\r\nend')))).kind).toBe('delivered');
    expect(inbox.received[0]?.bytes.toString()).toBe('A: b\r\n\r\nend\r\n');
  });
});

describe('a misbehaving server', () => {
  const flood = (socket: Socket, text: string) => {
    const more = () => {
      while (!socket.destroyed && socket.write(text));
      if (!socket.destroyed) socket.once('drain', more);
    };
    more();
  };
  const timeouts = { greeting: 300, command: 300, data: 300, dot: 300, block: 300 };

  it.each<[string, (socket: Socket, received: string, turn: number) => void]>([
    ['sends nothing', () => {}],
    ['sends garbage instead of a greeting', (socket) => socket.write('\x00\x01\x02 SSH-2.0\r\n')],
    ['sends an endless line', (socket) => flood(socket, 'x'.repeat(4096))],
    ['sends an endless reply', (socket) => flood(socket, '220-more\r\n'.repeat(400))],
    ['sends endless replies', (socket) => flood(socket, '220 more\r\n'.repeat(400))],
    [
      'sends one byte every 40 ms',
      (socket) => {
        const timer = setInterval(() => socket.write('2'), 40);
        socket.on('close', () => clearInterval(timer));
      },
    ],
    ['closes the connection immediately', (socket) => socket.end()],
    ['resets the connection', (socket) => socket.resetAndDestroy()],
    ['replies to EHLO with a greeting', (socket) => socket.write('220 hi\r\n')],
    ['sends nothing after the EHLO reply', (socket, _text, turn) => socket.write(['220 hi\r\n', HELLO][turn] ?? '')],
    [
      'replies to one of three commands',
      (socket, _text, turn) => socket.write(['220 hi\r\n', HELLO, '250 ok\r\n'][turn] ?? ''),
    ],
  ])('defers mail within its timeouts for a server that %s', async (_what, act) => {
    const port = await script(act);
    const dots: string[] = [];
    const result = await deliver(port, small, timeouts, dots);
    expect(result).toMatchObject({ kind: 'deferred', host: '127.0.0.1' });
    expect(dots).toEqual([]);
  });

  it('stops sending data when the server rejects the message during the transfer', async () => {
    let sent = 0;
    const port = await script((socket, text, turn) => {
      sent += text.length;
      if (turn === 3) socket.end('552 5.3.4 too much\r\n');
      else if (turn < 3) socket.write(['220 hi\r\n', HELLO, '250 ok\r\n250 ok\r\n354 go\r\n'][turn] ?? '');
    });
    const large = bodyFromBuffer(Buffer.alloc(30_000_000, 'x\r\n'));
    expect((await deliver(port, large)).kind).not.toBe('delivered');
    expect(sent).toBeLessThan(20_000_000);
  });

  it('defers mail after the block timeout if the server stops reading', async () => {
    const port = await script((socket, _text, turn) => {
      socket.write(['220 hi\r\n', HELLO, '250 ok\r\n250 ok\r\n354 go\r\n'][turn] ?? '');
      if (turn === 3) socket.pause();
    });
    const large = bodyFromBuffer(Buffer.alloc(30_000_000, 'x\r\n'));
    const dots: string[] = [];
    const result = await deliver(port, large, timeouts, dots);
    expect(result).toMatchObject({ kind: 'deferred', text: expect.stringMatching(/accepted no data/) });
    expect(dots).toEqual([]);
  });

  it('falls back to HELO if the server does not support EHLO', async () => {
    const received: string[] = [];
    const port = await script((socket, text, turn) => {
      received.push(text.trim());
      const replies = ['220 hi', '502 what', '250 hi', '250 ok', '250 ok', '354 go', '250 kept', '221 bye'];
      socket.write(`${replies[turn] ?? ''}\r\n`);
    });
    expect((await deliver(port, small)).kind).toBe('delivered');
    expect(received.slice(1, 5)).toEqual([
      'EHLO mx.handles.test',
      'HELO mx.handles.test',
      'MAIL FROM:<a@handles.test>',
      'RCPT TO:<who@inbox.test>',
    ]);
  });
});

describe('authentication to a relay', () => {
  it.each([
    ['AUTH PLAIN LOGIN', ['AUTH PLAIN AHVAeABwOg==']],
    ['AUTH=LOGIN', ['AUTH LOGIN', 'dUB4', 'cDo=']],
  ])('sends the credentials with a mechanism that the server offers: %s', async (offer, commands) => {
    const received: string[] = [];
    const port = await script((socket, text, turn) => {
      received.push(text.trim());
      if (turn < 2) socket.write(turn === 0 ? '220 hi\r\n' : `250-hi\r\n250 ${offer}\r\n`);
      else if (/^(AUTH LOGIN|dUB4)/.test(text)) socket.write('334 \r\n');
      else socket.write(text.startsWith('DATA') ? '354 go\r\n' : '235 ok\r\n');
    });
    const relay = createRelay(`smtp://u%40x:p%3A@127.0.0.1:${port}`, { hostname: 'mx.handles.test' });
    const watch = { signal: AbortSignal.timeout(3000), onDot: () => {} };
    await relay.deliver({ id: 'id', from: '', to: 'who@inbox.test', body: small, utf8: false }, watch);
    await relay.close();
    expect(received.slice(2, 2 + commands.length)).toEqual(commands);
  });

  it('defers the message if the relay rejects the password', async () => {
    const port = await script((socket, _text, turn) => {
      socket.write(['220 hi\r\n', '250-hi\r\n250 AUTH PLAIN\r\n', '535 5.7.8 no\r\n'][turn] ?? '250 ok\r\n');
    });
    const relay = createRelay(`smtp://u:p@127.0.0.1:${port}`, { hostname: 'mx.handles.test' });
    const watch = { signal: AbortSignal.timeout(3000), onDot: () => {} };
    const message = { id: 'id', from: '', to: 'who@inbox.test', body: small, utf8: false };
    expect(await relay.deliver(message, watch)).toMatchObject({ kind: 'deferred', text: '535 5.7.8 no' });
    await relay.close();
  });
});
