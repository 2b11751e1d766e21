import { afterEach, expect, it, vi } from 'vitest';
import { LineClient } from './dialogues/line-client.ts';
import { startMailServer } from './mail-server.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const ENVELOPE = ['HELO x.test', 'MAIL FROM:<a@senders.test>', 'RCPT TO:<alice@handles.test>', 'DATA'];

async function greeted(port: number): Promise<LineClient> {
  const client = await LineClient.connect(port);
  expect(await client.readLine()).toMatch(/^220/);
  return client;
}

async function inMessage(port: number): Promise<LineClient> {
  const client = await greeted(port);
  for (const line of ENVELOPE) {
    client.send(`${line}\r\n`);
    expect(await client.readLine()).toMatch(/^[23]/);
  }
  return client;
}

it('closes the longest idle connection of a network at its limit for a new one', async () => {
  await using server = await startMailServer({ options: { limits: { connections: 3 } } });
  const first = await greeted(server.port);
  const others = [await greeted(server.port), await inMessage(server.port)];
  first.send('NOOP\r\n');
  expect(await first.readLine()).toMatch(/^250/);
  const newClient = await greeted(server.port);
  expect(await others[0]?.readLine()).toMatch(/^421 4\.3\.2/);
  first.send('NOOP\r\n');
  expect(await first.readLine()).toMatch(/^250/);
  for (const client of [first, ...others, newClient]) client.destroy();
});

it('rejects a connection from a network at its limit while all of its connections receive messages', async () => {
  await using server = await startMailServer({ options: { limits: { connections: 2 } } });
  const busy = [await inMessage(server.port), await inMessage(server.port)];
  const refused = await LineClient.connect(server.port);
  expect(await refused.readLine()).toBe('421 4.7.0 Too many connections from your network, please try again later');
  expect(await refused.closes()).toBe(true);
  busy[0]?.send('From: a@senders.test\r\n\r\nhi\r\n.\r\nQUIT\r\n');
  expect(await busy[0]?.readLine()).toMatch(/^250/);
  expect(await busy[0]?.readLine()).toMatch(/^221/);
  await greeted(server.port);
  busy[1]?.destroy();
});

it('accepts mail while 500 connections are idle, with bounded memory (attack 38)', async () => {
  await using server = await startMailServer();
  const before = process.memoryUsage().rss;
  const idle = await Promise.all(Array.from({ length: 500 }, () => LineClient.connect(server.port)));
  const sender = await inMessage(server.port);
  sender.send('From: a@senders.test\r\n\r\nhi\r\n.\r\n');
  expect(await sender.readLine()).toMatch(/^250/);
  // The process holds both ends of each connection.
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  for (const client of [...idle, sender]) client.destroy();
});

it('greets a network that has delivered a message without delay', async () => {
  const greetingDelay = 54_321;
  /** The delayed greetings, which the test sends itself. */
  const greetings: (() => void)[] = [];
  const { setTimeout } = globalThis;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((callback: () => void, delay?: number) => {
    if (delay !== greetingDelay) return setTimeout(callback, delay);
    greetings.push(callback);
    return setTimeout(() => {}, 0);
  }) as typeof setTimeout);
  await using server = await startMailServer({ options: { greetingDelay } });
  const first = await LineClient.connect(server.port);
  await expect.poll(() => greetings.length).toBe(1);
  expect(first.unread).toBe('');
  greetings[0]?.();
  expect(await first.readLine()).toMatch(/^220/);
  for (const line of ENVELOPE) {
    first.send(`${line}\r\n`);
    expect(await first.readLine()).toMatch(/^[23]/);
  }
  first.send('From: a@senders.test\r\n\r\nhi\r\n.\r\n');
  expect(await first.readLine()).toMatch(/^250/);
  const second = await LineClient.connect(server.port);
  expect(await second.readLine()).toMatch(/^220/);
  expect(greetings).toHaveLength(1);
  for (const client of [first, second]) client.destroy();
});

it('sends no reply line longer than 512 octets', async () => {
  await using server = await startMailServer();
  server.recipients.verbose = { kind: 'refuse', code: 550, enhanced: '5.2.1', text: 'ü'.repeat(600) };
  const client = await greeted(server.port);
  for (const line of ['HELO x.test', 'MAIL FROM:<a@senders.test>']) {
    client.send(`${line}\r\n`);
    await client.readLine();
  }
  client.send('RCPT TO:<verbose@handles.test>\r\n');
  const reply = (await client.readLine()) ?? '';
  expect(reply).toMatch(/^550 5\.2\.1 ü+$/);
  expect(Buffer.byteLength(reply)).toBeLessThanOrEqual(510);
  client.destroy();
});
