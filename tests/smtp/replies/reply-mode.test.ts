import { describe, expect, it } from 'vitest';
import { until } from '../queued.ts';
import { dnsWith, send, signedBy, verified } from '../signed-senders.ts';
import type { SubmissionServer } from '../submissions.ts';
import { HANDLE, headerOf, INBOX, SECOND, startReplyServer } from './reply-servers.ts';

const DATE = 'Date: Fri, 20 Nov 2026 12:00:00 +0000\r\nMessage-ID: <1@senders.test>\r\n';
const TOKEN = /reply-[a-z2-7]{26}@handles\.test/;

interface Sent {
  from?: string;
  fields?: string;
  to?: string[];
  signer?: string;
  sender?: string;
}

/** Sends a message to alice, and returns what her inbox gets. */
async function receive(server: SubmissionServer, { from, fields, to, signer, sender }: Sent = {}) {
  const header = fields ?? `To: ${HANDLE}\r\n`;
  const text = `From: ${from ?? 'Carol <carol@senders.test>'}\r\n${header}${DATE}Subject: hi\r\n\r\nHello\r\n`;
  const signed = signer ? await signedBy(signer, text) : text;
  const before = server.inbox.received.length;
  expect(await send(server, signed, sender ?? 'carol@senders.test', to ?? [HANDLE])).toMatch(/^250 /);
  await until(() => server.inbox.received.length > before);
  const { bytes } = server.inbox.received.at(-1) ?? { bytes: Buffer.alloc(0) };
  return { bytes, ...headerOf(bytes) };
}

const addressFor = (server: SubmissionServer, address: string) =>
  `${server.contacts.stored.find((one) => one.address === address)?.local}@handles.test`;

