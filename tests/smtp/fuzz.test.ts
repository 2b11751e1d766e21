import { once } from 'node:events';
import { connect } from 'node:net';
import fc from 'fast-check';
import { generate } from 'selfsigned';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { HOSTNAME, type MailServer, startMailServer } from './mail-server.ts';

let server: MailServer;
beforeAll(async () => {
  const made = await generate([{ name: 'commonName', value: HOSTNAME }], { keySize: 2048, algorithm: 'sha256' });
  const tls = { key: made.private, cert: made.cert };
  server = await startMailServer({ options: { greetingDelay: 5, socketTimeout: 1000, messageTimeout: 3000, tls } });
});
afterAll(() => server[Symbol.asyncDispose]());

/** Writes pieces one by one and returns all replies until the connection closes. The client closes it unless `keepOpen` is set. */
async function converse(pieces: Buffer[], keepOpen = false): Promise<string> {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  let received = '';
  socket.on('data', (bytes: Buffer) => {
    received += bytes.toString('latin1');
  });
  const closed = once(socket, 'close');
  await new Promise((resolve) => socket.once('data', resolve).once('close', resolve));
  for (const piece of pieces) {
    if (socket.destroyed) break;
    socket.write(piece);
    await new Promise((resolve) => setImmediate(resolve));
  }
  if (!keepOpen) socket.end();
  await closed;
  return received;
}

const MESSAGE = 'From: carol@senders.test\r\nSubject: hi\r\n\r\n..dot\r\ntext\r\n.\r\n';
const VALID = [
  'EHLO client.test\r\n',
  'HELO client.test\r\n',
  'MAIL FROM:<carol@senders.test>\r\n',
  'MAIL FROM:<> BODY=8BITMIME SIZE=100\r\n',
  'RCPT TO:<alice@handles.test>\r\n',
  'RCPT TO:<nobody@handles.test>\r\n',
  'DATA\r\n',
  MESSAGE,
  'RSET\r\n',
  'NOOP\r\n',
  'VRFY alice\r\n',
  'STARTTLS\r\n',
  'QUIT\r\n',
  '\r\n',
  '.\r\n',
];

/** Returns whether the server sent only lines with a reply code. Bytes after the STARTTLS reply are the TLS handshake. */
function isWellFormed(all: string): boolean {
  const received = all.replace(/(220 2\.0\.0 Ready to start TLS\r\n).*$/s, '$1');
  return received === '' || /^(?:[2-5]\d\d[ -][^\r\n]*\r\n)*$/.test(received);
}

it('replies to each line of random bytes and ends each connection', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 6 }), async (pieces) => {
      expect(isWellFormed(await converse(pieces.map((piece) => Buffer.from(piece))))).toBe(true);
    }),
    { numRuns: 150 },
  );
});

it('replies to valid sessions that are reordered, cut and modified (attack 32)', async () => {
  const change = fc.record({ at: fc.nat(100_000), to: fc.integer({ min: 0, max: 255 }) });
  const session = fc.record({
    commands: fc.array(fc.constantFrom(...VALID), { minLength: 1, maxLength: 30 }),
    changes: fc.array(change, { maxLength: 4 }),
    cuts: fc.array(fc.nat(3000), { maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(session, async ({ commands, changes, cuts }) => {
      const bytes = Buffer.from(commands.join(''));
      for (const { at, to } of changes) bytes[at % bytes.length] = to;
      const ends = [...cuts.filter((cut) => cut < bytes.length), bytes.length].sort((a, b) => a - b);
      const pieces = ends.map((end, index) => bytes.subarray(index === 0 ? 0 : ends[index - 1], end));
      expect(isWellFormed(await converse(pieces))).toBe(true);
    }),
    { numRuns: 250 },
  );
});

it('delivers an accepted message byte for byte for any split of the bytes', async () => {
  const line = fc.oneof(
    fc.stringMatching(/^\.{0,4}[ -~]{0,80}$/),
    fc.constant('.'),
    fc.constant('..'),
    fc.constant(''),
    fc.constant('ü'.repeat(600)),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 40 }),
      fc.array(fc.nat(4000), { maxLength: 10 }),
      async (lines, cuts) => {
        const before = server.inbox.received.length;
        const text = `From: carol@senders.test\r\n\r\n${lines.map((one) => `${one}\r\n`).join('')}`;
        const start = 'EHLO client.test\r\nMAIL FROM:<carol@senders.test>\r\nRCPT TO:<alice@handles.test>\r\nDATA\r\n';
        const data = Buffer.from(`${text.replace(/^\./gm, '..')}.\r\n`);
        const ends = [...cuts.filter((cut) => cut < data.length), data.length].sort((a, b) => a - b);
        const pieces = ends.map((end, index) => data.subarray(index === 0 ? 0 : ends[index - 1], end));
        expect(await converse([Buffer.from(start), ...pieces, Buffer.from('QUIT\r\n')], true)).toMatch(
          /250 2\.0\.0 Ok/,
        );
        expect(server.inbox.received).toHaveLength(before + 1);
        const got = server.inbox.received.at(-1)?.bytes.toString('utf8') ?? '';
        expect(got.slice(got.indexOf('From: carol'))).toBe(text);
      },
    ),
    { numRuns: 60 },
  );
});

it('uses bounded memory under floods of commands and endless lines, and still delivers mail', async () => {
  const before = process.memoryUsage().rss;
  const flood = Buffer.from('NOOP\r\n'.repeat(20_000));
  const endless = Buffer.alloc(2_000_000, 'x');
  await Promise.all(Array.from({ length: 20 }, (_, index) => converse([index % 2 ? flood : endless])));
  expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 * 1024);
  const envelope = 'HELO client.test\r\nMAIL FROM:<carol@senders.test>\r\nRCPT TO:<alice@handles.test>\r\nDATA\r\n';
  const received = await converse([Buffer.from(envelope), Buffer.from(`${MESSAGE}QUIT\r\n`)], true);
  expect(received).toMatch(/\r\n250 2\.0\.0 Ok.*\r\n221 /);
});
