import { describe, expect, it } from 'vitest';
import { words } from '../../../contract/words.ts';
import { until } from '../queued.ts';
import { dnsWith, send, verified } from '../signed-senders.ts';
import type { SubmissionServer } from '../submissions.ts';
import { HANDLE, headerOf, INBOX, type Reply, reply, SECOND, startReplyServer } from './reply-servers.ts';

const CAROL = 'carol@senders.test';

/** Sends a reply to Carol, and returns what leaves for her. */
async function sent(server: SubmissionServer, message: Partial<Reply> = {}) {
  const to = message.to ?? [await server.contacts.addressOf('alice', CAROL, 'Carol C')];
  const before = server.queue.settled.length;
  expect(await reply(server, { ...message, to })).toMatch(/^250 /);
  await until(() => server.queue.settled.length > before);
  const received = server.inbox.received.at(-1);
  return { received, ...headerOf(received?.bytes), text: received?.bytes.toString() ?? '' };
}

const stepsOf = (server: SubmissionServer) =>
  [...server.deliveries.values()].map((list) => list.map(({ step }) => step));

describe('a reply from the inbox', () => {
  it('a reply from the inbox leaves from the handle, so that SPF, DKIM and DMARC pass at the receiver', async () => {
    await using server = await startReplyServer();
    const { received, field, text } = await sent(server);
    expect(received?.to).toEqual([CAROL]);
    expect(received?.from).toMatch(/^sent=[a-z2-7]{13}=[0-9a-z]{20}-[a-z2-7]{6}=alice@handles\.test$/);
    expect(field('From')).toBe(`"Alice of the Hills" <${HANDLE}>`);
    expect(field('To')).toBe(`"Carol C" <${CAROL}>`);
    expect(field('Subject')).toBe('Re: Lunch');
    expect(field('Date')).toBe('Fri, 20 Nov 2026 12:00:00 +0000');
    expect(text).toMatch(/\r\n\r\nAt noon\.\r\n$/);
    const records = {
      'TXT handles.test': 'v=spf1 ip4:192.0.2.1 -all',
      'TXT _dmarc.handles.test': 'v=DMARC1; p=reject',
    };
    const { dkim, dmarc } = await verified(
      received?.bytes ?? Buffer.alloc(0),
      dnsWith(records, () => server),
    );
    expect(dkim.results).toMatchObject([{ signingDomain: 'handles.test', status: { result: 'pass' } }]);
    expect(dmarc).toMatchObject({ status: { result: 'pass' } });
  });

  it('a reply from the inbox shows nothing of the inbox, its provider and its network', async () => {
    await using server = await startReplyServer();
    const fields = [
      'Received: from laptop.home.test ([198.51.100.7]) by mail.test with ESMTPSA id 1; Fri, 20 Nov 2026 12:00:00 +0000',
      'X-Google-DKIM-Signature: v=1; d=1e100.net',
      'X-Gm-Message-State: AOJu',
      'X-Originating-IP: [198.51.100.7]',
      'X-MS-Exchange-Organization: tenant',
      'ARC-Seal: i=1; d=mail.test',
      'Authentication-Results: mail.test; dkim=pass',
      `Return-Path: <${INBOX}>`,
      `Reply-To: ${INBOX}`,
      `Sender: ${INBOX}`,
      `Disposition-Notification-To: ${INBOX}`,
      `Return-Receipt-To: ${INBOX}`,
      `Errors-To: ${INBOX}`,
      `Bcc: ${INBOX}`,
      `Autocrypt: addr=${INBOX}; keydata=AAAA`,
      `X-Unheard-Of: ${INBOX}`,
      'User-Agent: Mail of the owner',
      'X-Mailer: Mail of the owner',
      'MIME-Version: 1.0',
    ];
    const { text: all, field } = await sent(server, {
      fields: fields.map((line) => `${line}\r\n`).join(''),
      signer: 'mail.test',
    });
    const text = all.slice(0, all.indexOf('\r\n\r\n'));
    expect(all).not.toMatch(/mail\.test|owner|198\.51|127\.0\.0\.1|google|X-Gm|tenant/i);
    expect(text.match(/^[\w-]+(?=:)/gm)?.toSorted()).toEqual(
      words('DKIM-Signature Received From To Message-ID Subject Date MIME-Version Content-Type').toSorted(),
    );
    expect(field('Received')).toMatch(/^by mx\.handles\.test with SMTP id [0-9a-z]{20};/);
  });

  it('a reply from the inbox counts against the limits, and is recorded as sent mail of the handle and of its contact', async () => {
    await using server = await startReplyServer();
    await sent(server);
    expect(server.policy.reserved).toBe(1);
    expect(server.contacts.uses).toEqual([`sent alice ${CAROL}`]);
    expect(stepsOf(server)).toEqual([['received', 'changed', 'queued', 'tried']]);
    const [[first] = []] = [...server.deliveries.values()];
    expect(first).toMatchObject({ direction: 'sent', key: 'alice', recipient: CAROL, sender: HANDLE, client: '' });
  });

  it('a reply from the inbox is refused with the reason of a limit or of a pause, and leaves nothing behind', async () => {
    await using server = await startReplyServer();
    server.policy.refusals.check = { code: 550, enhanced: '5.7.1', text: 'Sending is paused' };
    const to = [await server.contacts.addressOf('alice', CAROL)];
    expect(await reply(server, { to })).toBe('550 5.7.1 Sending is paused');
    server.policy.refusals.check = null;
    server.policy.refusals.reserve = { code: 450, enhanced: '4.7.1', text: 'Too many' };
    expect(await reply(server, { to })).toBe('450 4.7.1 Too many');
    expect(server.queue.rows).toEqual([]);
    expect(server.contacts.uses).toEqual([]);
  });

  it('a reply from the inbox may come from the second inbox, and from another form of a Gmail address', async () => {
    await using server = await startReplyServer({
      'TXT gmail.com': 'v=spf1 ip4:127.0.0.1 -all',
      'TXT other.test': 'v=spf1 ip4:127.0.0.1 -all',
    });
    const policy = { repliesThroughUs: true, backup: SECOND };
    server.recipients.alice = { kind: 'forward', destination: 'a.b+x@gmail.com', key: 'alice', policy };
    expect((await sent(server, { from: SECOND, sender: SECOND })).text).not.toContain(SECOND);
    expect((await sent(server, { from: 'AB@gmail.com', sender: 'ab@gmail.com' })).text).toContain(`<${HANDLE}>`);
    const to = [await server.contacts.addressOf('alice', CAROL)];
    expect(await reply(server, { to, from: 'abc@gmail.com', sender: 'abc@gmail.com' })).toMatch(/^550 5\.7\.1/);
  });

  it('a reply from the inbox may come from the inbox of a manager but not of an editor, and may name no inbox of the team', async () => {
    await using server = await startReplyServer();
    const [manager, editor] = ['manager.private@mail.test', 'editor.private@mail.test'];
    server.contacts.team = { managers: [manager], editors: [editor] };
    const { text } = await sent(server, { from: `Manager <${manager}>`, sender: manager });
    expect(text).toContain(`<${HANDLE}>`);
    expect(text).not.toContain(manager);
    const to = [await server.contacts.addressOf('alice', CAROL)];
    expect(await reply(server, { to, from: editor, sender: editor })).toMatch(/^550 5\.7\.1/);
    for (const other of [INBOX, editor, manager]) {
      const body = `> On Friday, ${other} wrote:\r\n`;
      const refused = await reply(server, { to, from: manager, sender: manager, body });
      expect(refused).toMatch(/^550 5\.7\.1 .*that of another inbox of the handle/);
    }
  });

  it('a reply from the inbox needs only its signature if To or Cc names the reply address', async () => {
    await using server = await startReplyServer();
    const { text } = await sent(server, { sender: 'bounces@senders.test', signer: 'mail.test' });
    expect(text).toContain(`<${HANDLE}>`);
    const [carol, dave] = [
      await server.contacts.addressOf('alice', CAROL),
      await server.contacts.addressOf('alice', 'd@x.test'),
    ];
    const replayed = { to: [dave], fields: `To: ${carol}\r\n`, sender: 'bounces@senders.test', signer: 'mail.test' };
    expect(await reply(server, replayed)).toMatch(/^550 5\.7\.1 This address is for replies of its owner only/);
  });

  it('a reply from the inbox also goes to a blind copy if SPF passes', async () => {
    await using server = await startReplyServer();
    const to = [await server.contacts.addressOf('alice', CAROL)];
    const { field, received } = await sent(server, { to, fields: 'To: undisclosed-recipients:;\r\n' });
    expect(received?.to).toEqual([CAROL]);
    expect(field('To')).toBe('');
  });
});

