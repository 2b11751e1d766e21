import { once } from 'node:events';
import { connect } from 'node:net';
import tlsModule, { connect as connectTls, type SecureVersion } from 'node:tls';
import { beforeAll, expect, it } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import { makeCertificate } from '../../fakes/certificates.ts';
import { LineClient } from './dialogues/line-client.ts';
import { DOMAIN, HOSTNAME, type MailServer, type MailServerChanges, startMailServer } from './mail-server.ts';
import { connectSecure, logIn, plain, readReply, sendCommand } from './submission-client.ts';
import { createFakeSubmission, type FakeSubmission } from './submission-policy.ts';

let tls: { key: string; cert: string };
beforeAll(async () => {
  tls = await makeCertificate([HOSTNAME]);
});

async function start(changes: MailServerChanges = {}): Promise<MailServer & { submission: FakeSubmission }> {
  const submission = createFakeSubmission(DOMAIN);
  const limits = { failedLoginDelay: 0, ...changes.options?.limits };
  const options = { tls, ...changes.options, limits };
  return Object.assign(await startMailServer({ ...changes, options, submission }), { submission });
}

const ENVELOPE = ['MAIL FROM:<alice@handles.test>', 'RCPT TO:<carol@senders.test>', 'DATA'];
const MESSAGE = 'From: alice@handles.test\r\n\r\nhello\r\n.';

it('passes on the submitter, the recipients and the protocol ESMTPSA', async () => {
  await using server = await start();
  const client = await logIn(server.submissionsPort);
  await sendCommand(client, 'MAIL FROM:<Alice+tag@HANDLES.test>');
  await sendCommand(client, 'RCPT TO:<Carol@B\u00fccher.test>');
  await sendCommand(client, 'RCPT TO:<bob@handles.test>');
  await sendCommand(client, 'DATA');
  expect(await sendCommand(client, MESSAGE)).toMatch(/^250 2\.0\.0 Ok: queued as/);
  expect(server.submitted()).toMatchObject([
    {
      transaction: {
        from: 'Alice+tag@handles.test',
        recipients: [
          { kind: 'remote', address: 'Carol@xn--bcher-kva.test' },
          { kind: 'remote', address: 'bob@handles.test' },
        ],
        client: { address: '127.0.0.1', helo: 'client.test', protocol: 'ESMTPSA' },
        submitter: { passwordId: 1, key: 'alice', address: 'alice@handles.test' },
      },
    },
  ]);
  expect(server.submitted()[0]?.bytes.toString()).toBe('From: alice@handles.test\r\n\r\nhello\r\n');
  client.destroy();
});

it('accepts mail without a login on port 25 as before, and announces no AUTH there', async () => {
  await using server = await start();
  const client = await LineClient.connect(server.port);
  await readReply(client);
  await sendCommand(client, 'STARTTLS');
  await client.startTls();
  client.send('EHLO client.test\r\n');
  const lines = [];
  for (let line = await client.readLine(); line; line = line[3] === '-' ? await client.readLine() : null)
    lines.push(line);
  expect(lines.at(-1)).toMatch(/^250 SIZE/);
  expect(lines.join('\n')).not.toContain('AUTH');
  expect(await sendCommand(client, `AUTH PLAIN ${plain('alice')}`)).toMatch(/^502/);
  expect(await sendCommand(client, 'MAIL FROM:<carol@senders.test>')).toMatch(/^250/);
  expect(await sendCommand(client, 'RCPT TO:<dave@senders.test>')).toMatch(/^550 5\.7\.1 Relaying denied/);
  expect(server.submission.attempts).toEqual([]);
  client.destroy();
});

it('queries the host at each MAIL, so that a session is logged out when its password is revoked, and replies to pipelined commands', async () => {
  await using server = await start();
  const client = await logIn(server.submissionsPort);
  for (const command of [...ENVELOPE, MESSAGE]) expect(await sendCommand(client, command)).toMatch(/^[23]/);
  server.submission.refusals.alice = { code: 535, enhanced: '5.7.8', text: 'This app password was revoked' };
  client.send(`${ENVELOPE.join('\r\n')}\r\n`);
  expect(await readReply(client)).toBe('535 5.7.8 This app password was revoked');
  for (const _command of ENVELOPE.slice(1)) expect(await readReply(client)).toMatch(/^530 5\.7\.0/);
  client.destroy();
  expect(server.submitted()).toHaveLength(1);
});

it('records the rejection of an oversized message for each recipient, without the address of the client', async () => {
  await using server = await start({ options: { size: 1000 } });
  const client = await logIn(server.submissionsPort);
  for (const command of ['RSET', ENVELOPE[0], ENVELOPE[1], 'RCPT TO:<dave@senders.test>', 'DATA'])
    await sendCommand(client, command ?? '');
  expect(await sendCommand(client, `From: alice@handles.test\r\n\r\n${'x'.repeat(1000)}\r\n.`)).toMatch(/^552 5\.3\.4/);
  expect(server.submitted()).toEqual([]);
  const received = { step: 'received', key: 'alice', sender: 'alice@handles.test', client: '', direction: 'sent' };
  expect([...server.deliveries.values()]).toMatchObject(
    ['carol@senders.test', 'dave@senders.test'].map((recipient) => [
      { ...received, recipient },
      { step: 'refused', code: 552 },
    ]),
  );
  client.destroy();
});

