import { describe, expect, it } from 'vitest';
import { until } from '../queued.ts';
import { send, signedBy } from '../signed-senders.ts';
import { HANDLE, headerOf, INBOX, reply, startReplyServer } from './reply-servers.ts';

const CAROL = 'carol@senders.test';
const OWNER_ONLY = /^550 5\.7\.1 This address is for replies of its owner only/;

describe('a reply address', () => {
  it('rejects mail to a reply address from all but the authenticated inbox, with one reply that does not show the inbox', async () => {
    await using server = await startReplyServer();
    const to = [await server.contacts.addressOf('alice', CAROL)];
    const tries: [string, Parameters<typeof reply>[1]][] = [
      ['a stranger', { to, from: 'eve@senders.test', sender: 'eve@senders.test' }],
      ['the contact', { to, from: CAROL, sender: CAROL }],
      ['the inbox in From without authentication', { to, sender: 'eve@senders.test' }],
      ['the inbox in From, signed by another domain', { to, sender: 'eve@senders.test', signer: 'senders.test' }],
      ['the inbox in the envelope only', { to, from: 'eve@senders.test' }],
      ['the inbox with a second author', { to, from: `${INBOX}, eve@mail.test` }],
      ['the inbox as a display name', { to, from: `"${INBOX}" <eve@mail.test>` }],
      [
        'another inbox of the same provider',
        { to, from: 'somebody.else@mail.test', sender: 'somebody.else@mail.test' },
      ],
      ['two From fields', { to, fields: `From: ${INBOX}\r\n` }],
    ];
    const replies = new Set<string | null>();
    for (const [who, message] of tries) {
      const text = await reply(server, message);
      expect(text, who).toMatch(OWNER_ONLY);
      expect(text, who).not.toMatch(/mail\.test|owner\.private/);
      replies.add(text);
    }
    expect(replies.size).toBe(1);
    expect(server.queue.rows).toEqual([]);
    expect(server.inbox.received).toEqual([]);
    const [steps = []] = [...server.deliveries.values()];
    expect(steps).toMatchObject([
      { step: 'received', key: 'alice', recipient: to[0] },
      { step: 'refused', code: 550 },
    ]);
    expect(steps[0]).not.toHaveProperty('direction');
  });

  it('requires aligned authentication even if the domain of the inbox has no DMARC policy', async () => {
    await using server = await startReplyServer();
    server.recipients.alice = { kind: 'forward', destination: 'me@strict.test', key: 'alice' };
    const to = [await server.contacts.addressOf('alice', CAROL)];
    expect(await reply(server, { to, from: 'me@strict.test', sender: 'eve@senders.test' })).toMatch(OWNER_ONLY);
    expect(await reply(server, { to, from: 'me@strict.test', sender: 'x@y.test', signer: 'strict.test' })).toMatch(
      /^250 /,
    );
  });

  it('defers a message if DNS fails', async () => {
    await using server = await startReplyServer({ 'TXT mail.test': { fails: 'ESERVFAIL' } });
    const to = [await server.contacts.addressOf('alice', CAROL)];
    expect(await reply(server, { to })).toMatch(/^451 4\.7\.5 Temporary failure/);
  });

  it('rejects a reply address as an unknown address if it is unknown, blocked or of a deleted handle', async () => {
    await using server = await startReplyServer();
    const [known, blocked] = [
      await server.contacts.addressOf('alice', CAROL),
      await server.contacts.addressOf('alice', 'dave@else.test'),
    ];
    Object.assign(server.contacts.stored[1] ?? {}, { isBlocked: true });
    const guesses = [
      blocked,
      `reply-${'a'.repeat(26)}@handles.test`,
      `reply-${'a'.repeat(25)}@handles.test`,
      'nobody@handles.test',
    ];
    for (const guess of guesses)
      expect(await reply(server, { to: [guess] }), guess).toBe('550 5.1.1 No such address here');
    delete server.recipients.alice;
    expect(await reply(server, { to: [known] })).toBe('550 5.1.1 No such address here');
  });

  it('a reply address is checked again after the message, because it may have been blocked during it', async () => {
    await using server = await startReplyServer();
    const to = [await server.contacts.addressOf('alice', CAROL)];
    const { find } = server.contacts;
    let lookups = 0;
    server.contacts.find = async (local) => (++lookups > 1 ? null : find(local));
    expect(await reply(server, { to })).toBe('550 5.1.1 No such address here');
    server.contacts.find = find;
    server.contacts.failure = new Error('The database is unavailable');
    expect(await reply(server, { to })).toMatch(/^451 4\.3\.0/);
  });

  it('delivers mail of an authenticated stranger to a handle named beside the reply address', async () => {
    await using server = await startReplyServer();
    const to = [HANDLE, await server.contacts.addressOf('alice', CAROL)];
    expect(await reply(server, { to, from: CAROL, sender: CAROL })).toMatch(/^250 /);
    expect(server.inbox.received.map(({ to }) => to)).toEqual([[INBOX]]);
    // Unauthenticated mail is rejected as a whole, whether or not From is the inbox.
    for (const from of [INBOX, 'eve@mail.test'])
      expect(await reply(server, { to, from, sender: 'eve@senders.test' })).toMatch(OWNER_ONLY);
    expect(server.inbox.received).toHaveLength(1);
  });
});

