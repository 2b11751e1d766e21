import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { DAY_SECONDS } from '../../contract/time.ts';
import { type DeliveryReport, deliveryReport } from '../support/mail/delivery-report.ts';
import type { MailServer } from './mail-server.ts';
import { until } from './queued.ts';
import { send } from './signed-senders.ts';
import { INBOX, MAIL, type SubmissionServer, srsOf, startSubmissionServer, submit } from './submissions.ts';

/** Submits a message that is delivered, and returns its return address and its bytes. */
async function sentMail(server: SubmissionServer) {
  await submit(server, MAIL, ['bob@receiver.test']);
  await until(() => server.queue.settled.length === 1);
  const [sent] = server.inbox.received;
  return { sender: sent?.from ?? '', bytes: sent?.bytes ?? Buffer.alloc(0) };
}

const dsn = (original: Buffer, changes: DeliveryReport = {}) => deliveryReport({ original, ...changes });
const bounceTo = (server: MailServer, to: string, text: string, from = '') => send(server, text, from, [to]);
const noticesTo = ({ inbox }: MailServer, address: string) => inbox.received.filter(({ to }) => to.includes(address));

it('mails the inbox a notice about a bounce that names the recipient and the reason in our own text', async () => {
  await using server = await startSubmissionServer();
  const { sender, bytes } = await sentMail(server);
  expect(await bounceTo(server, sender.toUpperCase(), dsn(bytes, { recipient: 'bobs.other@behind.test' }))).toMatch(
    /^250 /,
  );
  await until(() => server.queue.settled.length === 2);
  const [notice] = noticesTo(server, INBOX);
  expect(notice?.from).toBe('');
  expect(notice?.bytes.toString()).toMatch(/^DKIM-Signature: .*d=handles\.test/);
  expect(notice?.bytes.toString()).toContain('\r\nSubject: Lunch\r\n');
  expect(notice?.bytes.toString()).not.toMatch(/phishing|behind\.test/);
  const { text } = await PostalMime.parse(notice?.bytes ?? '');
  expect(text).toContain('    bob@receiver.test\n');
  expect(text).toContain('There is no mailbox with this address. Please check its spelling (5.1.1).');
  expect(server.policy.bounces).toEqual(['alice bob@receiver.test 5.1.1 hard']);
  expect([...server.deliveries.values()][0]?.at(-1)).toMatchObject({
    step: 'returned',
    toSender: true,
    enhanced: '5.1.1',
  });
});

it('ignores reports of delays, and rejects reports from anyone but the null sender', async () => {
  await using server = await startSubmissionServer();
  const { sender, bytes } = await sentMail(server);
  expect(await bounceTo(server, sender, dsn(bytes, { action: 'delayed', status: '4.4.1' }))).toMatch(/^250 /);
  expect(await bounceTo(server, sender, dsn(bytes), 'bob@senders.test')).toMatch(
    /^550 5\.7\.1 This return address accepts delivery reports only/,
  );
  expect(server.queue.rows).toEqual([]);
  expect(server.policy.bounces).toEqual([]);
  expect(noticesTo(server, INBOX)).toEqual([]);
});

it('counts one bounce of a message however often it is reported, and mails three notices at most', async () => {
  const counts = new Map<string, number>();
  const take = (key: string, max: number) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return (counts.get(key) ?? 0) <= max;
  };
  await using server = await startSubmissionServer({ rates: { take } });
  const { sender, bytes } = await sentMail(server);
  for (let i = 0; i < 5; i++) expect(await bounceTo(server, sender, dsn(bytes))).toMatch(/^250 /);
  await until(() => server.queue.settled.length === 4);
  expect(noticesTo(server, INBOX)).toHaveLength(3);
  expect(server.policy.bounces).toEqual(['alice bob@receiver.test 5.1.1 hard']);
});

