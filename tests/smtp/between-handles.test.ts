import PostalMime from 'postal-mime';
import { expect, it } from 'vitest';
import type { RecipientPolicy } from '../../mail/host/directory.ts';
import { deliveryReport } from '../support/mail/delivery-report.ts';
import { onceEach } from './auto-replies.ts';
import { DOMAIN, type MailServer } from './mail-server.ts';
import { until } from './queued.ts';
import { dnsWith, send, verified } from './signed-senders.ts';
import { INBOX, MAIL, startSubmissionServer, submit } from './submissions.ts';

const BOB = 'bob.inbox@other.test';
/** The destination of mail to alice. */
const ALICES = 'alice.inbox@elsewhere.test';
const policyOf = (server: MailServer, policy: RecipientPolicy) => {
  server.recipients.bob = { kind: 'forward', destination: BOB, key: 'bob', policy };
};
const receivedBy = ({ inbox }: MailServer, address: string) => inbox.received.filter(({ to }) => to.includes(address));

it('forwards mail for another handle in this process, with correct results', async () => {
  await using server = await startSubmissionServer();
  await submit(server, MAIL, [`Bob+lunch@${DOMAIN.toUpperCase()}`]);
  await until(() => server.queue.settled.length === 1);
  expect(server.inbox.received.map(({ to }) => to)).toEqual([[BOB]]);
  const [received] = server.inbox.received;
  const text = received?.bytes.toString() ?? '';
  expect(received?.from).toMatch(/^srs0=[a-z2-7]{13}=[a-z2-7]{2}=bob\+lunch=handles\.test=alice@/);
  expect(text).toMatch(
    /^Authentication-Results: mx\.handles\.test;\r\n\tdkim=pass header\.d=handles\.test;\r\n\tdmarc=pass/m,
  );
  expect(text).toMatch(/^X-Forwarded-To: bob@/m);
  expect(text).not.toMatch(/198\.51|laptop|owner\.private/);
  expect(text.match(/^Received:/gm)).toHaveLength(2);
  const { dkim } = await verified(
    received?.bytes ?? Buffer.alloc(0),
    dnsWith({}, () => server),
  );
  expect(dkim.results.map(({ status }) => status.result)).toEqual(['pass']);
  const logs = [...server.deliveries.values()].map((steps) => [steps[0], steps.at(-1)]);
  expect(logs).toMatchObject([
    [
      { key: 'alice', direction: 'sent' },
      { step: 'tried', result: { kind: 'delivered' } },
    ],
    [
      { key: 'bob', client: '127.0.0.1', sender: `alice@${DOMAIN}` },
      { step: 'tried', result: { kind: 'delivered' } },
    ],
  ]);
});

it('delivers to every inbox of a role address, and to recipients elsewhere', async () => {
  await using server = await startSubmissionServer();
  await submit(server, MAIL, [`postmaster@${DOMAIN}`, 'eve@receiver.test']);
  // The inboxes of the role address get their copies while the queue attempts the one to it.
  await until(() => server.queue.settled.length === 2);
  const to = server.inbox.received.flatMap((message) => message.to).toSorted();
  expect(to).toEqual(['eve@receiver.test', 'one@admins.test', 'two@admins.test']);
});

it.each([
  [
    'does not exist',
    (server: MailServer) => void delete server.recipients.bob,
    '5.1.1',
    'There is no mailbox with this address',
  ],
  [
    'is switched off',
    (server: MailServer) => {
      server.recipients.bob = { kind: 'refuse', code: 550, enhanced: '5.2.1', text: 'off', key: 'bob' };
    },
    '5.2.1',
    'switched off',
  ],
  [
    'blocks the author',
    (server: MailServer) => policyOf(server, { blocked: new Set([`alice@${DOMAIN}`]) }),
    '5.7.1',
    'rejects this message',
  ],
])('reports a handle that %s to the author', async (_what, change, enhanced, reason) => {
  await using server = await startSubmissionServer();
  change(server);
  await submit(server, MAIL, [`bob@${DOMAIN}`]);
  await until(() => server.queue.settled.length === 2);
  expect(receivedBy(server, BOB)).toEqual([]);
  const { text } = await PostalMime.parse(receivedBy(server, INBOX)[0]?.bytes ?? '');
  expect(text).toContain(`bob@${DOMAIN}`);
  expect(text).toContain(reason);
  expect(server.policy.bounces).toEqual([`alice bob@${DOMAIN} ${enhanced}${enhanced === '5.1.1' ? ' hard' : ''}`]);
});