describe('automatic mail of the inbox', () => {
  it.each([
    ['an automatic reply', 'Auto-Submitted: auto-replied\r\n'],
    ['an automatic reply in capitals', 'AUTO-SUBMITTED: Auto-Generated (rejected)\r\n'],
    ['bulk mail', 'Precedence: bulk\r\n'],
    ['list mail', 'List-Unsubscribe: <https://x.test>\r\n'],
    ['a receipt', 'Content-Type: multipart/report; report-type=disposition-notification; boundary=b\r\n'],
    ['an old auto-responder', 'X-Autoreply: yes\r\n'],
    ['a vacation program without Auto-Submitted', 'X-Vacation: yes\r\n'],
    ['a responder of cPanel', 'X-Autorespond: Away\r\nPrecedence: auto-reply\r\n'],
    ['a rule of Exchange', 'X-MS-Exchange-Inbox-Rules-Loop: me@mail.test\r\n'],
    ['an answer known by its subject', 'Subject: Automatic reply: Lunch\r\n'],
    ['an answer known by its German subject', 'Subject: Abwesenheitsnotiz\r\n'],
  ])('automatic mail of the inbox is accepted and not forwarded: %s', async (_what, fields) => {
    await using server = await startReplyServer();
    const to = [await server.contacts.addressOf('alice', CAROL)];
    expect(await reply(server, { to, fields })).toMatch(/^250 /);
    expect(server.queue.rows).toEqual([]);
    expect(server.inbox.received).toEqual([]);
    const [steps = []] = [...server.deliveries.values()];
    expect(steps).toMatchObject([{ step: 'received', direction: 'sent', recipient: CAROL }, { step: 'dropped' }]);
  });

  it('automatic mail of the inbox is not forwarded if it has no envelope sender', async () => {
    await using server = await startReplyServer();
    const to = [await server.contacts.addressOf('alice', CAROL)];
    expect(await reply(server, { to, sender: '', signer: 'mail.test' })).toMatch(/^250 /);
    expect(await reply(server, { to, sender: '', from: 'mailer-daemon@mail.test' })).toMatch(OWNER_ONLY);
    expect(server.inbox.received).toEqual([]);
  });

  it.each([
    ['a field with another value', 'Auto-Submitted: no\r\nPrecedence: first-class\r\n'],
    ['a service for programs that people use', 'Feedback-ID: 1:2:3:x\r\nX-SES-Outgoing: 1\r\n'],
    ['a subject with which people begin', 'Subject: Out of office on Friday\r\n'],
  ])('automatic mail of the inbox is not recognised by %s', async (_what, fields) => {
    await using server = await startReplyServer();
    const to = [await server.contacts.addressOf('alice', CAROL)];
    expect(await reply(server, { to, fields })).toMatch(/^250 /);
    await until(() => server.queue.settled.length === 1);
    expect(server.inbox.received).toHaveLength(1);
  });
});

