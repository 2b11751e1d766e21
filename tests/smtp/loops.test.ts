import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { DeliveryResult } from '../../mail/message/delivery-result.ts';
import type { OutgoingMessage } from '../../mail/message/outgoing-message.ts';
import { LineClient } from './dialogues/line-client.ts';
import { startMailServer } from './mail-server.ts';

/** Sends a message to alice and returns the last reply of the server. */
async function send(port: number, from: string, bytes: string): Promise<string> {
  const client = await LineClient.connect(port);
  await client.readLine();
  for (const line of ['HELO loop.test', `MAIL FROM:<${from}>`, 'RCPT TO:<alice@handles.test>', 'DATA']) {
    client.send(`${line}\r\n`);
    const reply = (await client.readLine()) ?? 'closed';
    if (!/^[23]/.test(reply)) return reply;
  }
  client.send(`${bytes.replace(/^\./gm, '..')}.\r\n`);
  const reply = (await client.readLine(10_000)) ?? 'closed';
  client.destroy();
  return reply;
}

it.each([1, 2, 3])('ends a loop over %i servers and notifies the sender (attack 28)', async (hops) => {
  let round = 0;
  let port = 0;
  /** Acts as the servers behind alice's inbox: each adds a Received field, and the last sends the message back to alice. */
  async function deliver(message: OutgoingMessage): Promise<DeliveryResult> {
    round++;
    const bytes = (await buffer(message.body.open())).toString('latin1');
    const lines = Array.from(
      { length: hops - 1 },
      (_, hop) => `Received: from a by hop${hop}.test with ESMTP; Fri, 20 Nov 2026 12:00:00 +0000\r\n`,
    );
    const text = await send(port, message.from, lines.join('') + bytes);
    const code = Number(text.slice(0, 3));
    const enhanced = text.split(' ')[1] ?? '';
    return code === 250
      ? { kind: 'delivered', code, text, final: true }
      : { kind: code < 500 ? 'deferred' : 'refused', code, enhanced, text };
  }
  await using server = await startMailServer({
    transport: () => ({ deliver, close: async () => {} }),
    options: { budget: 10_000 },
  });
  port = server.port;
  const reply = await send(port, 'carol@senders.test', 'From: carol@senders.test\r\n\r\nround and round\r\n');
  expect(reply).toMatch(/^55\d 5\.4\.6 /);
  expect(round).toBe(2);
  expect(server.queue.rows).toHaveLength(0);
});