it('suppresses nobody if another server found no domain, because the registration may only have expired', async () => {
  await using server = await startSubmissionServer();
  const { sender, bytes } = await sentMail(server);
  expect(await bounceTo(server, sender, dsn(bytes, { status: '5.1.2' }))).toMatch(/^250 /);
  await until(() => server.policy.bounces.length === 1);
  expect(server.policy.bounces).toEqual(['alice bob@receiver.test 5.1.2']);
});

it('limits the notices of one handle in an hour', async () => {
  const take = (key: string) => !key.startsWith('sent notices of alice');
  await using server = await startSubmissionServer({ rates: { take } });
  const { sender, bytes } = await sentMail(server);
  expect(await bounceTo(server, sender, dsn(bytes))).toMatch(/^451 4\.7\.1 Too many delivery reports/);
});

it('names the recipient of the report if the delivery log does not know the copy, and counts nothing', async () => {
  await using server = await startSubmissionServer();
  const { sender, bytes } = await sentMail(server);
  server.deliveries.clear();
  await bounceTo(server, sender, dsn(bytes, { recipient: 'someone@behind.test' }));
  await until(() => server.queue.settled.length === 2);
  expect((await PostalMime.parse(noticesTo(server, INBOX)[0]?.bytes ?? '')).text).toContain(
    '    someone@behind.test\n',
  );
  expect(server.policy.bounces).toEqual([]);
});

it('rejects forged, foreign and expired return addresses', async () => {
  await using server = await startSubmissionServer();
  const { sender, bytes } = await sentMail(server);
  const forged = [sender.replace('=alice@', '=bob@'), sender.replace(/=[a-z2-7]{3}/, '=aaa')];
  for (const address of forged) {
    expect(await bounceTo(server, address, dsn(bytes))).toMatch(
      /^550 5\.1\.1 This return address is invalid or has expired/,
    );
  }
  server.advance(23 * DAY_SECONDS);
  expect(await bounceTo(server, sender, dsn(bytes))).toMatch(
    /^550 5\.1\.1 This return address is invalid or has expired/,
  );
});

it('keeps a return address within 64 octets for every handle, and reads it in any case', async () => {
  await using server = await startSubmissionServer();
  const srs = srsOf(server);
  const id = '01kq0000000000000000';
  for (const key of ['a', 'alice', 'a.handle-with-thirty-chars.123']) {
    const now = server.host.clock().getTime();
    let time = '';
    for (let rest = now, i = 0; i < 10; i++, rest = Math.floor(rest / 32)) {
      time = '0123456789abcdefghjkmnpqrstvwxyz'[rest % 32] + time;
    }
    const copy = { key, id: `${time}${id.slice(10)}-50` };
    const local = (await srs.writeSent(copy)).split('@')[0] ?? '';
    expect(local.length).toBeLessThanOrEqual(64);
    expect(await srs.read(local.toUpperCase())).toEqual({ valid: true, sender: '', recipient: '', sent: copy });
  }
});

it('counts three late bounces a day at one domain towards a pause, and suppresses the recipients of all bounces', async () => {
  const counts = new Map<string, number>();
  const take = (key: string, max: number) => {
    counts.set(key, (counts.get(key) ?? 0) + 1);
    return (counts.get(key) ?? 0) <= max;
  };
  await using server = await startSubmissionServer({ rates: { take } });
  const people = Array.from({ length: 5 }, (_, at) => `p${at}@Receiver.test`);
  await submit(server, MAIL, [...people, 'eve@other.test']);
  await until(() => server.queue.settled.length === 6);
  for (const { from, bytes } of [...server.inbox.received]) {
    expect(await bounceTo(server, from, dsn(bytes))).toMatch(/^250 /);
  }
  await until(() => server.policy.bounces.length === 6);
  expect(server.policy.bounces.filter((one) => one.endsWith('5.1.1 hard'))).toHaveLength(4);
  expect(server.policy.bounces.filter((one) => one.endsWith(' 5.1.1 hard uncounted'))).toHaveLength(2);
});
