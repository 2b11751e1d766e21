import { EventEmitter, once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { createServer, type TLSSocket } from 'node:tls';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { makeCertificate } from '../../../fakes/certificates.ts';
import {
  checkCertificate,
  isStrict,
  startTls,
  type TlsPolicy,
  tlsPolicyKey,
  verifyCertificate,
  waitForHandshake,
} from './tls-policy.ts';

const RECORD = { usage: 3, selector: 1, matchingType: 1, data: 'ab' };
const POLICIES: [TlsPolicy, string, boolean][] = [
  [{ kind: 'plain' }, 'plain', false],
  [{ kind: 'opportunistic' }, 'opportunistic', false],
  [{ kind: 'encrypted' }, 'encrypted', true],
  [{ kind: 'verified', name: 'mx.test' }, 'verified mx.test', true],
  [
    { kind: 'dane', records: [RECORD, { ...RECORD, data: 'cd' }], names: ['a.test', 'b.test'] },
    'dane 311ab 311cd a.test b.test',
    true,
  ],
];

it.each(POLICIES)('names the policy %j with the key "%s"; mail waits for it: %s', (policy, key, strict) => {
  expect(tlsPolicyKey(policy)).toBe(key);
  expect(isStrict(policy)).toBe(strict);
});

/** A connection with a certificate for one name. */
function socketOf(name: string, authorized = true) {
  const getPeerCertificate = vi.fn(() => ({ subjectaltname: `DNS:${name}`, subject: {} }));
  return { authorized, authorizationError: 'expired', getPeerCertificate } as unknown as TLSSocket;
}

it('verifies a certificate of a public authority for one of the names', () => {
  expect(verifyCertificate(socketOf('mx.test'), ['other.test', 'mx.test'])).toBeNull();
  expect(verifyCertificate(socketOf('mx.test'), ['other.test'])).toBe('The certificate is not valid for other.test');
  expect(verifyCertificate(socketOf('mx.test', false), ['mx.test'])).toBe('The certificate does not verify: expired');
});

it('checks the certificate only where the policy names what it must be', () => {
  const socket = socketOf('mx.test');
  const check = (policy: TlsPolicy) => checkCertificate(socket, policy);
  expect(check({ kind: 'verified', name: 'mx.test' })).toBeNull();
  expect(check({ kind: 'verified', name: 'other.test' })).toBe('The certificate is not valid for other.test');
  expect(check({ kind: 'dane', records: [RECORD], names: [] })).toBe('The server presented no certificate');
  // With the certificates of its authorities, one of which a record may name.
  expect(socket.getPeerCertificate).toHaveBeenLastCalledWith(true);
  expect(check({ kind: 'opportunistic' })).toBeNull();
  expect(check({ kind: 'encrypted' })).toBeNull();
});

it('starts TLS with any certificate, and sends the name of the host unless it is an address', async () => {
  vi.useRealTimers();
  const server = createServer(await makeCertificate(['mx.test']));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  for (const [name, servername] of [
    ['mx.test', 'mx.test'],
    ['127.0.0.1', false],
  ] as const) {
    const accepted = once(server, 'secureConnection');
    const socket = startTls(connect(port, '127.0.0.1'), name);
    await waitForHandshake(socket, 60_000);
    expect(socket.authorized).toBe(false);
    expect(await accepted).toMatchObject([{ servername }]);
    socket.destroy();
  }
  server.close();
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

class FakeSocket extends EventEmitter {
  destroy = vi.fn();
}

function handshake() {
  const socket = new FakeSocket();
  return { socket, done: waitForHandshake(socket as unknown as TLSSocket, 1000) };
}

it.each<[string, (socket: FakeSocket) => unknown, string]>([
  ['an error with a code', (socket) => socket.emit('error', { code: 'EPROTO', message: 'x' }), 'TLS failed: EPROTO'],
  ['an error without a code', (socket) => socket.emit('error', new Error('bad')), 'TLS failed: bad'],
  ['a disconnect', (socket) => socket.emit('close'), 'Connection closed during the TLS handshake'],
  ['a timeout', () => vi.advanceTimersByTime(1000), 'TLS handshake timed out'],
])('fails the handshake after %s, and closes the connection', async (_what, end, message) => {
  const { socket, done } = handshake();
  end(socket);
  await expect(done).rejects.toMatchObject({ step: 'tls', message });
  expect(socket.destroy).toHaveBeenCalledOnce();
  expect(vi.getTimerCount()).toBe(0);
});

it('waits for the handshake, and ends its timer', async () => {
  const { socket, done } = handshake();
  vi.advanceTimersByTime(999);
  socket.emit('secureConnect');
  await done;
  expect(vi.getTimerCount()).toBe(0);
  expect(socket.destroy).not.toHaveBeenCalled();
});