describe('mail to a handle in reply mode', () => {
  it('mail to a handle in reply mode comes from a reply address that shows the author, and only our signature is valid', async () => {
    await using server = await startReplyServer();
    const { field, text, bytes } = await receive(server, { signer: 'senders.test' });
    expect(field('From')).toBe(`"Carol (carol at senders.test)" <${addressFor(server, 'carol@senders.test')}>`);
    expect(field('To')).toBe(HANDLE);
    expect(field('Message-ID')).toBe('<1@senders.test>');
    expect(text).not.toMatch(/^(Reply-To|Sender):/m);
    const { dkim, dmarc, arc } = await verified(
      bytes,
      dnsWith({ 'TXT _dmarc.handles.test': 'v=DMARC1; p=reject; adkim=s' }, () => server),
    );
    expect(dkim.results).toMatchObject([{ signingDomain: 'handles.test', status: { result: 'pass' } }]);
    expect(dmarc).toMatchObject({ status: { result: 'pass' } });
    expect(arc).toMatchObject({ status: { result: 'pass' } });
    expect(bytes.toString()).toMatch(/\r\n\r\nHello\r\n$/);
  });

  it('mail to a handle in reply mode has the same reply address for each message of one author, and another at each handle', async () => {
    await using server = await startReplyServer();
    const { alice } = server.recipients;
    if (alice?.kind !== 'forward') throw new Error('alice forwards');
    server.recipients.ally = { ...alice, key: 'ally', destination: 'ally.inbox@other.test' };
    const first = (await receive(server)).field('From');
    expect((await receive(server, { from: 'CAROL@Senders.Test' })).field('From')).toContain(TOKEN.exec(first)?.[0]);
    const other = (await receive(server, { to: ['ally@handles.test'] })).field('From');
    expect(other).toMatch(TOKEN);
    expect(TOKEN.exec(other)?.[0]).not.toBe(TOKEN.exec(first)?.[0]);
  });

  it('names reply addresses for other people in To and Cc, but not for the handle and the inbox', async () => {
    await using server = await startReplyServer();
    const fields = `To: Dave <dave@else.test>, Alice <Alice+tag@Handles.Test>\r\nCc: ${INBOX},\r\n =?utf-8?q?J=C3=BCrgen?= <j@else.test>\r\n`;
    const { field } = await receive(server, { fields });
    expect(field('To')).toBe(
      `"Dave (dave at else.test)" <${addressFor(server, 'dave@else.test')}>, "Alice" <Alice+tag@Handles.Test>`,
    );
    expect(field('Cc')).toMatch(
      new RegExp(`^<${INBOX}>, =\\?UTF-8\\?B\\?.*<${addressFor(server, 'j@else.test')}>$`, 'i'),
    );
  });

  it('mail to a handle in reply mode has no field through which a mail program bypasses the reply address: receipts, and mailto links of lists', async () => {
    await using server = await startReplyServer();
    const fields = [
      `To: ${HANDLE}`,
      'List-Unsubscribe: <mailto:out@senders.test>, <https://senders.test/out?id=1>',
      'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
      'List-Post: <mailto:list@senders.test>',
      'List-Archive: <https://senders.test/archive>',
      'Read-Receipt-To: carol@senders.test',
      'Disposition-Notification-To: carol@senders.test',
    ];
    const { text, field } = await receive(server, { fields: `${fields.join('\r\n')}\r\n` });
    expect(field('List-Unsubscribe')).toBe('<https://senders.test/out?id=1>');
    expect(field('List-Archive')).toBe('<https://senders.test/archive>');
    expect(field('List-Unsubscribe-Post')).toBe('List-Unsubscribe=One-Click');
    expect(text).not.toMatch(/mailto:|^(List-Post|Read-Receipt-To|Disposition-Notification-To):/im);
  });

  it('replaces at most fifty addresses', async () => {
    await using server = await startReplyServer();
    const people = Array.from({ length: 60 }, (_, at) => `p${at}@else.test`);
    const { field } = await receive(server, { fields: `To: ${people.join(',\r\n ')}\r\n` });
    expect(field('To').match(new RegExp(TOKEN, 'g'))).toHaveLength(49);
    expect(field('To')).toContain('<p59@else.test>');
    expect(field('To')).not.toContain('p0@else.test');
  });

  it('directs replies to the addresses in Reply-To, and removes fields that let replies bypass us', async () => {
    await using server = await startReplyServer();
    const fields = `To: ${HANDLE}\r\nReply-To: Desk <desk@senders.test>\r\nSender: x@senders.test\r\nDisposition-Notification-To: carol@senders.test\r\nMail-Followup-To: carol@senders.test\r\nList-Id: <l.senders.test>\r\n`;
    const { field, text } = await receive(server, { fields });
    expect(field('Reply-To')).toBe(`"Desk (desk at senders.test)" <${addressFor(server, 'desk@senders.test')}>`);
    expect(text).not.toMatch(/^(Sender|Disposition-Notification-To|Mail-Followup-To):/m);
    expect(field('List-Id')).toBe('<l.senders.test>');
  });

  it('mail to a handle in reply mode has Reply-To for every author of a message with several', async () => {
    await using server = await startReplyServer();
    const { field } = await receive(server, { from: 'Carol <carol@senders.test>, dan@senders.test' });
    const [carol, dan] = [addressFor(server, 'carol@senders.test'), addressFor(server, 'dan@senders.test')];
    expect(field('From')).toContain(`<${carol}>`);
    expect(field('Reply-To')).toBe(`"Carol (carol at senders.test)" <${carol}>, "dan at senders.test" <${dan}>`);
  });

  it.each([
    ['an address', '"ceo@bank.test" <carol@senders.test>', 'carol at senders.test'],
    ['an address beside a name', '"Carol <ceo@bank.test>" <carol@senders.test>', 'Carol (carol at senders.test)'],
    [
      'our addition',
      '"Boss (boss at bank.test)" <carol@senders.test>',
      'Boss boss at bank.test (carol at senders.test)',
    ],
    ['full-width characters', '=?utf-8?b?Y2Vv77ygYmFuay50ZXN0?= <carol@senders.test>', 'carol at senders.test'],
  ])('does not let a display name imitate %s', async (_what, from, shown) => {
    await using server = await startReplyServer();
    expect((await receive(server, { from })).field('From')).toMatch(`"${shown}" <reply-`);
  });

  it('adds no field for a display name with line ends', async () => {
    await using server = await startReplyServer();
    const from = '=?utf-8?q?Carol=0D=0ABcc=3A_eve=40x.test=0D=0A=0D=0Abody=00=E2=80=AE?= <carol@senders.test>';
    const { text, field } = await receive(server, { from });
    expect(text).not.toMatch(/^Bcc:|\0/m);
    expect(field('From')).toMatch(/^"Carol Bcc: body \(carol at senders.test\)" <reply-/);
  });

  it('marks an author who is not authenticated', async () => {
    await using server = await startReplyServer();
    const sent = { from: 'Carol <carol@strict.test>', sender: 'x@senders.test' };
    expect((await receive(server, sent)).field('From')).toMatch('"Carol (carol at strict.test, not verified)" <reply-');
    expect(server.contacts.uses).toEqual([]);
  });

  it('records an authenticated author as a contact once the message is accepted', async () => {
    await using server = await startReplyServer();
    await receive(server, { from: 'Carol "C" <Carol@senders.test>' });
    expect(server.contacts.uses).toEqual(['received alice carol@senders.test Carol C']);
    server.inbox.on('rcpt', '550 5.1.1 no');
    expect(await send(server, `From: dan@senders.test\r\n\r\nx\r\n`, 'dan@senders.test', [HANDLE])).toMatch(/^550/);
    expect(server.contacts.uses).toHaveLength(1);
  });

  it('mail to a handle in reply mode is unchanged if it comes from the inbox itself, or from an address that accepts no mail', async () => {
    await using server = await startReplyServer();
    const own = await receive(server, { from: `Me <${INBOX}>`, sender: INBOX });
    expect(own.field('From')).toBe(`Me <${INBOX}>`);
    const odd = await receive(server, { from: '"a b"@senders.test' });
    expect(odd.field('From')).toBe('"a b"@senders.test');
    expect(server.contacts.stored).toEqual([]);
  });

  it('mail to a handle in reply mode is deferred while reply addresses cannot be stored', async () => {
    await using server = await startReplyServer();
    server.contacts.failure = new Error('The database is unavailable');
    const text = `From: carol@senders.test\r\n\r\nx\r\n`;
    expect(await send(server, text, 'carol@senders.test', [HANDLE])).toMatch(/^451 4\.3\.0/);
    expect(server.inbox.received).toEqual([]);
  });

  it('mail to a handle in reply mode has a separate header for each handle, and does not change that of other handles', async () => {
    await using server = await startReplyServer();
    const { alice } = server.recipients;
    if (alice?.kind !== 'forward') throw new Error('alice forwards');
    server.recipients.ally = { ...alice, key: 'ally', destination: 'ally.inbox@other.test' };
    const text = `From: Carol <carol@senders.test>\r\nTo: x@senders.test\r\n${DATE}Subject: hi\r\n\r\nHello\r\n`;
    const signed = await signedBy('senders.test', text);
    const to = [HANDLE, 'bob@handles.test', 'ally@handles.test', 'postmaster@handles.test'];
    expect(await send(server, signed, 'carol@senders.test', to)).toMatch(/^250 /);
    await until(() => server.inbox.received.length === 5);
    const got = new Map(server.inbox.received.map(({ to: [inbox], bytes }) => [inbox, bytes.toString()]));
    for (const inbox of ['bob.inbox@other.test', 'one@admins.test', 'two@admins.test'])
      expect(got.get(inbox)?.endsWith(signed), inbox).toBe(true);
    const from = (inbox: string) => headerOf(Buffer.from(got.get(inbox) ?? '')).field('From');
    expect(from(INBOX)).toMatch(TOKEN);
    expect(from('ally.inbox@other.test')).toMatch(TOKEN);
    expect(from('ally.inbox@other.test')).not.toBe(from(INBOX));
    expect(headerOf(Buffer.from(got.get(INBOX) ?? '')).field('X-Forwarded-To')).toBe(HANDLE);
    expect(server.queue.rows).toEqual([]);
  });

  it('uses reply mode for an inbox that two handles share if one of them does', async () => {
    await using server = await startReplyServer();
    server.recipients.plain = { kind: 'forward', destination: INBOX, key: 'plain' };
    const { field } = await receive(server, { to: ['plain@handles.test', HANDLE] });
    expect(field('From')).toMatch(TOKEN);
    expect(server.inbox.received).toHaveLength(1);
  });

  it('hides the second inbox as well', async () => {
    await using server = await startReplyServer();
    const { alice } = server.recipients;
    if (alice?.kind !== 'forward') throw new Error('alice forwards');
    server.recipients.alice = { ...alice, policy: { ...alice.policy, backup: SECOND } };
    const { field } = await receive(server, { fields: `To: ${HANDLE}, ${SECOND}\r\nCc: dave@else.test\r\n` });
    expect(field('To')).toBe(`${HANDLE}, ${SECOND}`);
    expect(server.contacts.stored.map(({ address }) => address)).toEqual(['carol@senders.test', 'dave@else.test']);
  });
});