describe('a reply that contains the address of the inbox', () => {
  const calendar = `BEGIN:VCALENDAR\r\nATTENDEE;PARTSTAT=ACCEPTED:mailto:${INBOX}\r\nEND:VCALENDAR\r\n`;

  it.each([
    ['in a quotation', '', `On Friday <${INBOX}> wrote:\r\n> Hello\r\n`],
    ['in base64', 'Content-Transfer-Encoding: base64\r\n', `${Buffer.from(`Me: ${INBOX}`).toString('base64')}\r\n`],
    ['in the answer to an invitation', 'Content-Type: text/calendar; method=REPLY\r\n', calendar],
    ['in the subject', '', ''],
  ])('a reply that contains the address of the inbox is refused with instructions: %s', async (where, fields, body) => {
    await using server = await startReplyServer();
    const to = [await server.contacts.addressOf('alice', CAROL)];
    const more =
      where === 'in the subject'
        ? `${fields}Content-Description: =?utf-8?b?${Buffer.from(INBOX).toString('base64')}?=\r\n`
        : fields;
    const text = await reply(server, { to, fields: more, body });
    expect(text).toMatch(/^550 5\.7\.1 The message contains your inbox's address, often in a quotation/);
    expect(server.queue.rows).toEqual([]);
    const [steps = []] = [...server.deliveries.values()];
    expect(steps.map(({ step }) => step)).toEqual(['received', 'refused']);
    server.contacts.allowInboxInText = true;
    expect(await reply(server, { to, fields: more, body })).toMatch(/^250 /);
  });

  it('a reply that contains the address of the inbox is refused if it cannot be read', async () => {
    await using server = await startReplyServer();
    const to = [await server.contacts.addressOf('alice', CAROL)];
    const fields = 'Content-Transfer-Encoding: x-uuencode\r\n';
    expect(await reply(server, { to, fields })).toMatch(/^550 5\.7\.1 A part of the message cannot be decoded/);
    server.contacts.allowInboxInText = true;
    expect(await reply(server, { to, fields })).toMatch(/^250 /);
  });

  it('a reply that contains the address of the inbox is found in a large message, which is read from disk', async () => {
    await using server = await startReplyServer();
    const to = [await server.contacts.addressOf('alice', CAROL)];
    const large = 'All is well.\r\n'.repeat(60_000);
    expect(await reply(server, { to, body: `${large}${INBOX}\r\n` })).toMatch(/^550 5\.7\.1 The message contains/);
    expect(await reply(server, { to, body: large })).toMatch(/^250 /);
    await until(() => server.queue.settled.length === 1);
    expect(server.inbox.received[0]?.bytes.toString().endsWith(large)).toBe(true);
  });
});

describe('hostile replies', () => {
  it('hostile replies cannot add header fields by the names of contacts or recipients', async () => {
    await using server = await startReplyServer();
    const to = [await server.contacts.addressOf('alice', CAROL, 'Carol\r\nBcc: eve@x.test')];
    const fields = `To: ${to[0]}\r\nCc: =?utf-8?q?Eve=0D=0AX-Evil=3A_1?= <eve@x.test>\r\n`;
    expect(await reply(server, { to, fields })).toMatch(/^250 /);
    await until(() => server.queue.settled.length === 1);
    const { text } = headerOf(server.inbox.received[0]?.bytes);
    expect(text).not.toMatch(/^(Bcc|X-Evil):/m);
  });

  it('hostile replies are refused if To or Cc is too long to be read', async () => {
    await using server = await startReplyServer();
    const to = [await server.contacts.addressOf('alice', CAROL)];
    const many = Array.from({ length: 1500 }, (_, at) => `p${at}@else.test`).join(',\r\n ');
    expect(await reply(server, { to, fields: `To: ${to[0]}\r\nCc: ${many}\r\n` })).toMatch(
      /^550 5\.6\.0 To or Cc is too long/,
    );
  });

  it('hostile replies are refused with the reply of any message if the header is too long', async () => {
    await using server = await startReplyServer();
    const to = [await server.contacts.addressOf('alice', CAROL)];
    const fields = `X-Long: ${'a'.repeat(900)}\r\n`.repeat(1200);
    expect(await reply(server, { to, fields })).toMatch(/^552 5\.3\.4/);
  });

  it('international mail needs no SMTPUTF8 at the receiver if the addresses are ASCII', async () => {
    await using server = await startReplyServer();
    const to = [await server.contacts.addressOf('alice', CAROL, 'Jürgen 🎉')];
    expect(await reply(server, { to, from: `Über <${INBOX}>`, body: 'Grüße\r\n' })).toMatch(/^250 /);
    await until(() => server.queue.settled.length === 1);
    expect(server.inbox.received[0]?.parameters).not.toContain('SMTPUTF8');
    expect(headerOf(server.inbox.received[0]?.bytes).text).toMatch(/^[\x20-\x7e\r\n\t]*$/);
  });

  it('a reply that only a signature authenticates is sent once, however often a recipient sends it again', async () => {
    await using server = await startReplyServer();
    const to = [await server.contacts.addressOf('alice', CAROL)];
    const signed = await signedBy(
      'mail.test',
      `From: ${INBOX}\r\nTo: ${to[0]}\r\nCc: eve@x.test\r\nSubject: x\r\n\r\nHi\r\n`,
    );
    for (const text of [signed, `Received: by evil.test\r\n${signed}`, signed.replace(/b=(\S{9})/, 'b=$1 ')]) {
      expect(await send(server, text, 'eve@senders.test', to)).toMatch(/^250 /);
    }
    await until(() => server.queue.settled.length === 1);
    expect(server.inbox.received).toHaveLength(1);
    expect(server.log.filter((line) => line.includes('mail.reply.repeated'))).toHaveLength(2);
    // The servers of the inbox may send the same text twice.
    for (let at = 0; at < 2; at++) expect(await reply(server, { to })).toMatch(/^250 /);
    await until(() => server.queue.settled.length === 3);
  });

  it('hostile replies are not sent by a handle that writes to a reply address itself', async () => {
    await using server = await startReplyServer();
    const [address = ''] = [await server.contacts.addressOf('alice', CAROL)];
    const text = `From: ${HANDLE}\r\nTo: ${address}\r\n\r\nx\r\n`;
    expect(await send(server, text, HANDLE, [address])).toMatch(OWNER_ONLY);
  });
});
