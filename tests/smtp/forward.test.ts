import { mkdir, readdir, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OutcomeUnknown } from '../../mail/host/queue-store.ts';
import { createQueueRunner } from '../../mail/queue-runner.ts';
import { LineClient } from './dialogues/line-client.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { until } from './queued.ts';

const MESSAGE = 'From: carol@senders.test\r\nSubject: hi\r\n\r\nHello\r\n';

/** Sends one message. Returns the reply to the final dot, or null if the connection was closed. */
async function send(
  server: MailServer,
  to: string[],
  from = 'carol@senders.test',
  text = MESSAGE,
): Promise<string | null> {
  const client = await LineClient.connect(server.port);
  try {
    await client.readLine();
    for (const command of ['HELO client.test', `MAIL FROM:<${from}>`, ...to.map((one) => `RCPT TO:<${one}>`), 'DATA']) {
      client.send(`${command}\r\n`);
      expect(await client.readLine()).toMatch(/^[23]/);
    }
    client.send(`${text}.\r\n`);
    return await client.readLine(20_000);
  } finally {
    client.destroy();
  }
}

const recipient = 'alice@handles.test';

describe('delivery while the client waits', () => {
  it('returns 250 after the destination accepted the message, and stores nothing', async () => {
    await using server = await startMailServer();
    expect(await send(server, [recipient])).toMatch(/^250 2\.0\.0 Ok: taken as /);
    expect(server.inbox.received).toHaveLength(1);
    expect(server.queue.rows).toHaveLength(0);
  });

  it.each([
    ['rcpt', '550 5.1.1 <alice.inbox@elsewhere.test> unknown on mx1.elsewhere.test', '550 5.1.1 '],
    ['dot', '554 5.7.1 alice.inbox@elsewhere.test does not like you', '550 5.7.1 '],
    ['mail', '552 alice.inbox@elsewhere.test full', '550 5.0.0 '],
  ] as const)('returns a rejection at %s with our own text', async (step, behaviour, expected) => {
    await using server = await startMailServer();
    server.inbox.on(step, behaviour);
    const reply = await send(server, [recipient]);
    expect(reply?.startsWith(expected), String(reply)).toBe(true);
    expect(reply).not.toMatch(/inbox|elsewhere/);
    expect(server.queue.rows).toHaveLength(0);
  });

  it.each([
    ['banner', '421 4.3.2 busy'],
    ['banner', '554 5.7.1 your address is listed'],
    ['ehlo', '421 4.3.2 busy'],
    ['mail', '451 4.7.1 greylisted'],
    ['rcpt', '450 4.2.0 greylisted'],
    ['data', '451 4.3.0 disk'],
    ['dot', '452 4.3.1 disk'],
    ['banner', 'cut'],
    ['rcpt', 'cut'],
    ['data', 'cut'],
    ['rcpt', 'nonsense'],
  ] as const)('queues the message and returns 250 after a temporary failure at %s (%s)', async (step, behaviour) => {
    await using server = await startMailServer();
    server.inbox.on(step, behaviour);
    expect(await send(server, [recipient])).toMatch(/^250 2\.0\.0 Ok: taken as /);
    expect(server.inbox.received).toHaveLength(0);
    expect(server.queue.rows).toMatchObject([
      {
        destination: 'alice.inbox@elsewhere.test',
        recipient,
        lease: 0,
        attempts: 1,
        text: expect.stringMatching(/.../),
      },
    ]);
    expect(server.queue.rows[0]?.after).toBeGreaterThanOrEqual(60);
  });

  // The destination hangs longer than the time limit of the test, so a reply shows that the budget ended the attempt.
  it.each(['banner', 'ehlo', 'mail', 'rcpt', 'data'] as const)(
    'queues the message when the budget runs out while the destination hangs at %s',
    async (step) => {
      await using server = await startMailServer({ options: { budget: 300 } });
      server.inbox.on(step, 'hang');
      expect(await send(server, [recipient])).toMatch(/^250 2\.0\.0 Ok: taken as /);
      expect(server.queue.rows).toHaveLength(1);
      expect(server.inbox.received).toHaveLength(0);
    },
  );

  it('queues a message whose final dot got no reply yet, and settles it by the late reply', async () => {
    await using server = await startMailServer({ options: { budget: 300 } });
    server.inbox.on('dot', 'hang');
    expect(await send(server, [recipient])).toMatch(/^250 2\.0\.0 Ok: taken as /);
    expect(server.queue.rows).toMatchObject([{ lease: 30 }]);
    // The lease prevents other attempts until then.
    expect(await server.host.queue.claim(10, 10, 45)).toEqual([]);
    server.inbox.dropConnections();
    await until(() => server.queue.rows[0]?.attempts === 1);
    expect(server.queue.rows[0]?.nextTry).toBeGreaterThan(server.host.clock().getTime() + 50_000);
  });

  it('retries a message if the connection breaks after the final dot', async () => {
    await using server = await startMailServer();
    server.inbox.on('dot', 'cut');
    expect(await send(server, [recipient])).toMatch(/^250 2\.0\.0 Ok: taken as /);
    expect(server.queue.rows).toHaveLength(1);
    // No immediate retry follows over a new connection, because the first copy may have arrived.
    expect(server.inbox.received).toHaveLength(1);
  });
});

