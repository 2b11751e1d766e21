import { readdir } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { DAY_SECONDS } from '../../contract/time.ts';
import type { RecipientPolicy } from '../../mail/host/directory.ts';
import { ANSWER_DAYS } from '../../mail/returned/receive-returned-mail.ts';
import { deliveryReport } from '../support/mail/delivery-report.ts';
import { onceEach } from './auto-replies.ts';
import type { MailServer, MailServerChanges } from './mail-server.ts';
import { until } from './queued.ts';
import { dnsWith, type Records, send, signedBy } from './signed-senders.ts';
import { startSpamCheck } from './spam-check.ts';
import { INBOX, MAIL, srsOf, startSubmissionServer, submit } from './submissions.ts';

/** The inbox of the handle alice, to which mail for it is forwarded. */
const ALICES = 'alice.inbox@elsewhere.test';
const BOB = 'bob@receiver.test';
const SPF: Records = {
  'TXT receiver.test': 'v=spf1 ip4:127.0.0.1 -all',
  'TXT other.test': 'v=spf1 ip4:127.0.0.1 -all',
};
const ENFORCED: Records = { ...SPF, 'TXT _dmarc.receiver.test': 'v=DMARC1; p=reject' };

const away = (fields = 'Auto-Submitted: auto-replied\r\n', from = BOB) =>
  `From: Bob <${from}>\r\nTo: alice@handles.test\r\nSubject: Re: Lunch\r\nDate: Fri, 20 Nov 2026 12:00:00 +0000\r\n` +
  `Message-ID: <away@receiver.test>\r\n${fields}\r\nBack on Monday.\r\n`;

/** Starts a server whose handle alice has sent a message to bob, and returns its return address as well. */
async function startSent(changes: MailServerChanges & { records?: Records; policy?: RecipientPolicy } = {}) {
  const { records = SPF, policy, ...rest } = changes;
  const server = await startSubmissionServer({ resolver: dnsWith(records), ...rest });
  if (policy) server.recipients.alice = { kind: 'forward', destination: ALICES, key: 'alice', policy };
  await submit(server, MAIL, [BOB]);
  await until(() => server.queue.settled.length === 1);
  return Object.assign(server, { returnAddress: server.inbox.received[0]?.from ?? '' });
}
const mailTo = ({ inbox }: MailServer, address: string) => inbox.received.filter(({ to }) => to.includes(address));

/** Counts as the shared counters do, within one span. */
function countingRates() {
  const counts = new Map<string, number>();
  return {
    take(key: string, max: number) {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return (counts.get(key) ?? 0) <= max;
    },
  };
}

