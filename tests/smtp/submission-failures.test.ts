import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
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
  expect(server.policy.bounces).toEqual(['alice bob@receiver.test 5.1.1 hard']);
  expect(server.deliveries.values().next().value?.at(-1)).toMatchObject({ step: 'returned', toSender: true });
});

it('retries after a temporary failure, without looking at the handle again, and gives up after the queue lifetime', async () => {
  await using server = await startSubmissionServer();
  server.inbox.on('rcpt', '451 4.2.0 Come back');
  server.recipients.alice = { kind: 'refuse', code: 550, enhanced: '5.1.1', text: 'No such address here' };
  server.policy.refusals.check = null;
  await submit(server, MAIL, ['bob@receiver.test']);
  await until(() => server.queue.rows[0]?.attempts === 1);
  server.advance(3600);
  await until(() => server.queue.rows[0]?.attempts === 2);
  expect(server.policy.bounces).toEqual([]);
  server.advance(6 * 86_400);
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
