import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { AbortConnection, type SmtpReplyError } from '../../mail/message/smtp-reply-error.ts';
import { LineClient } from './dialogues/line-client.ts';
import { DOMAIN } from './mail-server.ts';
import { until } from './queued.ts';
import { INBOX, MAIL, resultsAtReceiver, type SubmissionServer, startSubmissionServer, submit } from './submissions.ts';

/** Returns the code and text of a refusal. */
async function refused(reply: Promise<string>): Promise<string> {
  const error = (await reply.then(
    () => new Error('The message was accepted'),
    (error: Error) => error,
  )) as SmtpReplyError;
  return `${error.responseCode} ${error.message}`;
}

const steps = (server: SubmissionServer) => [...server.deliveries.values()].map((list) => list.map(({ step }) => step));

it('delivers a message to each recipient, so that SPF, DKIM and DMARC pass at the receiver', async () => {
  await using server = await startSubmissionServer();
  expect(await submit(server, MAIL, ['bob@receiver.test', 'eve@other.test'])).toMatch(/^2\.0\.0 Ok/);
  await until(() => server.queue.settled.length === 2);
  const { received } = server.inbox;
  expect(received.flatMap(({ to }) => to).toSorted()).toEqual(['bob@receiver.test', 'eve@other.test']);
  const senders = received.map(({ from }) => from);
  expect(new Set(senders).size).toBe(2);
  for (const sender of senders)
    expect(sender).toMatch(/^sent=[a-z2-7]{13}=[0-9a-z]{20}-[a-z2-7]{6}=alice@handles\.test$/);
  const results = { dkim: [`pass ${DOMAIN}`], spf: 'pass', dmarc: 'pass' };
  expect(await resultsAtReceiver(server, received[0]?.bytes)).toEqual(results);
  expect(received[0]?.bytes.toString()).not.toContain('X-Forwarded-To');
  expect(server.policy.reserved).toBe(2);
  expect(server.queue.rows).toEqual([]);
  expect(steps(server)).toEqual([
    ['received', 'changed', 'queued', 'tried'],
    ['received', 'changed', 'queued', 'tried'],
  ]);
  const [first] = [...server.deliveries.values()][0] ?? [];
  const facts = {
    direction: 'sent',
    key: 'alice',
    recipient: 'bob@receiver.test',
    sender: `alice@${DOMAIN}`,
    client: '',
  };
  expect(first).toMatchObject({ ...facts, subject: 'Lunch', author: `Alice <alice@${DOMAIN}>` });
});

it('keeps the ids of correspondents in References, and replaces those of the owner with the ids that the recipients have', async () => {
  await using server = await startSubmissionServer();
  server.recipients.alice = { kind: 'forward', destination: INBOX, key: 'alice', policy: { keepsContacts: true } };
  const [theirs, colleague] = ['<c1@exchange.corp.local>', '<c0@mail.example>'];
  const client = await LineClient.connect(server.port);
  await client.readLine();
  for (const line of ['HELO c.test', 'MAIL FROM:<carol@senders.test>', `RCPT TO:<alice@${DOMAIN}>`, 'DATA']) {
    client.send(`${line}\r\n`);
    expect(await client.readLine()).toMatch(/^[23]/);
  }
  client.send(`From: carol@senders.test\r\nMessage-ID: ${theirs}\r\nReferences: ${colleague}\r\n\r\nHi\r\n.\r\n`);
  expect(await client.readLine()).toMatch(/^250 /);
  client.destroy();

  const [own, other] = ['<a@marys-laptop.home.lan>', '<b@smtp.mail.example>'];
  const mail = (id: string, references: string) =>
    `From: alice@${DOMAIN}\r\nTo: carol@senders.test\r\nMessage-ID: ${id}\r\n${references}\r\nHello\r\n`;
  const helo = { client: { address: '198.51.100.77', helo: 'laptop.example.net', protocol: 'ESMTPSA' as const } };
  const sent = async (text: string) => {
    const before = server.inbox.received.length;
    await submit(server, text, ['carol@senders.test'], helo);
    const all = await server.inbox.waitFor(before + 1);
    return PostalMime.parse(all.at(-1)?.bytes ?? '');
  };
  const first = await sent(mail(own, ''));
  expect(first.messageId).toMatch(/^<\w+@mx\.handles\.test>$/);
  const kept = [theirs, colleague, '<d@elsewhere.test>', first.messageId].join(' ');
  const thread = `${kept} ${own} ${other} <e@laptop.example.net>`;
  const second = await sent(mail('<f@laptop.example.net>', `References: ${thread}\r\nIn-Reply-To: ${own}\r\n`));
  // The recipient has the message that the owner's program calls `own` under the id that we gave it.
  expect(second.inReplyTo).toBe(first.messageId);
  expect(second.references?.startsWith(`${kept} ${first.messageId} `)).toBe(true);
  expect(second.references).not.toMatch(/marys-laptop|smtp\.mail|laptop\.example/);
});

