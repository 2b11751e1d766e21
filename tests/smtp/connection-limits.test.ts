import { readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { Talker } from './dialogues/talk.ts';
import { startMailServer } from './mail-server.ts';

const ENVELOPE = ['HELO client.test', 'MAIL FROM:<carol@senders.test>', 'RCPT TO:<alice@handles.test>', 'DATA'];

async function untilData(port: number): Promise<Talker> {
  const talker = await Talker.connect(port);
  expect(await talker.hear()).toMatch(/^220/);
  for (const command of ENVELOPE) {
    talker.say(`${command}\r\n`);
    expect(await talker.hear()).toMatch(/^[23]/);
  }
  return talker;
}

it('closes the longest idle connection to admit a new client', async () => {
  await using server = await startMailServer({ options: { maxClients: 20 } });
  const busy = await untilData(server.port);
  const idle: Talker[] = [];
  for (let count = 0; count < 60; count++) idle.push(await Talker.connect(server.port));
  const newcomer = await untilData(server.port);
  for (const talker of [busy, newcomer]) {
    talker.say('From: carol@senders.test\r\n\r\nhi\r\n.\r\n');
    expect(await talker.hear()).toMatch(/^250/);
  }
  expect(await idle[0]?.hear()).toMatch(/^421/);
  expect(await idle.at(-1)?.hear()).toMatch(/^220/);
  expect(server.inbox.received).toHaveLength(2);
  for (const talker of [busy, newcomer, ...idle]) talker.destroy();
});

it('rejects a new client if all connections are receiving messages', async () => {
  await using server = await startMailServer({ options: { maxClients: 3 } });
  const busy = [await untilData(server.port), await untilData(server.port), await untilData(server.port)];
  const newcomer = await Talker.connect(server.port);
  expect(await newcomer.hear()).toMatch(/^421/);
  for (const talker of busy) {
    talker.say('From: carol@senders.test\r\n\r\nhi\r\n.\r\n');
    expect(await talker.hear()).toMatch(/^250/);
    talker.destroy();
  }
  newcomer.destroy();
});

it('closes a connection that sends its message too slowly to admit a new client', async () => {
  const limits = { slowTransferSeconds: 0.5, minBytesPerSecond: 500 };
  await using server = await startMailServer({ options: { maxClients: 3, limits } });
  const [sender, ...dribblers] = [
    await untilData(server.port),
    await untilData(server.port),
    await untilData(server.port),
  ];
  for (const talker of dribblers) talker.say('From: ');
  sender?.say(`From: carol@senders.test\r\n\r\n${'a line of text\r\n'.repeat(1000)}`);
  await sleep(600);
  const served = [sender];
  for (const dribbler of dribblers) {
    const newcomer = await untilData(server.port);
    expect(await dribbler.hear()).toMatch(/^421 4\.3\.2 Too busy for slow connections/);
    dribbler.destroy();
    newcomer.say('From: carol@senders.test\r\n\r\nhi\r\n');
    served.push(newcomer);
  }
  for (const talker of served) {
    talker?.say('.\r\n');
    expect(await talker?.hear()).toMatch(/^250/);
    talker?.destroy();
  }
  expect(server.inbox.received).toHaveLength(3);
});

it('leaves no spool file after closing a slow connection', async () => {
  await using server = await startMailServer({
    options: { messageTimeout: 500, memoryLimit: 1000, socketTimeout: 1000 },
  });
  const slow = await untilData(server.port);
  slow.say(`From: carol@senders.test\r\n\r\n${'x'.repeat(5000)}\r\n`);
  await sleep(100);
  expect(await readdir(server.options.spoolFolder)).toHaveLength(1);
  expect(await slow.hear()).toMatch(/^421 4\.4\.2/);
  slow.destroy();
  for (const deadline = Date.now() + 5000; Date.now() < deadline; await sleep(20)) {
    if ((await readdir(server.options.spoolFolder)).length === 0) break;
  }
  expect(await readdir(server.options.spoolFolder)).toEqual([]);
  expect(server.inbox.received).toHaveLength(0);
});

it('does not count a client that waits for a reply as slow', async () => {
  await using server = await startMailServer({ options: { messageTimeout: 300, budget: 1500 } });
  server.inbox.on('rcpt', 'hang');
  const patient = await untilData(server.port);
  patient.say('From: carol@senders.test\r\n\r\nhi\r\n.\r\n');
  expect(await patient.hear()).toMatch(/^250 2\.0\.0 Ok: taken/);
  patient.destroy();
});
