import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import { type App, startApp } from '../support/app.ts';
import { Talker } from './dialogues/talk.ts';

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
  // Only the first one removes the folder, which was made for it.
  await first?.stop();
  await inbox?.close();
});

function environment(): Record<string, string> {
  return { SMTP_RELAY_URL: `smtp://127.0.0.1:${inbox.port}`, ADMIN_EMAILS: ADMINS.join(','), RATE_LIMITS: 'off' };
}

/** Sends messages `from`, `from + 5`, ... each until it hears 250, as a real sender does. */
async function sendSome(from: number, answered: Set<number>): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (let number = from; number < MESSAGES; number += 5) {
    while (!answered.has(number) && Date.now() < deadline) {
      if (await sendOne(number)) answered.add(number);
      else await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }
}

/** One message over a connection of its own; whether it heard 250. */
async function sendOne(number: number): Promise<boolean> {
  let talker: Talker | null = null;
  try {
    talker = await Talker.connect(app.smtpPort);
    await talker.hear();
    for (const line of ['HELO c.test', 'MAIL FROM:<carol@senders.test>', 'RCPT TO:<postmaster>', 'DATA']) {
      talker.say(`${line}\r\n`);
      await talker.hear();
    }
    talker.say(`From: carol@senders.test\r\nSubject: number ${number}\r\n\r\n${'text\r\n'.repeat(800)}.\r\n`);
    return (await talker.hear())?.startsWith('250 ') === true;
  } catch {
    return false; // nobody is there at the moment
  } finally {
    talker?.destroy();
  }
}

it('what heard 250 arrives, though the server is killed again and again', async () => {
  const answered = new Set<number>();
  const senders = Promise.all([0, 1, 2, 3, 4].map((from) => sendSome(from, answered)));
  let sending = true;
  void senders.then(() => {
    sending = false;
  });
  for (let kills = 0; kills < 2 && sending; kills++) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    await app.kill();
    app = await startApp({ env: environment(), dataDir: app.dataDir });
  }
  await senders;
  expect(answered.size).toBe(MESSAGES);

  const arrived = () =>
    new Set(inbox.received.map(({ bytes, to }) => `${/number (\d+)/.exec(bytes.toString('latin1'))?.[1]} ${to[0]}`));
  const missing = () =>
    [...answered].flatMap((n) => ADMINS.map((to) => `${n} ${to}`)).filter((one) => !arrived().has(one));
  // What a killed process had under way is tried by the next once its lease has ended.
  const deadline = Date.now() + 100_000;
  while (missing().length > 0 && Date.now() < deadline) await new Promise((resolve) => setTimeout(resolve, 500));
  expect(missing()).toEqual([]);
}, 240_000);