it('shows nothing of the inbox, the client or its network to the receiver, and changes no byte of the body', async () => {
  await using server = await startSubmissionServer();
  const body = `Written from 198.51.100.77 by ${INBOX}\r\n\xff\x00 ${'x'.repeat(3000)}\r\n.\r\n..\r\n\r\n`;
  const header = [
    'Received: from laptop.home.example ([198.51.100.77]) by smtp.mail.example; Fri, 20 Nov 2026 12:00:00 +0000',
    `From: Alice <alice@${DOMAIN}>`,
    'To: bob@receiver.test',
    'Bcc: eve@other.test',
    `Reply-To: ${INBOX}`,
    `Disposition-Notification-To: <${INBOX}>`,
    `X-Google-Original-From: ${INBOX}`,
    'X-Originating-IP: 198.51.100.77',
    'X-Mailer: Mail on laptop.home.example',
    'Message-ID: <1@laptop.home.example>',
  ];
  const mail = Buffer.from(`${header.join('\r\n')}\r\n\r\n${body}`, 'latin1');
  await submit(server, mail, ['bob@receiver.test', 'eve@other.test']);
  await submit(server, mail, ['bob@receiver.test']);
  await until(() => server.queue.settled.length === 3);
  const ids = server.inbox.received.map(({ bytes, from }) => {
    const text = bytes.toString('latin1');
    const end = text.indexOf('\r\n\r\n');
    expect(text.slice(end + 4)).toBe(body);
    // Base64 of a signature may contain any short word.
    const shown = text.slice(0, end).replace(/\bbh?=[\w+/=]+(?:\r\n[ \t]+[\w+/=]+)*/g, '');
    expect(from + shown).not.toMatch(/198\.51|laptop|home\.example|owner|mail\.example|bcc|eve@/i);
    expect(text.slice(0, end).match(/^Received:/gm)).toHaveLength(1);
    expect(text).toMatch(/^Date: /m);
    return /^Message-ID: (.*)\r$/m.exec(text)?.[1];
  });
  expect(ids[0]).toMatch(/^<[a-z2-7]{26}@mx\.handles\.test>$/);
  // A client that submits a message again must not create another one for the receiver.
  expect(new Set(ids).size).toBe(1);
  const results = { dkim: [`pass ${DOMAIN}`], spf: 'pass', dmarc: 'pass' };
  expect(await resultsAtReceiver(server, server.inbox.received[0]?.bytes)).toEqual(results);
});

it('passes on an international header only to servers with SMTPUTF8', async () => {
  await using server = await startSubmissionServer();
  const mail = MAIL.replace('Subject: Lunch', 'Subject: Mittagessen für zwei');
  await submit(server, mail, ['bob@receiver.test'], { utf8: true });
  await until(() => server.queue.settled.length === 1);
  const [received] = server.inbox.received;
  expect(received?.parameters).toContain('SMTPUTF8');
  expect(received?.bytes.toString()).toContain('with UTF8SMTPSA id');
});