describe('a reply to all', () => {
  it('a reply to all names the real people without the inboxes and the handle, and reaches each person once', async () => {
    await using server = await startReplyServer();
    const [carol, dave] = [
      await server.contacts.addressOf('alice', CAROL, 'Carol'),
      await server.contacts.addressOf('alice', 'dave@else.test', 'Jürgen, D.'),
    ];
    const fields = `To: "Nickname" <${carol.toUpperCase()}>, Alice <${HANDLE}>\r\nCc: ${dave}, Me <${INBOX}>, erin@plain.test, ${dave}\r\n`;
    expect(await reply(server, { to: [carol, HANDLE, dave], fields })).toMatch(/^250 /);
    await until(() => server.queue.settled.length === 2);
    expect(server.inbox.received.map(({ to }) => to[0]).toSorted()).toEqual([CAROL, 'dave@else.test']);
    const { field, text } = headerOf(server.inbox.received[0]?.bytes);
    expect(field('To')).toBe(`"Carol" <${CAROL}>`);
    expect(field('Cc')).toMatch(/^=\?UTF-8\?B\?\S+\?= <dave@else\.test>, <erin@plain\.test>$/);
    expect(text).not.toMatch(/reply-[a-z2-7]{26}|owner|Nickname/);
    expect(server.policy.reserved).toBe(2);
  });

  it('a reply to all is refused if it names people of two handles, or a reply address that no longer exists', async () => {
    await using server = await startReplyServer();
    server.recipients.ally = { kind: 'forward', destination: INBOX, key: 'ally' };
    const carol = await server.contacts.addressOf('alice', CAROL);
    const other = await server.contacts.addressOf('ally', 'dave@else.test');
    const mixed = { to: [carol], fields: `To: ${carol}\r\nCc: ${other}\r\n` };
    expect(await reply(server, mixed)).toMatch(/^550 5\.7\.1 The recipients belong to different handles/);
    const gone = { to: [carol], fields: `To: ${carol}, reply-${'a'.repeat(26)}@handles.test\r\n` };
    expect(await reply(server, gone)).toMatch(/^550 5\.7\.1 To or Cc has a reply address that does not exist any more/);
    expect(stepsOf(server)).toEqual([
      ['received', 'refused'],
      ['received', 'refused'],
    ]);
    expect(server.inbox.received).toEqual([]);
  });

  it('a reply to all needs a separate transaction for each handle', async () => {
    await using server = await startReplyServer();
    server.recipients.ally = { kind: 'forward', destination: INBOX, key: 'ally' };
    const carol = await server.contacts.addressOf('alice', CAROL);
    const other = await server.contacts.addressOf('ally', 'dave@else.test');
    for (const to of [
      [carol, other],
      [carol, 'bob@handles.test'],
      ['bob@handles.test', carol],
      [carol, 'postmaster@handles.test'],
    ])
      expect(await reply(server, { to }), to.join()).toMatch(
        /^452 4\.5\.3 Reply addresses need a transaction of their own/,
      );
  });
});

