import { once } from 'node:events';
import { connect } from 'node:net';
import { beforeAll, expect, it } from 'vitest';
import { HOUR } from '../../contract/time.ts';
import { makeCertificate } from '../../fakes/certificates.ts';
import { LineClient } from './dialogues/line-client.ts';
import { DOMAIN, HOSTNAME, type MailServerChanges, startMailServer } from './mail-server.ts';
import { connectSecure, logIn, plain, readReply, sendCommand } from './submission-client.ts';
import { createFakeSubmission, PASSWORD } from './submission-policy.ts';

let tls: { key: string; cert: string };
beforeAll(async () => {
  tls = await makeCertificate([HOSTNAME]);
});

async function start(changes: MailServerChanges = {}) {
  const submission = createFakeSubmission(DOMAIN);
  const options = { tls, ...changes.options, limits: { failedLoginDelay: 0, ...changes.options?.limits } };
  return Object.assign(await startMailServer({ ...changes, options, submission }), { submission });
}

/** Counters in memory, with the limits of the server. */
function countingCounters() {
  const counts = new Map<string, number>();
  return {
    take(key: string, max: number) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return (counts.get(key) ?? 0) <= max;
    },
  };
}

it('closes sessions of a blocked network without checking their logins, and admits its regular user', async () => {
  await using server = await start({ rates: countingCounters(), options: { limits: { failedLoginsPerNetwork: 5 } } });
  (await logIn(server.submissionsPort, 'bob')).destroy();
  const replies: string[] = [];
  for (let at = 0; at < 12; at++) {
    const client = await connectSecure(server.submissionsPort);
    replies.push((await sendCommand(client, `AUTH PLAIN ${plain(`user${at}`, 'wrong')}`))?.slice(0, 9) ?? '');
    if (replies.at(-1) === '421 4.7.0') expect(await client.closes()).toBe(true);
    client.destroy();
  }
  expect(replies).toEqual([...Array(6).fill('535 5.7.8'), ...Array(6).fill('421 4.7.0')]);
  expect(server.submission.attempts).toHaveLength(7);
  expect(server.log.filter((line) => line.includes('mail.submission.network_blocked'))).toHaveLength(1);
  (await logIn(server.submissionsPort, 'bob')).destroy();
});

