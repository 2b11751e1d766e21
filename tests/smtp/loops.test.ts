import { buffer } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import type { DeliveryResult } from '../../mail/message/delivery-result.ts';
import type { OutgoingMessage } from '../../mail/message/outgoing-message.ts';
import { Talker } from './dialogues/talk.ts';
import { startMailServer } from './mail-server.ts';

/** Sends bytes to alice and answers what she is told at the end. */
async function send(port: number, from: string, bytes: string): Promise<string> {
  const talker = await Talker.connect(port);
  await talker.hear();
  for (const line of ['HELO loop.test', `MAIL FROM:<${from}>`, 'RCPT TO:<alice@handles.test>', 'DATA']) {
    talker.say(`${line}\r\n`);
    const answer = (await talker.hear()) ?? 'closed';
    if (!/^[23]/.test(answer)) return answer;
  }
  talker.say(`${bytes.replace(/^\./gm, '..')}.\r\n`);
  const answer = (await talker.hear(10_000)) ?? 'closed';
  talker.destroy();
  return answer;
}

it.each([1, 2, 3])('ends a loop over %i servers and notifies the sender', async (hops) => {
  let round = 0;
  let port = 0;
  /** The servers behind alice's inbox, who each add a line and send on to her. */
  async function deliver(parcel: OutgoingMessage): Promise<DeliveryResult> {
    round++;
    const bytes = (await buffer(parcel.body.open())).toString('latin1');
    const lines = Array.from(
      { length: hops - 1 },
      (_, hop) => `Received: from a by hop${hop}.test with ESMTP; Fri, 20 Nov 2026 12:00:00 +0000\r\n`,
    );
    const words = await send(port, parcel.from, lines.join('') + bytes);
    const code = Number(words.slice(0, 3));
    const enhanced = words.split(' ')[1] ?? '';
    return code === 250
      ? { kind: 'delivered', code, text: words, final: true }
      : { kind: code < 500 ? 'deferred' : 'refused', code, enhanced, text: words };
  }
  await using server = await startMailServer({
    transport: () => ({ deliver, close: async () => {} }),
    options: { budget: 10_000 },
  });
  port = server.port;
  const answer = await send(port, 'carol@senders.test', 'From: carol@senders.test\r\n\r\nround and round\r\n');
  expect(answer).toMatch(/^55\d 5\.4\.6 /);
  expect(round).toBe(2);
  expect(server.queue.rows).toHaveLength(0);
});