it.each([
  [
    'another author',
    MAIL.replace('alice@', 'bob@'),
    /^550 5\.7\.1 From must be the address that you signed in with: set it to alice@/,
  ],
  ['two From fields', `From: alice@${DOMAIN}\r\n${MAIL}`, /^550 5\.6\.0 The message must have exactly one From field/],
  ['no From field', MAIL.replace('From:', 'X-From:'), /^550 5\.6\.0 The message must have exactly one From field/],
  ['another Sender', `Sender: ${INBOX}\r\n${MAIL}`, /^550 5\.7\.1 Sender must be/],
  ['two subjects', `Subject: x\r\n${MAIL}`, /^550 5\.6\.0 The message has more than one field Subject/],
  ['101 hops', 'Received: by x\r\n'.repeat(101) + MAIL, /^554 5\.4\.6 Mail loop/],
  ['its own trace', `Received: by mx.${DOMAIN} with ESMTPSA id x; y\r\n${MAIL}`, /^554 5\.4\.6 Mail loop/],
])('rejects a message with %s, counts nothing and records the refusal', async (_what, mail, expected) => {
  await using server = await startSubmissionServer();
  expect(await refused(submit(server, mail, ['eve@other.test']))).toMatch(expected);
  expect(server.queue.rows).toEqual([]);
  expect(server.policy.reserved).toBe(0);
  expect(steps(server)).toEqual([['received', 'refused']]);
});

it('rejects a message for 51 recipients', async () => {
  await using server = await startSubmissionServer();
  const to = Array.from({ length: 51 }, (_, at) => `bob${at}@receiver.test`);
  expect(await refused(submit(server, MAIL, to))).toMatch(/^550 5\.5\.3 A message can have at most 50 recipients/);
  expect(await submit(server, MAIL, to.slice(1))).toMatch(/^2\.0\.0/);
  expect(server.policy.reserved).toBe(50);
});

it('replies with the refusal of the policy, before and after the other checks', async () => {
  await using server = await startSubmissionServer();
  server.policy.refusals.reserve = { code: 451, enhanced: '4.7.1', text: 'Try again in an hour' };
  expect(await refused(submit(server, MAIL, ['bob@receiver.test']))).toBe('451 4.7.1 Try again in an hour');
  // A message that another check refuses is not counted.
  expect(await refused(submit(server, MAIL.replace('From', 'X'), ['bob@receiver.test']))).toMatch(/^550 5\.6\.0/);
  server.policy.refusals.check = { code: 550, enhanced: '5.7.1', text: 'Sending is paused' };
  expect(await refused(submit(server, MAIL.replace('From', 'X'), ['bob@receiver.test']))).toBe(
    '550 5.7.1 Sending is paused',
  );
  expect(server.queue.rows).toEqual([]);
});

it('sends nothing if the commit of the queue or the policy fails', async () => {
  await using server = await startSubmissionServer();
  server.queue.failure = new Error('the disk is full');
  expect(await refused(submit(server, MAIL, ['bob@receiver.test']))).toMatch(
    /^451 4\.3\.0 Temporary failure while storing/,
  );
  server.queue.failure = null;
  server.policy.check = () => Promise.reject(new Error('the database is unavailable'));
  await expect(submit(server, MAIL, ['bob@receiver.test'])).rejects.toThrow('the database is unavailable');
  expect(steps(server)).toEqual([
    ['received', 'refused'],
    ['received', 'refused'],
  ]);
  expect(server.inbox.connections).toBe(0);
  expect(server.queue.rows).toEqual([]);
});

it('commits all recipients in one transaction before the reply, and delivers to nobody before', async () => {
  await using server = await startSubmissionServer();
  const { queue } = server.host;
  const commit = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  const items: number[] = [];
  const waiting = {
    ...queue,
    enqueue: async (batch: Parameters<typeof queue.enqueue>[0]) => {
      items.push(batch.flatMap(({ recipients }) => recipients).length);
      asked.resolve();
      await commit.promise;
      return queue.enqueue(batch);
    },
  };
  const settled: string[] = [];
  const held = Object.assign(Object.create(server), { host: { ...server.host, queue: waiting } });
  const reply = submit(held, MAIL, ['bob@receiver.test', 'eve@other.test']).then((text) => settled.push(text));
  await asked.promise;
  expect(items).toEqual([2]);
  expect(settled).toEqual([]);
  expect(server.inbox.connections).toBe(0);
  commit.resolve();
  await reply;
  await until(() => server.inbox.received.length === 2);
});