describe('an automatic answer to mail of a handle (attack 44)', () => {
  it.each([
    ['from the null sender', '', 'Auto-Submitted: auto-replied\r\n'],
    ['from the address of the author', BOB, 'Auto-Submitted: auto-replied\r\n'],
    ['of an older responder', '', 'X-Autoreply: yes\r\nX-Auto-Response-Suppress: All\r\n'],
    ['of Exchange', BOB, 'X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent\r\n'],
    ['known by its subject only', BOB, 'Subject: Automatic reply: Lunch\r\n'],
    ['without any mark', '', ''],
  ])('an automatic answer reaches the inbox unchanged, and is not a failure: %s', async (_what, from, fields) => {
    await using server = await startSent();
    const text = fields.startsWith('Subject') ? away(fields).replace('Subject: Re: Lunch\r\n', '') : away(fields);
    expect(await send(server, text, from, [server.returnAddress])).toMatch(/^250 2\.0\.0 Ok: taken as/);
    const [answer, more] = mailTo(server, ALICES);
    expect(more).toBeUndefined();
    expect(answer?.bytes.toString().endsWith(text)).toBe(true);
    expect(answer?.bytes.toString()).toMatch(/^Authentication-Results: mx\.handles\.test;/m);
    expect(answer?.bytes.toString()).toMatch(/^X-Forwarded-To: alice@handles\.test/m);
    // The sender is one of our return addresses or null: the inbox's own responder must not answer bob.
    expect(answer?.from).toMatch(from === '' ? /^$/ : /^srs0=[^@]*@handles\.test$/);
    expect(server.policy.bounces).toEqual([]);
    expect(mailTo(server, INBOX)).toEqual([]);
    const [, steps = []] = [...server.deliveries.values()];
    expect(steps[0]).toMatchObject({ step: 'received', key: 'alice', recipient: 'alice@handles.test', sender: from });
    expect(steps[0]).not.toHaveProperty('direction');
  });

  it('an automatic answer of each author reaches the inbox once in some days, even through other copies', async () => {
    await using server = await startSent();
    await submit(server, MAIL.replace('Lunch', 'Dinner'), [BOB]);
    await until(() => server.queue.settled.length === 2);
    const [first = '', second = ''] = server.inbox.received.map(({ from }) => from);
    for (const to of [first, first, second]) expect(await send(server, away(), '', [to])).toMatch(/^250 /);
    expect(await send(server, away(undefined, 'Bob@Receiver.test'), BOB, [second])).toMatch(/^250 /);
    expect(mailTo(server, ALICES)).toHaveLength(1);
    expect([...server.deliveries.values()].at(-1)).toMatchObject([
      { step: 'received', key: 'alice' },
      { step: 'dropped' },
    ]);
    expect(await send(server, away(undefined, 'eve@other.test'), '', [first])).toMatch(/^250 /);
    expect(mailTo(server, ALICES)).toHaveLength(2);
    server.advance(ANSWER_DAYS * DAY_SECONDS + 1);
    expect(await send(server, away(), '', [first])).toMatch(/^250 /);
    expect(mailTo(server, ALICES)).toHaveLength(3);
  });

  it('an automatic answer reaches every handle that wrote to the author', async () => {
    await using server = await startSent();
    server.recipients.dora = { kind: 'forward', destination: 'dora.inbox@elsewhere.test', key: 'dora' };
    const [sent] = server.deliveries.keys();
    const doras = await srsOf(server).writeSent({ key: 'dora', id: sent ?? '' });
    for (const to of [server.returnAddress, doras]) expect(await send(server, away(), '', [to])).toMatch(/^250 /);
    expect(mailTo(server, ALICES)).toHaveLength(1);
    expect(mailTo(server, 'dora.inbox@elsewhere.test')).toHaveLength(1);
  });

  it('an automatic answer is accepted again if the inbox deferred it', async () => {
    await using server = await startSent();
    server.inbox.on('rcpt', '451 4.2.0 Come back', 1);
    expect(await send(server, away(), '', [server.returnAddress])).toMatch(/^451 /);
    expect(await send(server, away(), '', [server.returnAddress])).toMatch(/^250 /);
    expect(mailTo(server, ALICES)).toHaveLength(1);
  });

  it('an automatic answer is limited for each copy and for each handle, whatever its From', async () => {
    await using server = await startSent({ rates: countingRates() });
    for (let at = 0; at < 14; at++) {
      expect(await send(server, away(undefined, `p${at}@other.test`), '', [server.returnAddress])).toMatch(/^250 /);
    }
    expect(mailTo(server, ALICES)).toHaveLength(10);
    expect(server.log.filter((line) => line.includes('mail.returned.limited'))).toHaveLength(4);
  });

  it('an automatic answer is limited for each handle in an hour, through all its copies', async () => {
    const take = (key: string) => key !== 'answers of alice';
    await using server = await startSent({ rates: { take } });
    expect(await send(server, away(), '', [server.returnAddress])).toMatch(/^250 /);
    expect(mailTo(server, ALICES)).toEqual([]);
    expect(server.log.join('\n')).toContain('mail.returned.limited');
  });

  it('an automatic answer is not greylisted, because the handle wrote to its author', async () => {
    await using server = await startSent({ greylist: { secondsToWait: async () => 60 } });
    expect(await send(server, away(), '', [server.returnAddress])).toMatch(/^250 /);
    expect(mailTo(server, ALICES)).toHaveLength(1);
  });

  it('an automatic answer leaves no spool file, even if it is dropped', async () => {
    await using server = await startSent();
    const large = away() + 'I am away for long.\r\n'.repeat(40_000);
    for (let at = 0; at < 2; at++) expect(await send(server, large, '', [server.returnAddress])).toMatch(/^250 /);
    expect(mailTo(server, ALICES)).toHaveLength(1);
    await expect.poll(() => readdir(server.options.spoolFolder)).toEqual([]);
  });

  it('an automatic answer is deferred if the handle gets too much mail', async () => {
    const take = (key: string) => !key.startsWith('recipient alice');
    await using server = await startSent({ rates: { take } });
    expect(await send(server, away(), '', [server.returnAddress])).toMatch(
      /^451 4\.7\.1 Too much mail for this recipient/,
    );
  });

  it('an automatic answer gets our own From if it would fail DMARC at the inbox', async () => {
    await using server = await startSent({ records: ENFORCED });
    expect(await send(server, away(), BOB, [server.returnAddress])).toMatch(/^250 /);
    expect(mailTo(server, ALICES)[0]?.bytes.toString()).toMatch(
      /^From: "?Bob via alice"?\r\n <via-[a-z2-7]+@handles\.test>/m,
    );
    const signed = await signedBy('receiver.test', away(undefined, 'carl@receiver.test'));
    expect(await send(server, signed, '', [server.returnAddress])).toMatch(/^250 /);
    expect(mailTo(server, ALICES)[1]?.bytes.toString()).toMatch(/^From: Bob <carl@receiver\.test>/m);
  });

  it('an automatic answer is rejected if the DMARC policy of its author requires it, and does not use up the answer of the author', async () => {
    await using server = await startSent({ records: ENFORCED });
    expect(await send(server, away(), '', [server.returnAddress])).toMatch(/^550 5\.7\.1 Rejected: the DMARC policy/);
    expect(await send(server, away(), BOB, [server.returnAddress])).toMatch(/^250 /);
    expect(mailTo(server, ALICES)).toHaveLength(1);
  });

  it.each([
    ['its author', new Set([BOB]), ''],
    ['its domain', new Set(['@receiver.test']), BOB],
  ])('an automatic answer is rejected if the handle blocks %s', async (_what, blocked, from) => {
    await using server = await startSent({ policy: { blocked } });
    expect(await send(server, away(), from, [server.returnAddress])).toMatch(
      /^550 5\.7\.1 This address does not accept/,
    );
    expect(mailTo(server, ALICES)).toEqual([]);
  });

  it('an automatic answer is rejected if it is spam', async () => {
    await using check = await startSpamCheck('{"action":"no action"}');
    await using server = await startSent({ options: { spamCheck: check.url } });
    check.response = '{"action":"reject"}';
    expect(await send(server, away(), '', [server.returnAddress])).toMatch(
      /^550 5\.7\.1 Rejected: the message was class/,
    );
  });

  it('an automatic answer names a reply address in reply mode, and marks an unauthenticated author', async () => {
    await using server = await startSent({ policy: { repliesThroughUs: true, keepsContacts: true } });
    expect(await send(server, away(), BOB, [server.returnAddress])).toMatch(/^250 /);
    expect(await send(server, away(undefined, 'eve@forged.test'), '', [server.returnAddress])).toMatch(/^250 /);
    const [first, second] = mailTo(server, ALICES).map(({ bytes }) => bytes.toString().replace(/\r\n[ \t]+/g, ' '));
    expect(first).toMatch(/^From: "Bob \(bob at receiver\.test\)" <reply-[a-z2-7]+@handles\.test>/m);
    expect(second).toMatch(/^From: "Bob \(eve at forged\.test, not verified\)" <reply-/m);
  });

  it('an automatic answer gets no automatic reply of the handle, and never causes another answer', async () => {
    const { replies, calls } = onceEach();
    await using server = await startSent({ autoReplies: replies, policy: { autoReply: true } });
    for (const from of ['', BOB]) {
      const text = away(from === '' ? '' : undefined, `${from === '' ? 'x' : 'y'}@receiver.test`);
      expect(await send(server, text, from, [server.returnAddress])).toMatch(/^250 /);
    }
    await until(() => server.log.filter((line) => line.includes('mail.auto_reply.none')).length === 2);
    expect(calls).toEqual([]);
    // The response of the inbox to the forwarded answer ends here.
    const [, back] = mailTo(server, ALICES);
    expect(await send(server, away(undefined, ALICES), '', [back?.from ?? ''])).toMatch(/^250 /);
    expect(server.inbox.received).toHaveLength(3);
    expect(server.queue.rows).toEqual([]);
  });

  it('an automatic answer is rejected with the usual reply if the handle no longer exists, and dropped if the handle drops mail', async () => {
    await using server = await startSent();
    server.recipients.alice = { kind: 'refuse', code: 550, enhanced: '5.1.1', text: 'No such address here' };
    expect(await send(server, away(), '', [server.returnAddress])).toBe('550 5.1.1 No such address here');
    server.recipients.alice = { kind: 'drop', key: 'alice' };
    expect(await send(server, away(), '', [server.returnAddress])).toMatch(/^250 /);
    expect(server.inbox.received).toHaveLength(1);
  });

  it('an automatic answer is deferred if the store of earlier answers fails', async () => {
    await using server = await startSent();
    server.host.senderTokens.get = () => Promise.reject(new Error('the database is unavailable'));
    expect(await send(server, away(), '', [server.returnAddress])).toMatch(/^451 4\.3\.0 /);
  });
});

