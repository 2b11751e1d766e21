/** @module-tag long */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import { type App, startApp } from '../support/server/app-process.ts';
import { LineClient } from './dialogues/line-client.ts';

const MESSAGES = 200;
const ADMINS = ['one@admins.test', 'two@admins.test'];

let inbox: Inbox;
let app: App;
let first: App;
beforeAll(async () => {
  inbox = await startInbox();
  first = await startApp({ env: environment() });
  app = first;
}, 120_000);
afterAll(async () => {
  await app?.stop();
  // The first app owns the folder and removes it.
  await first?.stop();
  await inbox?.close();
});

function environment(): Record<string, string> {
  return { SMTP_RELAY_URL: `smtp://127.0.0.1:${inbox.port}`, ADMIN_EMAILS: ADMINS.join(','), RATE_LIMITS: 'off' };
}

/** Sends messages `from`, `from + 5`, ... and retries each until the reply is 250, as a real sender does. */
async function sendSome(from: number, accepted: Set<number>): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (let number = from; number < MESSAGES; number += 5) {
    while (!accepted.has(number) && Date.now() < deadline) {
      if (await sendOne(number)) accepted.add(number);
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** Sends one message over a new connection. Returns whether the reply was 250. */
async function sendOne(number: number): Promise<boolean> {
  let client: LineClient | null = null;
  try {
    client = await LineClient.connect(app.smtpPort);
    await client.readLine();
    for (const line of ['HELO c.test', 'MAIL FROM:<carol@senders.test>', 'RCPT TO:<postmaster>', 'DATA']) {
      client.send(`${line}\r\n`);
      await client.readLine();
    }
    client.send(`From: carol@senders.test\r\nSubject: number ${number}\r\n\r\n${'text\r\n'.repeat(800)}.\r\n`);
    return (await client.readLine())?.startsWith('250 ') === true;
  } catch {
    return false; // the server is down
  } finally {
    client?.destroy();
  }
}

it('delivers every message that got 250, although the server is killed twice', async () => {
  const accepted = new Set<number>();
  const senders = Promise.all([0, 1, 2, 3, 4].map((from) => sendSome(from, accepted)));
  let kills = 0;
  for (const count of [MESSAGES / 5, MESSAGES / 2]) {
    await vi.waitUntil(() => accepted.size >= count, { timeout: 60_000, interval: 5 });
    expect(accepted.size).toBeLessThan(MESSAGES);
    await app.kill();
    kills++;
    app = await startApp({ env: environment(), dataDir: app.dataDir });
  }
  await senders;
  expect(kills).toBe(2);
  expect(accepted.size).toBe(MESSAGES);

  const arrived = () =>
    new Set(inbox.received.map(({ bytes, to }) => `${/number (\d+)/.exec(bytes.toString('latin1'))?.[1]} ${to[0]}`));
  const missing = () =>
    [...accepted].flatMap((n) => ADMINS.map((to) => `${n} ${to}`)).filter((one) => !arrived().has(one));
  // Messages leased by a killed process are retried after the lease expires.
  await expect.poll(missing, { timeout: 200_000, interval: 100 }).toEqual([]);
}, 240_000);