it('does not store a message whose client is gone, and drops its retry if it was stored', async () => {
  await using server = await startSubmissionServer();
  await expect(submit(server, MAIL, ['bob@receiver.test'], { isGone: () => true })).rejects.toThrow(AbortConnection);
  expect(server.policy.reserved).toBe(0);
  let asked = 0;
  await submit(server, MAIL, ['bob@receiver.test'], { isGone: () => asked++ > 0 });
  expect(await submit(server, MAIL, ['bob@receiver.test'])).toMatch(/^2\.0\.0/);
  await until(() => server.queue.settled.length === 1);
  expect(server.policy.reserved).toBe(1);
  expect(server.inbox.received).toHaveLength(1);
  expect(steps(server).map((list) => list.at(-1))).toEqual(['dropped', 'tried', 'dropped']);
});

it('rejects mail for a suppressed recipient, and reports it to the inbox if there are others', async () => {
  await using server = await startSubmissionServer();
  server.policy.dead.add('gone@receiver.test');
  expect(await refused(submit(server, MAIL, ['Gone@receiver.test']))).toMatch(
    /^550 5\.1\.1 Gone@receiver\.test: Earlier mail from you to this address failed/,
  );
  expect(server.policy.reserved).toBe(0);
  await submit(server, MAIL, ['gone@receiver.test', 'bob@receiver.test']);
  await until(() => server.queue.settled.length === 2);
  expect(server.inbox.received.flatMap(({ to }) => to).toSorted()).toEqual(['bob@receiver.test', INBOX]);
  const notice = server.inbox.received.find(({ to }) => to.includes(INBOX));
  const { text } = await PostalMime.parse(notice?.bytes ?? '');
  expect(text).toContain('gone@receiver.test');
  expect(text).toContain('remove it from the suppressed recipients');
  expect(server.policy.reserved).toBe(1);
  expect(steps(server).slice(1)).toEqual([
    ['received', 'returned'],
    ['received', 'changed', 'queued', 'tried'],
  ]);
});

it('rejects messages that the spam check of outgoing mail rejects, and adds none of its fields to other mail', async () => {
  const asked: unknown[] = [];
  let action = 'reject';
  const checker = createServer((request, response) => {
    const { user, from, rcpt, ip } = request.headers;
    asked.push({ user, from, rcpt, ip });
    request.resume().on('end', () => response.end(JSON.stringify({ action, score: 9 })));
  }).listen(0, '127.0.0.1');
  await once(checker, 'listening');
  const spamCheck = `http://127.0.0.1:${(checker.address() as AddressInfo).port}/checkv2`;
  await using server = await startSubmissionServer({ options: { spamCheck } });
  expect(await refused(submit(server, MAIL, ['bob@receiver.test']))).toMatch(/^550 5\.7\.1 Rejected: .* spam/);
  expect(server.policy.reserved).toBe(0);
  const address = `alice@${DOMAIN}`;
  expect(asked).toEqual([{ user: address, from: address, rcpt: 'bob@receiver.test', ip: '198.51.100.77' }]);
  action = 'add header';
  await submit(server, MAIL, ['bob@receiver.test']);
  await until(() => server.queue.settled.length === 1);
  expect(server.inbox.received[0]?.bytes.toString()).not.toContain('X-Spam');
  checker.close();
});

it('stores the envelope sender and the copies as sent mail of the handle', async () => {
  await using server = await startSubmissionServer();
  server.inbox.on('rcpt', 'hang');
  await submit(server, MAIL, ['bob@receiver.test']);
  const [row] = server.queue.rows;
  expect(row).toMatchObject({
    traffic: 'sent',
    key: 'alice',
    recipient: `alice@${DOMAIN}`,
    destination: 'bob@receiver.test',
  });
  expect(row?.message.reportTo).toBe('');
  expect((await buffer(row?.message.body.open() as never)).toString()).not.toContain(INBOX);
});
