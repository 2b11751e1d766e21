import { readdir } from 'node:fs/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { LineClient } from './dialogues/line-client.ts';
import { startMailServer } from './mail-server.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

const ENVELOPE = ['HELO client.test', 'MAIL FROM:<carol@senders.test>', 'RCPT TO:<alice@handles.test>', 'DATA'];

async function untilData(port: number): Promise<LineClient> {
  const client = await LineClient.connect(port);
  expect(await client.readLine()).toMatch(/^220/);
  for (const command of ENVELOPE) {
    client.send(`${command}\r\n`);
    expect(await client.readLine()).toMatch(/^[23]/);
  }
  return client;
}

it('closes the longest idle connection to admit a new client', async () => {
  await using server = await startMailServer({ options: { maxClients: 20, greetingDelay: 0 } });
  const busy = await untilData(server.port);
  const idle: LineClient[] = [];
  for (let count = 0; count < 60; count++) {
    const client = await LineClient.connect(server.port);
    expect(await client.readLine()).toMatch(/^220/);
    idle.push(client);
  }
  const newClient = await untilData(server.port);
  for (const client of [busy, newClient]) {
    client.send('From: carol@senders.test\r\n\r\nhi\r\n.\r\n');
    expect(await client.readLine()).toMatch(/^250/);
  }
  expect(await idle[0]?.readLine()).toMatch(/^421/);
  idle.at(-1)?.send('NOOP\r\n');
  expect(await idle.at(-1)?.readLine()).toMatch(/^250/);
  expect(server.inbox.received).toHaveLength(2);
  for (const client of [busy, newClient, ...idle]) client.destroy();
});

it('rejects a new client if all connections are receiving messages', async () => {
  await using server = await startMailServer({ options: { maxClients: 3 } });
  const busy = [await untilData(server.port), await untilData(server.port), await untilData(server.port)];
  const newClient = await LineClient.connect(server.port);
  expect(await newClient.readLine()).toMatch(/^421/);
  for (const client of busy) {
    client.send('From: carol@senders.test\r\n\r\nhi\r\n.\r\n');
    expect(await client.readLine()).toMatch(/^250/);
    client.destroy();
  }
  newClient.destroy();
});

it('closes a connection that sends its message too slowly to admit a new client', async () => {
  const limits = { slowTransferSeconds: 30, minBytesPerSecond: 500 };
  await using server = await startMailServer({ options: { maxClients: 3, limits } });
  const [sender, ...slowClients] = [
    await untilData(server.port),
    await untilData(server.port),
    await untilData(server.port),
  ];
  for (const client of slowClients) client.send('From: ');
  sender?.send(`From: carol@senders.test\r\n\r\n${'a line of text\r\n'.repeat(2000)}`);
  // When the server rejects this client, it has read what the others sent.
  const refused = await LineClient.connect(server.port);
  expect(await refused.readLine()).toMatch(/^421 4\.3\.2 Too many connections/);
  refused.destroy();
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 31_000);
  const served = [sender];
  for (const slowClient of slowClients) {
    const newClient = await untilData(server.port);
    expect(await slowClient.readLine()).toMatch(/^421 4\.3\.2 Too busy for slow connections/);
    slowClient.destroy();
    newClient.send('From: carol@senders.test\r\n\r\nhi\r\n');
    served.push(newClient);
  }
  for (const client of served) {
    client?.send('.\r\n');
    expect(await client?.readLine()).toMatch(/^250/);
    client?.destroy();
  }
  expect(server.inbox.received).toHaveLength(3);
});

it('leaves no spool file after closing a slow connection', async () => {
  await using server = await startMailServer({
    options: { messageTimeout: 500, memoryLimit: 1000, socketTimeout: 1000 },
  });
  const slow = await untilData(server.port);
  slow.send(`From: carol@senders.test\r\n\r\n${'x'.repeat(5000)}\r\n`);
  await expect.poll(() => readdir(server.options.spoolFolder)).toHaveLength(1);
  expect(await slow.readLine()).toMatch(/^421 4\.4\.2/);
  slow.destroy();
  await expect.poll(() => readdir(server.options.spoolFolder)).toEqual([]);
  expect(server.inbox.received).toHaveLength(0);
});

it('does not count a client that waits for a reply as slow', async () => {
  await using server = await startMailServer({ options: { messageTimeout: 300, budget: 1500 } });
  server.inbox.on('rcpt', 'hang');
  const client = await untilData(server.port);
  client.send('From: carol@senders.test\r\n\r\nhi\r\n.\r\n');
  expect(await client.readLine()).toMatch(/^250 2\.0\.0 Ok: taken/);
  client.destroy();
});