describe('other mail to the return address of a handle (attack 44)', () => {
  it.each([
    ['a letter', away('')],
    ['a newsletter', away('List-Unsubscribe: <https://x.test>\r\n')],
    ['a failure', deliveryReport()],
    ['a receipt', away('Content-Type: multipart/report; report-type=disposition-notification\r\n')],
  ])('other mail to the return address is rejected from a sender that is not null: %s', async (_what, text) => {
    await using server = await startSent();
    expect(await send(server, text, BOB, [server.returnAddress])).toMatch(/^550 5\.7\.1 This return address accepts/);
    expect(server.inbox.received).toHaveLength(1);
  });

  it.each([
    ['a delay', deliveryReport({ action: 'delayed', status: '4.4.1' })],
    ['a receipt', away('Content-Type: multipart/report; report-type=disposition-notification\r\n')],
  ])('other mail to the return address is dropped from the null sender: %s', async (_what, text) => {
    await using server = await startSent();
    expect(await send(server, text, '', [server.returnAddress])).toMatch(/^250 /);
    expect(server.inbox.received).toHaveLength(1);
    expect(server.queue.rows).toEqual([]);
    expect(server.policy.bounces).toEqual([]);
  });

  it('other mail to the return address is reported as a failure without a code, which does not count towards a pause', async () => {
    await using server = await startSent();
    const notice = 'From: MAILER-DAEMON@receiver.test\r\nX-Failed-Recipients: bob@receiver.test\r\n\r\nno\r\n';
    expect(await send(server, notice, '', [server.returnAddress])).toMatch(/^250 /);
    await until(() => mailTo(server, INBOX).length === 1);
    expect(server.policy.bounces).toEqual(['alice bob@receiver.test 5.0.0 uncounted']);
  });
});