it.each([
  ['TLSv1.1', 'error'],
  ['TLSv1.2', 'TLSv1.2'],
  ['TLSv1.3', 'TLSv1.3'],
])('with a client that supports at most %s, the handshake of submission ends with %s', async (maxVersion, expected) => {
  // OpenSSL rejects older versions by itself unless its security level is 0.
  const ciphers = tlsModule.DEFAULT_CIPHERS;
  tlsModule.DEFAULT_CIPHERS = 'DEFAULT@SECLEVEL=0';
  await using server = await start();
  tlsModule.DEFAULT_CIPHERS = ciphers;
  const options = { maxVersion: maxVersion as SecureVersion, minVersion: 'TLSv1' as const, rejectUnauthorized: false };
  const results = [];
  // Security level 0 allows the client to offer TLS 1.1.
  const secure = connectTls({ port: server.submissionsPort, ciphers: 'DEFAULT@SECLEVEL=0', ...options });
  results.push(await handshakeOf(secure));
  const socket = connect(server.submissionPort, '127.0.0.1');
  await once(socket, 'data');
  socket.write('STARTTLS\r\n');
  await once(socket, 'data');
  results.push(await handshakeOf(connectTls({ socket, ciphers: 'DEFAULT@SECLEVEL=0', ...options })));
  const transfer = connect(server.port, '127.0.0.1');
  await once(transfer, 'data');
  transfer.write('STARTTLS\r\n');
  await once(transfer, 'data');
  // Servers that send mail may be older.
  const any = await handshakeOf(connectTls({ socket: transfer, ciphers: 'DEFAULT@SECLEVEL=0', ...options }));
  expect([...results, any]).toEqual([expected, expected, maxVersion]);
});

it.each(['ECDHE-RSA-AES256-SHA384', 'AES256-GCM-SHA384'])('submission does not accept %s', async (cipher) => {
  await using server = await start();
  const offer = async (ciphers: string) =>
    handshakeOf(
      connectTls({ port: server.submissionsPort, ciphers, maxVersion: 'TLSv1.2', rejectUnauthorized: false }),
    );
  expect(await offer(cipher)).toBe('error');
  expect(await offer(`${cipher}:ECDHE-RSA-AES128-GCM-SHA256`)).toBe('TLSv1.2');
  const transfer = connect(server.port, '127.0.0.1');
  await once(transfer, 'data');
  transfer.write('STARTTLS\r\n');
  await once(transfer, 'data');
  // Servers that send mail may be older.
  const any = connectTls({ socket: transfer, ciphers: cipher, maxVersion: 'TLSv1.2', rejectUnauthorized: false });
  expect(await handshakeOf(any)).toBe('TLSv1.2');
});

/** The protocol of a TLS session, or `error`. */
async function handshakeOf(secure: ReturnType<typeof connectTls>): Promise<string | null> {
  try {
    await once(secure, 'secureConnect');
    return secure.getProtocol();
  } catch {
    return 'error';
  } finally {
    secure.destroy();
  }
}

it('presents a renewed certificate on both ports', async () => {
  await using server = await start();
  server.setTls(await makeCertificate(['renewed.test']));
  const secure = connectTls({ port: server.submissionsPort, rejectUnauthorized: false });
  await once(secure, 'secureConnect');
  expect(secure.getPeerCertificate().subjectaltname).toBe('DNS:renewed.test');
  secure.destroy();
  const client = await LineClient.connect(server.submissionPort);
  await readReply(client);
  await sendCommand(client, 'STARTTLS');
  expect((await client.startTls()).getPeerCertificate().subjectaltname).toBe('DNS:renewed.test');
  client.destroy();
});

it('sends nothing in plaintext on the port with implicit TLS, and closes the connection', async () => {
  await using server = await start();
  const socket = connect(server.submissionsPort, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes.toString('latin1');
  });
  socket.write('EHLO client.test\r\n'.repeat(10));
  await once(socket, 'close');
  expect(received).not.toMatch(/220|554|421/);
});

it('closes connections that do not log in in time, and keeps the others', async () => {
  await using server = await start({ options: { loginTimeout: 400 } });
  const owner = await logIn(server.submissionsPort);
  const silent = connect(server.submissionsPort, '127.0.0.1').resume();
  // It may close before the other connections.
  const closed = once(silent, 'close');
  const [starttls, secure] = [
    await LineClient.connect(server.submissionPort),
    await connectSecure(server.submissionsPort),
  ];
  await readReply(starttls);
  expect(await readReply(starttls)).toBe('421 4.4.2 Timeout: no sign-in was completed in time');
  expect(await readReply(secure)).toBe('421 4.4.2 Timeout: no sign-in was completed in time');
  await closed;
  expect(await sendCommand(owner, 'NOOP')).toMatch(/^250/);
  for (const client of [owner, starttls, secure]) client.destroy();
});

it('closes its connections at a shutdown, even one with a delayed reply to a failed login', async () => {
  await using server = await start({ options: { limits: { failedLoginDelay: HOUR } } });
  const client = await connectSecure(server.submissionsPort);
  client.send(`AUTH PLAIN ${plain('alice', 'wrong')}\r\n`);
  await expect.poll(() => server.submission.attempts.length).toBe(1);
  await server.close();
  expect(await readReply(client)).toBe('421 4.3.2 Server shutting down');
  client.destroy();
});