it('discards mail for a handle that discards its mail, without notice to the author', async () => {
  await using server = await startSubmissionServer();
  server.recipients.bob = { kind: 'drop', key: 'bob' };
  await submit(server, MAIL, [`bob@${DOMAIN}`]);
  await until(() => server.queue.settled.length === 1);
  expect(server.inbox.received).toEqual([]);
  expect([...server.deliveries.values()].map((steps) => steps.at(-1)?.step)).toEqual(['tried', 'dropped']);
});

it('waits for a handle that has reached its limit', async () => {
  let isFull = true;
  await using server = await startSubmissionServer({ rates: { take: (key) => !(isFull && key === 'recipient bob') } });
  await submit(server, MAIL, [`bob@${DOMAIN}`]);
  await until(() => server.queue.rows[0]?.attempts === 1);
  expect(server.alarms).toEqual(['limit bob 500']);
  isFull = false;
  server.advance(3600);
  await until(() => server.inbox.received.length === 1);
});

it('queues mail for a handle whose inbox is deferred, and reports its later failure to the author', async () => {
  await using server = await startSubmissionServer();
  server.inbox.on('rcpt', '451 4.2.0 Come back', 1);
  await submit(server, MAIL, [`bob@${DOMAIN}`]);
  await until(() => server.queue.settled.length === 1 && server.queue.rows.length === 1);
  expect(server.queue.rows[0]).toMatchObject({ destination: BOB, recipient: `bob@${DOMAIN}`, key: 'bob' });
  server.inbox.on('rcpt', '550 5.1.1 No such user', 1);
  server.advance(3600);
  await until(() => receivedBy(server, ALICES).length === 1);
  const { text } = await PostalMime.parse(receivedBy(server, ALICES)[0]?.bytes ?? '');
  expect(text).toContain(`bob@${DOMAIN}`);
  expect(text).not.toContain(BOB);
  await until(() => server.queue.rows.length === 0);
});

it('returns a bounce that the inbox of another handle sends later', async () => {
  await using server = await startSubmissionServer();
  await submit(server, MAIL, [`bob@${DOMAIN}`]);
  await until(() => server.inbox.received.length === 1);
  expect(await send(server, deliveryReport({ status: '5.2.2' }), '', [server.inbox.received[0]?.from ?? ''])).toMatch(
    /^250 /,
  );
  await until(() => receivedBy(server, ALICES).length === 1);
  expect((await PostalMime.parse(receivedBy(server, ALICES)[0]?.bytes ?? '')).text).toContain(
    'The mailbox behind this address is full',
  );
});

it("ends a loop of two programs that forward each other's mail", async () => {
  await using server = await startSubmissionServer();
  await submit(server, MAIL, [`bob@${DOMAIN}`]);
  await until(() => server.inbox.received.length === 1);
  const again = server.inbox.received[0]?.bytes ?? '';
  await expect(submit(server, again, [`bob@${DOMAIN}`])).rejects.toThrow('5.4.6 Mail loop detected');
});

it('refuses mail of a handle to a report address', async () => {
  await using server = await startSubmissionServer();
  await submit(server, MAIL, [`dmarc-reports@${DOMAIN}`]);
  await until(() => server.queue.settled.length > 0);
  const steps = [...server.deliveries.values()].flat();
  expect(steps).toContainEqual(
    expect.objectContaining({ step: 'tried', result: expect.objectContaining({ code: 550 }) }),
  );
  expect(server.reports).toHaveLength(0);
});

it('mail between two handles gets one automatic reply although both reply, and counts against no network', async () => {
  const { replies, calls } = onceEach();
  const networks: string[] = [];
  const take = (key: string) => networks.push(key) > 0;
  await using server = await startSubmissionServer({ autoReplies: replies, rates: { take } });
  policyOf(server, { autoReply: true });
  server.recipients.alice = { kind: 'forward', destination: ALICES, key: 'alice', policy: { autoReply: true } };
  const mail = MAIL.replace('To: bob@receiver.test', `To: bob@${DOMAIN}`);
  await submit(server, mail, [`bob@${DOMAIN}`]);
  await until(() => receivedBy(server, ALICES).length === 1);
  await until(() => server.queue.settled.length === 2);
  const { subject, from } = await PostalMime.parse(receivedBy(server, ALICES)[0]?.bytes ?? '');
  expect(subject).toBe('Away, Alice');
  expect(from?.address).toBe(`bob@${DOMAIN}`);
  expect(receivedBy(server, BOB)).toHaveLength(1);
  // The reply has the null sender, so alice's limits are not queried.
  expect(calls).toEqual([`take bob alice@${DOMAIN}`]);
  expect(networks.filter((key) => key.includes('network') && key.includes('auto-reply'))).toEqual([]);
});
