import { expect, it } from 'vitest';
import { LineClient } from './dialogues/line-client.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { startSpamCheck } from './spam-check.ts';

/** Runs `work` with a mail server whose spam checker gives each message the same response; null resets the connection. */
async function checkedBy(body: string | null, work: (server: MailServer) => Promise<void>): Promise<void> {
  await using check = await startSpamCheck(body);
  await using server = await startMailServer({ options: { spamCheck: check.url } });
  await work(server);
}

async function send(server: MailServer): Promise<string | null> {
  const client = await LineClient.connect(server.port);
  await client.readLine();
  for (const line of ['HELO x.test', 'MAIL FROM:<carol@senders.test>', 'RCPT TO:<alice@handles.test>', 'DATA']) {
    client.send(`${line}\r\n`);
    await client.readLine();
  }
  client.send('From: carol@senders.test\r\nSubject: buy\r\n\r\nbuy\r\n.\r\n');
  const reply = await client.readLine();
  client.destroy();
  return reply;
}

const fieldsAtInbox = (server: MailServer) => server.inbox.received.at(-1)?.bytes.toString().split('\r\n\r\n')[0] ?? '';

it('rejects a message that the spam checker rejects', async () => {
  await checkedBy('{"action":"reject","score":30}', async (server) => {
    expect(await send(server)).toBe('550 5.7.1 Rejected: the message was classified as spam');
    expect(server.inbox.received).toHaveLength(0);
    expect(server.queue.rows).toHaveLength(0);
  });
});

it('adds X-Spam fields above the received header of a suspicious message', async () => {
  await checkedBy('{"action":"add header","score":8}', async (server) => {
    expect(await send(server)).toMatch(/^250/);
    const head = fieldsAtInbox(server);
    expect(head).toMatch(/^X-Spam: yes\r$/m);
    expect(head).toMatch(/^X-Spam-Score: 8.00\r$/m);
    expect(head.indexOf('X-Spam')).toBeLessThan(head.indexOf('From: carol'));
  });
});

it('forwards mail with X-Spam-Check: unavailable if the spam checker is unavailable', async () => {
  await checkedBy(null, async (server) => {
    expect(await send(server)).toMatch(/^250/);
    expect(fieldsAtInbox(server)).toMatch(/^X-Spam-Check: unavailable\r$/m);
  });
});
