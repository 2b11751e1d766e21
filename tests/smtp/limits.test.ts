import { expect, it } from 'vitest';
import { Talker } from './dialogues/talk.ts';
import { startMailServer } from './mail-server.ts';

async function greeted(port: number): Promise<Talker> {
  const talker = await Talker.connect(port);
  expect(await talker.hear()).toMatch(/^220/);
  return talker;
}

async function inMessage(port: number): Promise<Talker> {
  const talker = await greeted(port);
  for (const line of ['HELO x.test', 'MAIL FROM:<a@senders.test>', 'RCPT TO:<alice@handles.test>', 'DATA']) {
    talker.say(`${line}\r\n`);
    expect(await talker.hear()).toMatch(/^[23]/);
  }
  return talker;
}

it('closes the longest idle connection of a network at its limit for a new one', async () => {
  await using server = await startMailServer({ options: { limits: { connections: 3 } } });
  const first = await greeted(server.port);
  const others = [await greeted(server.port), await inMessage(server.port)];
  first.say('NOOP\r\n');
  expect(await first.hear()).toMatch(/^250/);
  const newcomer = await greeted(server.port);
  expect(await others[0]?.hear()).toMatch(/^421 4\.3\.2/);
  first.say('NOOP\r\n');
  expect(await first.hear()).toMatch(/^250/);
  for (const talker of [first, ...others, newcomer]) talker.destroy();
});

it('rejects a connection from a network at its limit while all of its connections receive messages', async () => {
  await using server = await startMailServer({ options: { limits: { connections: 2 } } });
  const busy = [await inMessage(server.port), await inMessage(server.port)];
  const refused = await Talker.connect(server.port);
  expect(await refused.hear()).toBe('421 4.7.0 Too many connections from your network, please try again later');
  expect(await refused.closes()).toBe(true);
  busy[0]?.say('From: a@senders.test\r\n\r\nhi\r\n.\r\nQUIT\r\n');
  expect(await busy[0]?.hear()).toMatch(/^250/);
  expect(await busy[0]?.hear()).toMatch(/^221/);
  await greeted(server.port);
  busy[1]?.destroy();
});

it('accepts mail while 500 connections are idle, with bounded memory', async () => {
  await using server = await startMailServer();
  const before = process.memoryUsage().rss;
  const idle = await Promise.all(Array.from({ length: 500 }, () => Talker.connect(server.port)));
  const honest = await inMessage(server.port);
  honest.say('From: a@senders.test\r\n\r\nhi\r\n.\r\n');
  expect(await honest.hear()).toMatch(/^250/);
  // The process holds both ends of each connection.
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  for (const talker of [...idle, honest]) talker.destroy();
});

it('greets a network that has delivered a message without delay', async () => {
  await using server = await startMailServer({ options: { greetingDelay: 60_000 } });
  const waiting = await Talker.connect(server.port);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(waiting.unheard).toBe('');
  waiting.destroy();
  await using quick = await startMailServer({ options: { greetingDelay: 3000 } });
  const first = await inMessage(quick.port);
  first.say('From: a@senders.test\r\n\r\nhi\r\n.\r\n');
  expect(await first.hear()).toMatch(/^250/);
  const second = await Talker.connect(quick.port);
  expect(await second.hear(2000)).toMatch(/^220/);
  for (const talker of [first, second]) talker.destroy();
});

it('sends no reply line longer than 512 octets', async () => {
  await using server = await startMailServer();
  server.people.wordy = { kind: 'refuse', code: 550, enhanced: '5.2.1', text: 'ü'.repeat(600) };
  const talker = await greeted(server.port);
  for (const line of ['HELO x.test', 'MAIL FROM:<a@senders.test>']) {
    talker.say(`${line}\r\n`);
    await talker.hear();
  }
  talker.say('RCPT TO:<wordy@handles.test>\r\n');
  const reply = (await talker.hear()) ?? '';
  expect(reply).toMatch(/^550 5\.2\.1 ü+$/);
  expect(Buffer.byteLength(reply)).toBeLessThanOrEqual(510);
  talker.destroy();
});
