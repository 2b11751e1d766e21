import { describe, expect, it } from 'vitest';
import type { Transport } from '../../mail/host/transport.ts';
import type { DeliveryResult } from '../../mail/message/delivery-result.ts';
import { createQueueRunner } from '../../mail/queue-runner.ts';
import { LineClient } from './dialogues/line-client.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { until } from './queued.ts';
import { dnsWith, send } from './signed-senders.ts';

const MAIL = 'From: Carol <carol@news.senders.test>\r\nSubject: hi\r\n\r\nHello\r\n';
const ALICE = 'alice.inbox@elsewhere.test';
const emptyDns = dnsWith({});

const stepsOf = (server: MailServer) => [...server.deliveries.values()].map((steps) => steps.map(({ step }) => step));

/** Creates a transport that returns a fixed result for each destination, and delivers to all others. */
function transportWith(results: Record<string, DeliveryResult>, tried: string[] = []): () => Transport {
  return () => ({
    async deliver({ to }) {
      tried.push(to);
      return results[to] ?? { kind: 'delivered', code: 250, text: 'ok', final: true };
    },
    close: async () => {},
  });
}

const LATER: DeliveryResult = { kind: 'deferred', code: 450, enhanced: '4.2.1', text: `450 ${ALICE} later` };
const NEVER: DeliveryResult = { kind: 'refused', code: 550, enhanced: '5.1.1', text: `550 ${ALICE} unknown` };

describe('the block list of a recipient', () => {
  it.each([
    ['envelope address', 'bounce@lists.test'],
    ['From address', 'carol@news.senders.test'],
    ['From domain', '@news.senders.test'],
    ['parent domain', '@senders.test'],
    ['envelope domain', '@lists.test'],
  ])('rejects mail of a sender that the recipient blocks by %s', async (_by, pattern) => {
    await using server = await startMailServer();
    server.recipients.alice = {
      kind: 'forward',
      destination: ALICE,
      key: 'alice',
      policy: { blocked: new Set([pattern]) },
    };
    expect(await send(server, MAIL, 'Bounce@lists.test')).toMatch(
      /^550 5\.7\.1 This address does not accept mail from you/,
    );
    expect(server.inbox.received).toHaveLength(0);
    expect(stepsOf(server)).toEqual([['received', 'checked', 'refused']]);
  });

  it('accepts mail if a block list entry is only a suffix or a subdomain of the sender', async () => {
    await using server = await startMailServer();
    const blocked = new Set(['@enders.test', 'arol@news.senders.test', '@x.news.senders.test']);
    server.recipients.alice = { kind: 'forward', destination: ALICE, key: 'alice', policy: { blocked } };
    expect(await send(server, MAIL, 'bounce@lists.test')).toMatch(/^250 /);
  });

  it('returns no failure notice for the recipient who blocks the sender to an unauthenticated sender', async () => {
    await using server = await startMailServer({ resolver: emptyDns });
    const policy = { blocked: new Set(['@lists.test']) };
    server.recipients.alice = { kind: 'forward', destination: ALICE, key: 'alice', policy };
    const both = ['alice@handles.test', 'bob@handles.test'];
    expect(await send(server, MAIL, 'bounce@lists.test', both)).toMatch(/^250 /);
    expect(server.inbox.received.map(({ to }) => to)).toEqual([['bob.inbox@other.test']]);
    expect(server.queue.rows).toEqual([]);
    expect([...server.deliveries.values()].flat()).toContainEqual(
      expect.objectContaining({ step: 'returned', toSender: false }),
    );
  });

  it('returns a failure notice for the recipient who blocks the sender, and delivers to the others', async () => {
    await using server = await startMailServer();
    server.recipients.alice = {
      kind: 'forward',
      destination: ALICE,
      key: 'alice',
      policy: { blocked: new Set(['@lists.test']) },
    };
    const both = ['alice@handles.test', 'bob@handles.test'];
    expect(await send(server, MAIL, 'bounce@lists.test', both)).toMatch(/^250 /);
    const runner = createQueueRunner(server.host, server.options);
    runner.start();
    const received = await server.inbox.waitFor(2);
    await runner.stop();
    expect(received.find(({ from }) => from !== '')?.to).toEqual(['bob.inbox@other.test']);
    const notice = received.find(({ from }) => from === '');
    expect(notice?.to).toEqual(['bounce@lists.test']);
    expect(notice?.bytes.toString()).toMatch(
      /Final-Recipient: rfc822; alice@handles\.test\r\nAction: failed\r\nStatus: 5\.7\.1/,
    );
    expect(notice?.bytes.toString()).toMatch(/^DKIM-Signature: v=1; .* d=handles\.test; /);
  });
});

it('returns 250 and delivers nothing to a recipient who drops mail', async () => {
  await using server = await startMailServer();
  server.recipients.alice = { kind: 'drop', key: 'alice' };
  expect(await send(server, MAIL, 'bounce@lists.test')).toMatch(/^250 /);
  expect(server.inbox.received).toHaveLength(0);
  expect(stepsOf(server)).toEqual([['received', 'dropped']]);
  expect(await send(server, MAIL, 'bounce@lists.test', ['alice@handles.test', 'bob@handles.test'])).toMatch(/^250 /);
  expect(server.inbox.received.map(({ to }) => to)).toEqual([['bob.inbox@other.test']]);
});