it('logs failed logins without passwords, lines of the exchange, or user names that may be passwords', async () => {
  await using server = await start({ options: { limits: { maxFailedLogins: 100 } } });
  const client = await connectSecure(server.submissionsPort);
  const secret = 'hunter2-mistyped-password';
  for (const user of [secret, `${secret}@senders.test`, `"${secret} x"@${DOMAIN}`, `Alice+tag@${DOMAIN}`]) {
    expect(await sendCommand(client, `AUTH PLAIN ${plain(user, `${secret} too`)}`)).toMatch(/^535/);
    expect(await sendCommand(client, `AUTH LOGIN ${Buffer.from(user).toString('base64')}`)).toMatch(/^334/);
    expect(await sendCommand(client, Buffer.from(`${secret} too`).toString('base64'))).toMatch(/^535/);
  }
  expect(await sendCommand(client, `AUTH PLAIN ${plain('broken', secret)}`)).toMatch(/^454/);
  expect(await sendCommand(client, `AUTH PLAIN ${plain('alice')}`)).toMatch(/^235/);
  const log = server.log.join('\n');
  expect(log).toContain('mail.submission.auth_unavailable');
  expect(log.match(/"event":"mail\.submission\.auth_failed","network":"127\.0\.0\.0\/24"/g)).toHaveLength(8);
  expect(log.match(/"user":"[^"]*"/g)).toEqual(Array(2).fill('"user":"alice"'));
  for (const text of [secret, PASSWORD, plain('alice'), Buffer.from(secret).toString('base64').slice(0, 20), 'AUTH'])
    expect(log).not.toContain(text);
  client.destroy();
});

it('logs in a client whose TLS records hold single bytes', async () => {
  await using server = await start();
  const client = await connectSecure(server.submissionsPort);
  for (const byte of `AUTH PLAIN\r\n`) client.send(byte);
  expect(await readReply(client)).toBe('334 ');
  for (const byte of `${plain('alice')}\r\nNOOP\r\n`) client.send(byte);
  expect(await readReply(client)).toMatch(/^235/);
  expect(await readReply(client)).toMatch(/^250/);
  client.destroy();
});

it('checks no login that was sent in plaintext, however it is split into packets', async () => {
  await using server = await start();
  const login = `AUTH PLAIN ${plain('alice')}\r\n`;
  const packets = [
    [`EHLO c.test\r\n${login}`],
    [`EHLO c.test\r\nSTARTTLS\r\n${login}`],
    ['EHLO c.test\r\nSTAR', `TTLS\r\n${login}`],
  ];
  for (const parts of packets) {
    const socket = connect(server.submissionPort, '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'data');
    for (const part of parts) await new Promise((resolve) => socket.write(part, resolve));
    socket.end();
    await once(socket.resume(), 'close');
  }
  expect(server.submission.attempts).toEqual([]);
});

it('ends a session that sends endless bytes in place of a response, in bounded memory', async () => {
  await using server = await start();
  const client = await connectSecure(server.submissionsPort);
  expect(await sendCommand(client, 'AUTH PLAIN')).toBe('334 ');
  for (let at = 0; at < 200; at++) client.send('A'.repeat(1000));
  expect(await readReply(client)).toBe('500 5.5.6 Line too long: the maximum is 12288 octets');
  expect(await client.closes()).toBe(true);
  client.destroy();
});

it('ends a session that only starts and cancels exchanges', async () => {
  await using server = await start({ options: { limits: { maxErrors: 20 } } });
  const client = await connectSecure(server.submissionsPort);
  let cancelled = 0;
  for (let reply: string | null = ''; reply !== null; cancelled++) {
    client.send('AUTH LOGIN\r\n*\r\n');
    await readReply(client);
    reply = await readReply(client);
    if (reply?.startsWith('421')) break;
  }
  expect(cancelled).toBe(20);
  expect(await client.closes()).toBe(true);
  client.destroy();
});

it('drops the delayed reply of a failed login to admit another client', async () => {
  const limits = { failedLoginDelay: HOUR };
  await using server = await start({ options: { maxSubmissionClients: 2, limits } });
  const attackers = [await connectSecure(server.submissionsPort), await connectSecure(server.submissionsPort)];
  for (const attacker of attackers) attacker.send(`AUTH PLAIN ${plain('alice', 'wrong')}\r\n`);
  await expect.poll(() => server.submission.attempts.length).toBe(2);
  const owner = await logIn(server.submissionsPort);
  expect(await readReply(attackers[0] as LineClient)).toMatch(/^421 4\.3\.2 Too busy for idle connections/);
  for (const client of [...attackers, owner]) client.destroy();
});

it('limits the connections of submission and of mail transfer separately', async () => {
  await using server = await start({
    options: { maxClients: 3, maxSubmissionClients: 2, limits: { connections: 100 } },
  });
  const busy = async (client: LineClient) => {
    for (const command of ['MAIL FROM:<alice@handles.test>', 'RCPT TO:<alice@handles.test>', 'DATA'])
      expect(await sendCommand(client, command)).toMatch(/^[23]/);
    return client;
  };
  const clients = [await busy(await logIn(server.submissionsPort)), await busy(await logIn(server.submissionsPort))];
  const refused = await LineClient.connect(server.submissionPort);
  expect(await readReply(refused)).toMatch(/^421 4\.3\.2 Too many connections/);
  // The port with implicit TLS cannot send a reply in plaintext.
  const dropped = await LineClient.connect(server.submissionsPort);
  expect(await dropped.closes()).toBe(true);
  for (let count = 0; count < 2; count++) {
    const client = await LineClient.connect(server.port);
    await readReply(client);
    await sendCommand(client, 'HELO client.test');
    clients.push(await busy(client));
  }
  for (const client of clients) {
    expect(await sendCommand(client, 'From: alice@handles.test\r\n\r\nhi\r\n.')).toMatch(/^250/);
    client.destroy();
  }
  for (const client of [refused, dropped]) client.destroy();
});

it('serves 200 submission sessions beside 500 of mail transfer', async () => {
  await using server = await start({ options: { networkLimits: false } });
  const transfers = await Promise.all(
    Array.from({ length: 500 }, async () => {
      const client = await LineClient.connect(server.port);
      expect(await readReply(client)).toMatch(/^220/);
      return client;
    }),
  );
  const submitters: LineClient[] = [];
  for (let count = 0; count < 200; count++) submitters.push(await logIn(server.submissionsPort));
  expect(await Promise.all(transfers.map((client) => sendCommand(client, 'NOOP')))).toEqual(
    Array(500).fill('250 2.0.0 OK'),
  );
  expect(await Promise.all(submitters.map((client) => sendCommand(client, 'NOOP')))).toEqual(
    Array(200).fill('250 2.0.0 OK'),
  );
  for (const client of [...transfers, ...submitters]) client.destroy();
}, 120_000);
