import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import { DAY_SECONDS } from '../../contract/time.ts';
import type { Inbox } from '../../fakes/inbox.ts';
import type { Transport } from '../../mail/host/transport.ts';
import type { DeliveryResult } from '../../mail/message/delivery-result.ts';
import { createRelay } from '../../mail/smtp-out/relay.ts';
import { DOMAIN } from './mail-server.ts';
import { until } from './queued.ts';
import { INBOX, MAIL, resultsAtReceiver, startSubmissionServer, submit } from './submissions.ts';

it('reports a permanent failure to the inbox, readable and signed, and counts it', async () => {
  await using server = await startSubmissionServer();
  server.inbox.on('rcpt', '550 5.1.1 No such user here', 1);
  await submit(server, MAIL, ['bob@receiver.test']);
  await until(() => server.queue.settled.length === 2);
  const [notice] = server.inbox.received;
  expect(notice).toMatchObject({ from: '', to: [INBOX] });
  expect(await resultsAtReceiver(server, notice?.bytes)).toMatchObject({ dkim: [`pass ${DOMAIN}`], dmarc: 'pass' });
  const { text, subject, from } = await PostalMime.parse(notice?.bytes ?? '');
  expect(from?.address).toBe(`postmaster@${DOMAIN}`);
  expect(subject).toBe('Your mail could not be delivered');
  expect(text).toContain('    bob@receiver.test\n');
  expect(text).toContain('There is no mailbox with this address. Please check its spelling (5.1.1).');
  expect(text).toContain('    550 5.1.1 No such user here\n');
  expect(notice?.bytes.toString()).toContain('\r\nSubject: Lunch\r\n');
  expect(notice?.bytes.toString()).toMatch(
    /^Arrival-Date: .*\r\n\r\nFinal-Recipient: rfc822; bob@receiver\.test\r\nAction: failed\r\nStatus: 5\.1\.1\r\nRemote-MTA: dns; 127\.0\.0\.1\r\nDiagnostic-Code: smtp; 550 5\.1\.1 No such user here\r\n/m,
  );
  expect(server.policy.bounces).toEqual(['alice bob@receiver.test 5.1.1 hard']);
  expect(server.deliveries.values().next().value?.at(-1)).toMatchObject({ step: 'returned', toSender: true });
});

it.each<[string, Partial<Extract<DeliveryResult, { kind: 'refused' }>>, string, string]>([
  [
    'a domain that does not exist suppresses nobody',
    { code: 550, enhanced: '5.1.2', text: 'receiver.test: The domain does not exist', isOurs: true },
    'receiver.test: The domain does not exist',
    '5.1.2',
  ],
  [
    'a domain without mail suppresses nobody',
    { code: 556, enhanced: '5.1.10', text: 'receiver.test: The domain does not accept mail', isOurs: true },
    'receiver.test: The domain does not accept mail',
    '5.1.10',
  ],
  [
    'a domain whose mail leads back to this server counts',
    { code: 550, enhanced: '5.4.6', text: 'receiver.test: Its mail servers lead back to this one', isOurs: true },
    'receiver.test: Its mail servers lead back to this one',
    '5.4.6',
  ],
  [
    'a server without SMTPUTF8 does not count',
    { code: 550, enhanced: '5.6.7', text: '550 5.6.7 The server does not offer SMTPUTF8', isOurs: true },
    'The server does not offer SMTPUTF8',
    '5.6.7 uncounted',
  ],
  [
    'a message that is too large does not count',
    { code: 552, enhanced: '5.3.4', text: '552 5.3.4 The server accepts at most 9 octets', isOurs: true },
    'The server accepts at most 9 octets',
    '5.3.4 uncounted',
  ],
])('distinguishes what this server found: %s', async (_what, result, finding, counted) => {
  const transport = (inbox: Inbox): Transport => {
    const relay = createRelay(`smtp://127.0.0.1:${inbox.port}`, { hostname: 'mx.handles.test' });
    const refused = { kind: 'refused', code: 550, enhanced: '', text: '', host: 'receiver.test', ...result } as const;
    return { ...relay, deliver: async (one, watch) => (one.to === INBOX ? relay.deliver(one, watch) : refused) };
  };
  await using server = await startSubmissionServer({ transport });
  await submit(server, MAIL, ['bob@receiver.test']);
  await until(() => server.queue.settled.length === 2);
  const [notice] = server.inbox.received;
  const { text } = await PostalMime.parse(notice?.bytes ?? '');
  expect(text).toContain(`This mail server found:\n\n    ${finding}\n`);
  expect(text).not.toContain('replied');
  expect(notice?.bytes.toString()).toContain(`\r\nDiagnostic-Code: x-nameplate; ${finding}\r\n`);
  expect(notice?.bytes.toString()).not.toContain('Remote-MTA');
  expect(server.policy.bounces).toEqual([`alice bob@receiver.test ${counted}`]);
});