it.each([
  ['a notice if its sender is verified', 'carol@senders.test', 1],
  ['no notice if nothing vouches for its sender (attack 29)', 'carol@senders.invalid', 0],
])('settles a message by a late rejection, with %s', async (_what, from, notices) => {
  const late = Promise.withResolvers<DeliveryResult>();
  const transport = (): Transport => ({
    deliver: (_message, { onDot }) => {
      onDot();
      return late.promise;
    },
    close: async () => {},
  });
  await using server = await startMailServer({ options: { budget: 300 }, transport });
  expect(await send(server, MAIL, from)).toMatch(/^250 2\.0\.0 Ok: taken as /);
  late.resolve(NEVER);
  await until(() => server.queue.settled.length === 1);
  expect(server.queue.rows).toHaveLength(notices);
});

it('stores a message that was not attempted as not attempted', async () => {
  const text = 'mx.elsewhere.test limits the rate of our mail';
  const untried: DeliveryResult = { kind: 'deferred', code: 0, enhanced: '4.4.5', text, untried: true };
  await using server = await startMailServer({ transport: transportWith({ [ALICE]: untried }) });
  expect(await send(server, MAIL, 'carol@senders.test')).toMatch(/^250 2\.0\.0 Ok: taken as /);
  expect(server.queue.rows).toMatchObject([{ attempts: 0, text: '' }]);
});

describe('an unauthenticated sender', () => {
  it.each([
    ['no SPF or DKIM pass', 'carol@senders.test', emptyDns],
    ['the null sender', '', undefined],
  ])(
    'returns the temporary failure of the destination to an unauthenticated sender: %s (attack 29)',
    async (_who, from, resolver) => {
      await using server = await startMailServer({
        transport: transportWith({ [ALICE]: LATER }),
        ...(resolver && { resolver }),
      });
      const reply = await send(server, MAIL, from);
      expect(reply).toMatch(/^451 4\.2\.1 .*, please try again$/);
      expect(reply).not.toMatch(/elsewhere/);
      expect(server.queue.rows).toHaveLength(0);
      expect(stepsOf(server)).toEqual([['received', 'checked', 'changed', 'tried', 'refused']]);
    },
  );

  it.each<[string, Record<string, DeliveryResult>, RegExp, number]>([
    ['both accept', {}, /^250 2\.0\.0 Ok: taken/, 0],
    ['both defer', { [ALICE]: LATER, 'bob.inbox@other.test': LATER }, /^451 4\.2\.1 /, 0],
    ['both reject', { [ALICE]: NEVER, 'bob.inbox@other.test': NEVER }, /^550 5\.1\.1 /, 0],
    ['one defers, one rejects', { [ALICE]: LATER, 'bob.inbox@other.test': NEVER }, /^451 4\.2\.1 /, 0],
    ['one accepts, one defers', { [ALICE]: LATER }, /^250 2\.0\.0 Ok: taken/, 1],
    ['one accepts, one rejects', { [ALICE]: NEVER }, /^250 2\.0\.0 Ok: taken/, 0],
  ])(
    'returns one reply for two destinations to an unauthenticated sender: %s',
    async (_how, results, expected, rows) => {
      const tried: string[] = [];
      await using server = await startMailServer({ transport: transportWith(results, tried), resolver: emptyDns });
      expect(await send(server, MAIL, 'x@lists.test', ['alice@handles.test', 'bob@handles.test'])).toMatch(expected);
      expect(tried.toSorted()).toEqual([ALICE, 'bob.inbox@other.test']);
      expect(server.queue.rows.map(({ message }) => message.reportTo)).toEqual(Array(rows).fill(''));
    },
  );
});

it('raises an alarm and defers the message if a destination rejects our reputation', async () => {
  const rejected: DeliveryResult = {
    ...LATER,
    kind: 'deferred',
    code: 550,
    enhanced: '5.7.1',
    cause: 'reputation',
    host: 'mx.elsewhere.test',
  };
  await using server = await startMailServer({ transport: transportWith({ [ALICE]: rejected }) });
  expect(await send(server, MAIL, 'x@lists.test')).toMatch(/^250 2\.0\.0 Ok: taken/);
  expect(server.alarms).toEqual([`reputation mx.elsewhere.test 450 ${ALICE} later`]);
  expect(server.queue.rows).toHaveLength(1);
  await using strict = await startMailServer({ transport: transportWith({ [ALICE]: rejected }), resolver: emptyDns });
  expect(await send(strict, MAIL, 'x@lists.test')).toMatch(/^451 4\.7\.1 /);
});

it('delivers a message once if its client disconnects before the reply and retries', async () => {
  await using server = await startMailServer();
  server.inbox.on('dot', 'hang', 1);
  const client = await LineClient.connect(server.port);
  await client.readLine();
  for (const line of ['HELO c.test', 'MAIL FROM:<x@lists.test>', 'RCPT TO:<alice@handles.test>', 'DATA']) {
    client.send(`${line}\r\n`);
    await client.readLine();
  }
  client.send(`${MAIL}.\r\n`);
  await server.inbox.waitFor(1);
  client.destroy();
  // The client has disconnected and the destination has not replied, so the server queues the message.
  await until(() => server.queue.rows.length === 1);
  expect(await send(server, MAIL, 'x@lists.test')).toMatch(/^250 2\.0\.0 Ok: taken/);
  expect(server.inbox.received).toHaveLength(1);
  expect(await send(server, MAIL.replace('Hello', 'Hullo'), 'x@lists.test')).toMatch(/^250 2\.0\.0 Ok: taken/);
  expect(await send(server, MAIL, 'y@lists.test')).toMatch(/^250 2\.0\.0 Ok: taken/);
  expect(server.inbox.received).toHaveLength(3);
  server.inbox.dropConnections();
});
