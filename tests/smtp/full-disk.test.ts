import { readdir } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { limitDisk } from '../support/server/full-disk.ts';
import { LineClient } from './dialogues/line-client.ts';
import { startMailServer } from './mail-server.ts';
import { createMemoryQueue } from './memory-queue.ts';

/** Sends a message of about 3 MB, which does not fit into the memory limit, and returns the reply to it. */
async function sendLarge(port: number, ...recipients: string[]): Promise<string> {
  const client = await LineClient.connect(port);
  await client.readLine();
  for (const line of [
    'HELO x.test',
    'MAIL FROM:<a@senders.test>',
    ...recipients.map((name) => `RCPT TO:<${name}@handles.test>`),
    'DATA',
  ]) {
    client.send(`${line}\r\n`);
    expect(await client.readLine()).toMatch(/^[23]/);
  }
  client.send(`From: a@senders.test\r\nSubject: Large\r\n\r\n${'a line of a large message\r\n'.repeat(120_000)}.\r\n`);
  const reply = await client.readLine();
  client.destroy();
  return reply ?? '';
}

it.each(['ENOSPC', 'EDQUOT', 'EROFS'])(
  'defers a message that the spool cannot store with 452 4.3.1, leaves no file, and accepts it later (%s)',
  async (code) => {
    await using server = await startMailServer();
    const spool = () => readdir(server.options.spoolFolder);
    const end = limitDisk(server.options.spoolFolder, 1_500_000, code);
    try {
      expect(await sendLarge(server.port, 'alice')).toMatch(/^452 4\.3\.1 Insufficient system storage/);
      expect(await spool()).toEqual([]);
    } finally {
      end();
    }
    expect(await sendLarge(server.port, 'alice')).toMatch(/^250/);
    await expect.poll(spool).toEqual([]);
  },
);

it('defers a message with 452 4.3.1 when the disk of the database is full', async () => {
  const queue = createMemoryQueue(() => new Date());
  queue.enqueue = async () => {
    throw Object.assign(new Error('could not extend file'), { code: '53100' });
  };
  await using server = await startMailServer({ queue });
  server.inbox.on('rcpt', '451 4.2.0 Come back');
  expect(await sendLarge(server.port, 'alice', 'bob')).toMatch(/^452 4\.3\.1 Insufficient system storage/);
});