describe('a failure of the store', () => {
  it('returns 451 if the message cannot be stored, and delivers nothing later', async () => {
    await using server = await startMailServer();
    server.inbox.on('rcpt', '450 4.2.0 later');
    server.queue.failure = new Error('no connection');
    expect(await send(server, [recipient])).toMatch(/^451 4\.3\.0 /);
    expect(await send(server, [recipient, 'bob@handles.test'])).toMatch(/^451 4\.3\.0 /);
    expect(server.queue.rows).toHaveLength(0);
    expect(server.inbox.received).toHaveLength(0);
  });

  it('closes the connection without a reply if the commit is uncertain', async () => {
    await using server = await startMailServer();
    server.queue.failure = new OutcomeUnknown('no response');
    expect(await send(server, [recipient, 'bob@handles.test'])).toBeNull();
  });

  it('returns 250 for a delivered message although the store fails', async () => {
    await using server = await startMailServer();
    server.queue.failure = new Error('no connection');
    expect(await send(server, [recipient])).toMatch(/^250 /);
    expect(server.inbox.received).toHaveLength(1);
  });

  it('discards a message whose client disconnects during DATA', async () => {
    await using server = await startMailServer();
    const socket = createConnection(server.port, '127.0.0.1');
    const talk = [
      'HELO x.test',
      'MAIL FROM:<a@b.test>',
      `RCPT TO:<${recipient}>`,
      'DATA',
      'From: a@b.test',
      '',
      'half',
    ];
    let replies = '';
    socket.on('data', (bytes) => {
      replies += bytes;
    });
    await until(() => replies.startsWith('220'));
    socket.write(talk.map((line) => `${line}\r\n`).join(''));
    await until(() => replies.includes('354'));
    socket.destroy();
    await until(() => server.log.some((line) => line.includes('mail.smtp.receive_failed')));
    expect(server.inbox.received).toHaveLength(0);
    expect(server.queue.rows).toHaveLength(0);
  });
});

it('queues no copy for a client that disconnects before the reply, since it will retry', async () => {
  await using server = await startMailServer({ options: { budget: 300 } });
  server.inbox.on('rcpt', 'hang');
  const client = await LineClient.connect(server.port);
  await client.readLine();
  for (const line of ['HELO c.test', 'MAIL FROM:<a@b.test>', `RCPT TO:<${recipient}>`, 'DATA']) {
    client.send(`${line}\r\n`);
    await client.readLine();
  }
  client.send(`${MESSAGE}.\r\n`);
  await until(() => server.inbox.connections === 1);
  client.destroy();
  await until(() => server.log.some((line) => line.includes('mail.delivery.attempted')));
  // Waits for the end of the transaction.
  await server.close();
  expect(server.queue.rows).toHaveLength(0);
});

