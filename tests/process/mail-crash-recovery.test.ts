import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findEmbedded } from '../../db/embedded.ts';
import { startDns } from '../../fakes/dns.ts';
import { startInbox } from '../../fakes/inbox.ts';
import { mailsTo } from '../support/mail/outbox.ts';
import { verifiedHandle } from '../support/mail/verified-handle.ts';
import { type App, startApp, stopDatabase } from '../support/server/app-process.ts';
import { newDataDir } from '../support/server/data-dir.ts';

const HANDLE = 'killed-in-between';
const INBOX = 'inbox@real.example';
const MESSAGES = 80;
let dataDir: string;
/** The app of the last start. */
let app: App;

beforeAll(async () => {
  dataDir = newDataDir('kill');
  app = await startApp({ dataDir });
  await verifiedHandle(app, HANDLE, INBOX);
});
afterAll(async () => {
  await app?.stop();
  await stopDatabase(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

/** Sends numbered messages over ten connections, and returns the numbers that got 250. Calls `during` for each of them. */
async function sendAll(app: App, tag: string, during: (accepted: number) => void): Promise<string[]> {
  const accepted: string[] = [];
  const numbers = Array.from({ length: MESSAGES }, (_, index) => `${tag}-${index}`);
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      const client = createTransport({
        host: '127.0.0.1',
        port: app.smtpPort,
        pool: true,
        maxConnections: 1,
        ignoreTLS: true,
      });
      for (let number = numbers.pop(); number; number = numbers.pop()) {
        const mail = {
          from: 'load@elsewhere.example',
          to: `${HANDLE}@localhost`,
          subject: number,
          text: 'x'.repeat(2000),
        };
        const sent = await client.sendMail(mail).catch(() => null);
        if (sent?.response.startsWith('250')) {
          accepted.push(number);
          during(accepted.length);
        }
      }
      client.close();
    }),
  );
  return accepted;
}

const missing = (accepted: string[], arrived: Set<string>) => accepted.filter((number) => !arrived.has(number));

it('delivers every message that got 250 before kill -9', async () => {
  let killed: Promise<void> | undefined;
  const running = app;
  const accepted = await sendAll(app, 'direct', (count) => {
    if (count === MESSAGES / 2) killed = running.kill();
  });
  expect(killed).toBeDefined();
  await killed;
  expect(accepted.length).toBeGreaterThanOrEqual(MESSAGES / 2);
  expect(accepted.length).toBeLessThan(MESSAGES);
  app = await startApp({ dataDir });
  const arrived = new Set((await mailsTo(app, INBOX)).map(({ subject }) => subject ?? ''));
  expect(missing(accepted, arrived)).toEqual([]);
});

it('keeps every message that got 250 before kill -9 in the queue while the inbox defers, and delivers it later', {
  tags: ['long'],
}, async () => {
  const inbox = await startInbox();
  // Mail of an unauthenticated sender is deferred instead of queued.
  const dns = await startDns({ 'elsewhere.example': { TXT: ['v=spf1 ip4:127.0.0.1 -all'] } });
  const env = { SMTP_RELAY_URL: `smtp://127.0.0.1:${inbox.port}`, MAIL_BUDGET_SECONDS: '2', DNS_SERVERS: dns.server };
  inbox.on('rcpt', '451 4.7.1 Greylisted, come again');
  await app.stop();
  app = await startApp({ dataDir, env });
  let killed: Promise<void> | undefined;
  const running = app;
  const accepted = await sendAll(app, 'queued', (count) => {
    if (count === MESSAGES / 2) killed = running.kill();
  });
  expect(killed).toBeDefined();
  await killed;
  expect(accepted.length).toBeGreaterThanOrEqual(MESSAGES / 2);
  expect(inbox.received).toEqual([]);

  inbox.on('rcpt', null);
  app = await startApp({ dataDir, env });
  try {
    const arrived = () =>
      new Set(inbox.received.map(({ bytes }) => /^Subject: (.*)\r$/m.exec(bytes.toString())?.[1] ?? ''));
    for (const deadline = Date.now() + 60_000; Date.now() < deadline && missing(accepted, arrived()).length > 0; ) {
      await bringForward(dataDir);
      await sleep(250);
    }
    expect(missing(accepted, arrived())).toEqual([]);
  } finally {
    await app.stop();
    await inbox.close();
    await dns.close();
  }
});

/** Makes every queued copy due, so that the test does not wait for the retry schedule. */
async function bringForward(folder: string): Promise<void> {
  const client = new pg.Client({ connectionString: (await findEmbedded(folder)) ?? '' });
  await client.connect();
  await client.query('update mail_recipients set next_try_at = now() where next_try_at > now()');
  await client.end();
}