it('names the suppressed recipients of a message in one notice', async () => {
  await using server = await startSubmissionServer();
  for (const one of ['gone@receiver.test', 'left@other.test']) server.policy.dead.add(one);
  await submit(server, MAIL, ['gone@receiver.test', 'left@other.test', 'bob@receiver.test']);
  await until(() => server.queue.settled.length === 2);
  const notices = server.inbox.received.filter(({ to }) => to.includes(INBOX));
  expect(notices).toHaveLength(1);
  expect(notices[0]?.bytes.toString().match(/^Final-Recipient: .*$/gm)).toEqual([
    'Final-Recipient: rfc822; gone@receiver.test',
    'Final-Recipient: rfc822; left@other.test',
  ]);
});

it('retries after a temporary failure without reading the handle again, and gives up after the queue lifetime', async () => {
  await using server = await startSubmissionServer();
  server.inbox.on('rcpt', '451 4.2.0 Come back');
  server.recipients.alice = { kind: 'refuse', code: 550, enhanced: '5.1.1', text: 'No such address here' };
  server.policy.refusals.check = null;
  await submit(server, MAIL, ['bob@receiver.test']);
  await until(() => server.queue.rows[0]?.attempts === 1);
  server.advance(3600);
  await until(() => server.queue.rows[0]?.attempts === 2);
  expect(server.policy.bounces).toEqual([]);
  server.advance(6 * DAY_SECONDS);
  await until(() => server.policy.bounces.length === 1);
  expect(server.policy.bounces).toEqual(['alice bob@receiver.test 5.4.7']);
});

it('notifies the author once that a message is late, after four hours', async () => {
  const taken = new Set<string>();
  const take = (key: string) => !key.startsWith('delay') || (!taken.has(key) && Boolean(taken.add(key)));
  await using server = await startSubmissionServer({ rates: { take } });
  server.inbox.on('rcpt', '451 4.2.0 Come back', 3);
  await submit(server, MAIL, ['bob@receiver.test']);
  await until(() => server.queue.rows[0]?.attempts === 1);
  server.advance(3 * 3600);
  await until(() => server.queue.rows[0]?.attempts === 2);
  expect(server.queue.rows).toHaveLength(1);
  server.advance(2 * 3600);
  await until(() => server.inbox.received.length === 1);
  const [notice] = server.inbox.received;
  expect(notice?.to).toEqual([INBOX]);
  const { subject, text } = await PostalMime.parse(notice?.bytes ?? '');
  expect(subject).toBe('Your mail is delayed');
  expect(text).toContain('451 4.2.0 Come back');
  await until(() => server.queue.rows[0]?.attempts === 3);
  server.inbox.on('rcpt', '451 4.2.0 Come back', 1);
  server.advance(3 * 3600);
  await until(() => server.queue.rows[0]?.attempts === 4);
  expect(server.queue.rows).toHaveLength(1);
  expect(server.policy.bounces).toEqual([]);
});
