import { expect } from 'vitest';
import { LineClient } from '../../smtp/dialogues/line-client.ts';

/** Sends a message of a new sender to a port of this machine, and returns the reply to the final dot. */
export async function writeFromOutside(port: number, to: string): Promise<string | null> {
  const client = await LineClient.connect(port);
  await client.readLine();
  const from = `carol-${Math.random()}@senders.example`;
  for (const command of ['HELO c.example', `MAIL FROM:<${from}>`, `RCPT TO:<${to}>`, 'DATA']) {
    client.send(`${command}\r\n`);
    expect(await client.readLine()).toMatch(/^[23]/);
  }
  client.send(
    `From: ${from}\r\nTo: a@b.example\r\nMessage-ID: <${from}>\r\nDate: Sun, 22 Nov 2026 10:00:00 +0000\r\n\r\nHi\r\n.\r\n`,
  );
  const reply = await client.readLine();
  client.destroy();
  return reply;
}
