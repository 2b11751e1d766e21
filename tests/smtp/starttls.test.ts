import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { makeCertificate } from '../../fakes/certificates.ts';
import { HOSTNAME, type MailServer, startMailServer } from './mail-server.ts';

let tls: { key: string; cert: string };
beforeAll(async () => {
  tls = await makeCertificate([HOSTNAME]);
});

let server: MailServer;
beforeEach(async () => {
  server = await startMailServer({ options: { tls, greetingDelay: 0, socketTimeout: 1000 } });
});
afterEach(() => server[Symbol.asyncDispose]());

/** Connects and sends STARTTLS with `pipelined` plaintext behind it; returns the socket after the 220 reply. */
async function startTls(pipelined = ''): Promise<Socket> {
  const socket = connect(server.port, '127.0.0.1');
  socket.on('error', () => {});
  await heard(socket, /^220 /);
  socket.write(`STARTTLS\r\n${pipelined}`);
  await heard(socket, /^220 2\.0\.0 /);
  return socket;
}

/** Waits for the next bytes, which must match. */
async function heard(socket: Socket, pattern: RegExp): Promise<string> {
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  expect(bytes.toString('latin1')).toMatch(pattern);
  return bytes.toString('latin1');
}

async function secured(socket: Socket, options = {}): Promise<TLSSocket> {
  const secure = connectTls({ socket, rejectUnauthorized: false, ...options });
  await once(secure, 'secureConnect');
  return secure;
}

it('discards more plaintext commands behind STARTTLS than the parser runs in a turn', async () => {
  const secure = await secured(await startTls('NOOP\r\n'.repeat(500)));
  secure.write('HELP\r\n');
  expect(await heard(secure, /^214 /)).toMatch(/^214 [^\n]*\n$/);
  secure.destroy();
});

it('closes the connection and logs the reason if the TLS handshake fails', async () => {
  const socket = await startTls();
  const closed = once(socket, 'close');
  socket.resume();
  socket.write('EHLO client.test\r\n'.repeat(20));
  await closed;
  await vi.waitFor(() => expect(server.log.join('\n')).toMatch(/mail\.smtp\.connection_failed.*ERR_SSL/));
});

it('closes a connection whose client starts no handshake within the idle time', async () => {
  const socket = await startTls();
  const bytes: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => bytes.push(chunk));
  await once(socket, 'close');
  // The client would read a plaintext reply as part of the handshake.
  expect(Buffer.concat(bytes).toString()).toBe('');
});

it('accepts a resumed TLS 1.2 session', async () => {
  const options = { maxVersion: 'TLSv1.2' };
  const first = await secured(await startTls(), options);
  const session = first.getSession();
  first.destroy();
  const second = await secured(await startTls(), { ...options, session });
  expect(second.isSessionReused()).toBe(true);
  second.write('NOOP\r\n');
  await heard(second, /^250 /);
  second.destroy();
});

it('refuses a second handshake in a connection', async () => {
  const secure = await secured(await startTls(), { maxVersion: 'TLSv1.2' });
  const failed = once(secure, 'error');
  secure.renegotiate({ rejectUnauthorized: false }, () => {});
  expect(String(await failed)).toContain('no renegotiation');
  secure.destroy();
});

it('closes the connection after QUIT inside TLS', async () => {
  const secure = await secured(await startTls());
  const closed = once(secure, 'close');
  secure.write('QUIT\r\n');
  await heard(secure, /^221 /);
  await closed;
});