describe('a conversation', () => {
  it('a conversation has our Message-IDs on one side and those of the inbox on the other', async () => {
    await using server = await startReplyServer();
    const first = await sent(server, {
      fields: 'In-Reply-To: <c1@senders.test>\r\nReferences: <c0@senders.test> <c1@senders.test>\r\n',
    });
    const ours = first.field('Message-ID');
    expect(ours).toMatch(/^<[a-z2-7]{26}@handles\.test>$/);
    expect(first.field('References')).toBe('<c0@senders.test> <c1@senders.test>');

    const answer = `From: ${CAROL}\r\nTo: ${HANDLE}\r\nSubject: Re: Lunch\r\nIn-Reply-To: ${ours}\r\nReferences: <c1@senders.test>\r\n ${ours}\r\n\r\nFine\r\n`;
    expect(await send(server, answer, CAROL, [HANDLE])).toMatch(/^250 /);
    const got = headerOf(server.inbox.received.at(-1)?.bytes);
    expect(got.field('In-Reply-To')).toBe('<own-1@mail.test>');
    expect(got.field('References')).toBe('<c1@senders.test> <own-1@mail.test>');

    const second = await sent(server, {
      fields: 'References: <c1@senders.test> <own-1@mail.test> <c2@senders.test>\r\n',
    });
    expect(second.field('References')).toBe(`<c1@senders.test> ${ours} <c2@senders.test>`);
  });

  it('shows the ids of one handle to no other handle', async () => {
    await using server = await startReplyServer();
    const ours = (await sent(server)).field('Message-ID');
    server.recipients.ally = {
      kind: 'forward',
      destination: 'x@y.test',
      key: 'ally',
      policy: { repliesThroughUs: true },
    };
    const answer = `From: ${CAROL}\r\nIn-Reply-To: ${ours}\r\n\r\nFine\r\n`;
    expect(await send(server, answer, CAROL, ['ally@handles.test'])).toMatch(/^250 /);
    expect(headerOf(server.inbox.received.at(-1)?.bytes).field('In-Reply-To')).toBe(ours);
  });
});