describe('the destinations of one message', () => {
  it('delivers one copy to each destination, and one to recipients with the same inbox', async () => {
    await using server = await startMailServer();
    const runner = createQueueRunner(server.host, server.options);
    runner.start();
    server.inbox.on('rcpt', '550 5.1.1 bob.inbox@other.test unknown', 1);
    expect(await send(server, [recipient, 'bob@handles.test', 'twin@handles.test'])).toMatch(
      /^250 2\.0\.0 Ok: taken as /,
    );
    // The sender receives a failure notice for the rejected copy.
    const received = await server.inbox.waitFor(2);
    await until(() => server.queue.rows.length === 0);
    await runner.stop();
    const report = received.find((message) => message.from === '');
    expect(report?.to).toEqual(['carol@senders.test']);
    expect(report?.bytes.toString()).toMatch(/Final-Recipient: rfc822; (alice|bob)@handles\.test/);
    expect(report?.bytes.toString()).not.toMatch(/inbox|other\.test|elsewhere/);
    expect(received.filter((message) => message.from !== '')).toHaveLength(1);
    // A "for" clause would disclose the other recipients.
    expect(received.find((message) => message.from !== '')?.bytes.toString()).not.toMatch(/\tfor </);
  });
});

it('returns 250 for a delivered message whose spool file cannot be removed', async () => {
  await using server = await startMailServer({
    options: { memoryLimit: 1000 },
    transport: () => ({
      async deliver() {
        const [file = ''] = await readdir(server.options.spoolFolder);
        const path = join(server.options.spoolFolder, file);
        await rm(path);
        await mkdir(path);
        return { kind: 'delivered', code: 250, text: 'ok', final: true };
      },
      close: async () => {},
    }),
  });
  const large = `From: carol@senders.test\r\n\r\n${'a line\r\n'.repeat(1000)}`;
  expect(await send(server, [recipient], 'carol@senders.test', large)).toMatch(/^250 /);
  expect(server.log.join()).toContain('mail.spool.remove_failed');
});

it('does not disclose in the reply that handles share an inbox or drop mail', async () => {
  await using server = await startMailServer();
  server.recipients.gone = { kind: 'drop', key: 'gone' };
  const [apart, ...alike] = await Promise.all(
    ['bob', 'twin', 'gone'].map((other) => send(server, [recipient, `${other}@handles.test`])),
  );
  const withoutId = (reply: string | null | undefined) => reply?.replace(/ \w+$/, '');
  expect(withoutId(apart)).toMatch(/^250 2\.0\.0 Ok: taken as/);
  expect(alike.map(withoutId)).toEqual([withoutId(apart), withoutId(apart)]);
});

describe('a returned message', () => {
  const BOUNCE =
    'From: mailer-daemon@elsewhere.test\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n' +
    '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.elsewhere.test\r\n\r\n' +
    'Final-Recipient: rfc822; alice.inbox@elsewhere.test\r\nAction: failed\r\nStatus: 5.2.1\r\n\r\n--b--\r\n';

  it('sends a failure notice that names the handle to the original sender of a bounced message', async () => {
    await using server = await startMailServer();
    await send(server, [recipient]);
    const returnAddress = server.inbox.received[0]?.from ?? '';
    expect(await send(server, [returnAddress], '', BOUNCE)).toMatch(/^250 2\.0\.0 Ok: taken as /);
    const runner = createQueueRunner(server.host, server.options);
    runner.start();
    const [, report] = await server.inbox.waitFor(2);
    await runner.stop();
    expect(report).toMatchObject({ from: '', to: ['carol@senders.test'] });
    const text = report?.bytes.toString() ?? '';
    expect(text).toContain('Final-Recipient: rfc822; alice@handles.test');
    expect(text).toContain('Status: 5.2.1');
    expect(text).not.toMatch(/inbox|elsewhere/);
  });

  it('sends no failure notice for a bounce that reports only a delay', async () => {
    await using server = await startMailServer();
    await send(server, [recipient]);
    const returnAddress = server.inbox.received[0]?.from ?? '';
    expect(await send(server, [returnAddress], '', BOUNCE.replace('failed', 'delayed'))).toMatch(/^250 /);
    expect(server.queue.rows).toHaveLength(0);
    expect(server.inbox.received).toHaveLength(1);
  });
});
