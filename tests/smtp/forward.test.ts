import { mkdir, readdir, rm } from 'node:fs/promises';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { OutcomeUnknown } from '../../mail/host/queue-store.ts';
import { createQueueRunner } from '../../mail/queue-runner.ts';
import { Talker } from './dialogues/talk.ts';
import { type House, openHouse } from './house.ts';

const MESSAGE = 'From: carol@senders.test\r\nSubject: hi\r\n\r\nHello\r\n';

/** One message to the house; resolves with the reply to its final dot, null when the line was cut. */
async function send(house: House, to: string[], from = 'carol@senders.test', text = MESSAGE): Promise<string | null> {
  const talker = await Talker.connect(house.port);
  try {
    await talker.hear();
    for (const command of ['HELO client.test', `MAIL FROM:<${from}>`, ...to.map((one) => `RCPT TO:<${one}>`), 'DATA']) {
      talker.say(`${command}\r\n`);
      expect(await talker.hear()).toMatch(/^[23]/);
    }
    talker.say(`${text}.\r\n`);
    return await talker.hear(20_000);
  } finally {
    talker.destroy();
  }
}

async function until(what: () => boolean, within = 5000): Promise<void> {
  const deadline = Date.now() + within;
  while (!what()) {
    if (Date.now() > deadline) throw new Error('It did not come to pass');
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

const unbroken = 'alice@handles.test';

describe('while the sender waits', () => {
  test('250 of the destination is ours, and nothing is stored', async () => {
    await using house = await openHouse();
    expect(await send(house, [unbroken])).toMatch(/^250 2\.0\.0 Ok: taken as /);
    expect(house.inbox.received).toHaveLength(1);
    expect(house.queue.rows).toHaveLength(0);
  });

  test.each([
    ['rcpt', '550 5.1.1 <alice.inbox@elsewhere.test> unknown on mx1.elsewhere.test', '550 5.1.1 '],
    ['dot', '554 5.7.1 alice.inbox@elsewhere.test does not like you', '550 5.7.1 '],
    ['mail', '552 alice.inbox@elsewhere.test full', '550 5.0.0 '],
  ] as const)('a refusal at %s is ours in words of our own', async (step, behaviour, expected) => {
    await using house = await openHouse();
    house.inbox.on(step, behaviour);
    const reply = await send(house, [unbroken]);
    expect(reply?.startsWith(expected), String(reply)).toBe(true);
    expect(reply).not.toMatch(/inbox|elsewhere/);
    expect(house.queue.rows).toHaveLength(0);
  });

  test.each([
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
  ] as const)('"not now" at %s (%s) is queued, and then 250', async (step, behaviour) => {
    await using house = await openHouse();
    house.inbox.on(step, behaviour);
    expect(await send(house, [unbroken])).toMatch(/^250 2\.0\.0 Ok: taken as /);
    expect(house.inbox.received).toHaveLength(0);
    expect(house.queue.rows).toMatchObject([
      { destination: 'alice.inbox@elsewhere.test', recipient: unbroken, lease: 0, attempts: 0 },
    ]);
    expect(house.queue.rows[0]?.after).toBeGreaterThanOrEqual(60);
  });

  // The reply comes while the destination still hangs: without the budget the test would end by its own limit.
  test.each(['banner', 'ehlo', 'mail', 'rcpt', 'data'] as const)(
    'queues the message when the budget runs out while the destination hangs at %s',
    async (step) => {
      await using house = await openHouse({ options: { budget: 300 } });
      house.inbox.on(step, 'hang');
      expect(await send(house, [unbroken])).toMatch(/^250 2\.0\.0 Ok: taken as /);
      expect(house.queue.rows).toHaveLength(1);
      expect(house.inbox.received).toHaveLength(0);
    },
  );

  test('hung after the final dot: ours to keep, and settled by the answer when it comes', async () => {
    await using house = await openHouse({ options: { budget: 300 } });
    house.inbox.on('dot', 'hang');
    expect(await send(house, [unbroken])).toMatch(/^250 2\.0\.0 Ok: taken as /);
    expect(house.queue.rows).toMatchObject([{ lease: 30 }]);
    // Nobody else may try it meanwhile.
    expect(await house.ports.queue.claim(10, 10, 45)).toEqual([]);
    house.inbox.dropConnections();
    await until(() => house.queue.rows[0]?.attempts === 1);
    expect(house.queue.rows[0]?.nextTry).toBeGreaterThan(house.ports.clock.now().getTime() + 50_000);
  });

  test('cut after the final dot: tried again later, since nobody knows', async () => {
    await using house = await openHouse();
    house.inbox.on('dot', 'cut');
    expect(await send(house, [unbroken])).toMatch(/^250 2\.0\.0 Ok: taken as /);
    expect(house.queue.rows).toHaveLength(1);
    // Not tried again at once over a new connection: the first copy may have arrived.
    expect(house.inbox.received).toHaveLength(1);
  });
});

describe('what cannot be stored is not promised', () => {
  test('the store is away: 451, and nothing leaves later', async () => {
    await using house = await openHouse();
    house.inbox.on('rcpt', '450 4.2.0 later');
    house.queue.trouble = new Error('no connection');
    expect(await send(house, [unbroken])).toMatch(/^451 4\.3\.0 /);
    expect(await send(house, [unbroken, 'bob@handles.test'])).toMatch(/^451 4\.3\.0 /);
    expect(house.queue.rows).toHaveLength(0);
    expect(house.inbox.received).toHaveLength(0);
  });

  test('nobody knows whether it was stored: the line is cut without a word', async () => {
    await using house = await openHouse();
    house.queue.trouble = new OutcomeUnknown('no answer');
    expect(await send(house, [unbroken, 'bob@handles.test'])).toBeNull();
  });

  test('the destination has it, store or not: 250', async () => {
    await using house = await openHouse();
    house.queue.trouble = new Error('no connection');
    expect(await send(house, [unbroken])).toMatch(/^250 /);
    expect(house.inbox.received).toHaveLength(1);
  });

  test('a sender that goes away in the middle of its data leaves nothing', async () => {
    await using house = await openHouse();
    const socket = createConnection(house.port, '127.0.0.1');
    const talk = ['HELO x.test', 'MAIL FROM:<a@b.test>', `RCPT TO:<${unbroken}>`, 'DATA', 'From: a@b.test', '', 'half'];
    await new Promise<void>((resolve) => socket.once('data', () => resolve()));
    socket.write(talk.map((line) => `${line}\r\n`).join(''));
    await new Promise((resolve) => setTimeout(resolve, 100));
    socket.destroy();
    await until(() => house.log.some((line) => line.includes('mail.smtp.receive_failed')));
    expect(house.inbox.received).toHaveLength(0);
    expect(house.queue.rows).toHaveLength(0);
  });
});

test('who left without our word gets no queued copy: it will come again', async () => {
  await using house = await openHouse({ options: { budget: 300 } });
  house.inbox.on('rcpt', 'hang');
  const talker = await Talker.connect(house.port);
  await talker.hear();
  for (const line of ['HELO c.test', 'MAIL FROM:<a@b.test>', `RCPT TO:<${unbroken}>`, 'DATA']) {
    talker.say(`${line}\r\n`);
    await talker.hear();
  }
  talker.say(`${MESSAGE}.\r\n`);
  await until(() => house.inbox.connections === 1);
  talker.destroy();
  await until(() => house.log.some((line) => line.includes('mail.delivery.attempted')));
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(house.queue.rows).toHaveLength(0);
});

describe('several destinations', () => {
  test('each has a copy and a fate of its own, two people with one inbox one copy', async () => {
    await using house = await openHouse();
    const runner = createQueueRunner(house.ports, house.options);
    runner.start();
    house.inbox.on('rcpt', '550 5.1.1 bob.inbox@other.test unknown', 1);
    expect(await send(house, [unbroken, 'bob@handles.test', 'twin@handles.test'])).toMatch(
      /^250 2\.0\.0 Ok: taken as /,
    );
    // One of two refused, the other delivered; the refused one comes back to its sender.
    const received = await house.inbox.waitFor(2);
    await until(() => house.queue.rows.length === 0);
    await runner.stop();
    const report = received.find((message) => message.from === '');
    expect(report?.to).toEqual(['carol@senders.test']);
    expect(report?.bytes.toString()).toMatch(/Final-Recipient: rfc822; (alice|bob)@handles\.test/);
    expect(report?.bytes.toString()).not.toMatch(/inbox|other\.test|elsewhere/);
    expect(received.filter((message) => message.from !== '')).toHaveLength(1);
    // Nobody learns of the other recipients.
    expect(received.find((message) => message.from !== '')?.bytes.toString()).not.toMatch(/\tfor </);
  });
});

test('a spool file that cannot be removed makes no failure of mail that was delivered', async () => {
  await using house = await openHouse({
    options: { memoryLimit: 1000 },
    wayOut: () => ({
      async deliver() {
        const [file = ''] = await readdir(house.options.spoolFolder);
        const path = join(house.options.spoolFolder, file);
        await rm(path);
        await mkdir(path);
        return { kind: 'delivered', code: 250, text: 'ok', final: true };
      },
      close: async () => {},
    }),
  });
  const large = `From: carol@senders.test\r\n\r\n${'a line\r\n'.repeat(1000)}`;
  expect(await send(house, [unbroken], 'carol@senders.test', large)).toMatch(/^250 /);
  expect(house.log.join()).toContain('mail.spool.remove_failed');
});

test('no 250 tells that two handles share an inbox, or that one throws its mail away', async () => {
  await using house = await openHouse();
  house.people.gone = { kind: 'drop', key: 'gone' };
  const [apart, ...alike] = await Promise.all(
    ['bob', 'twin', 'gone'].map((other) => send(house, [unbroken, `${other}@handles.test`])),
  );
  const words = (reply: string | null | undefined) => reply?.replace(/ \w+$/, '');
  expect(words(apart)).toMatch(/^250 2\.0\.0 Ok: taken as/);
  expect(alike.map(words)).toEqual([words(apart), words(apart)]);
});

describe('what comes back', () => {
  const BOUNCE =
    'From: mailer-daemon@elsewhere.test\r\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\r\n\r\n' +
    '--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: dns; mx.elsewhere.test\r\n\r\n' +
    'Final-Recipient: rfc822; alice.inbox@elsewhere.test\r\nAction: failed\r\nStatus: 5.2.1\r\n\r\n--b--\r\n';

  test('is answered by a notice of our own to who sent the mail, naming the handle', async () => {
    await using house = await openHouse();
    await send(house, [unbroken]);
    const returnAddress = house.inbox.received[0]?.from ?? '';
    expect(await send(house, [returnAddress], '', BOUNCE)).toMatch(/^250 2\.0\.0 Ok: taken as /);
    const runner = createQueueRunner(house.ports, house.options);
    runner.start();
    const [, report] = await house.inbox.waitFor(2);
    await runner.stop();
    expect(report).toMatchObject({ from: '', to: ['carol@senders.test'] });
    const text = report?.bytes.toString() ?? '';
    expect(text).toContain('Final-Recipient: rfc822; alice@handles.test');
    expect(text).toContain('Status: 5.2.1');
    expect(text).not.toMatch(/inbox|elsewhere/);
  });

  test('and is no failure, nobody hears of', async () => {
    await using house = await openHouse();
    await send(house, [unbroken]);
    const returnAddress = house.inbox.received[0]?.from ?? '';
    expect(await send(house, [returnAddress], '', BOUNCE.replace('failed', 'delayed'))).toMatch(/^250 /);
    expect(house.queue.rows).toHaveLength(0);
    expect(house.inbox.received).toHaveLength(1);
  });
});
