import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { mailsTo } from '../support/mail/outbox.ts';
import { verifiedHandle } from '../support/mail/verified-handle.ts';
import { processesOf } from '../support/run/processes-of.ts';
import { type App, startApp, stopDatabase } from '../support/server/app-process.ts';
import { newDataDir } from '../support/server/data-dir.ts';

const HANDLE = 'never-stuck-here';
const INBOX = 'inbox@real.example';
const PRELOAD = path.join(import.meta.dirname, '../support/server/block-process.ts');
/** Shorter than the default, so that the tests are fast, and longer than a start takes in one turn on a busy machine. */
const STUCK_SECONDS = 4;
const SLOW_MS = 2500;
const POLL = { timeout: 100_000, interval: 100 };
let dataDir: string;
let folder: string;
let app: App;

const order = (program: 'serve.ts' | 'process.ts', what: string) => writeFileSync(path.join(folder, program), what);
const lines = (name: string) => {
  try {
    return readFileSync(path.join(folder, name), 'utf8').split('\n').filter(Boolean).map(Number);
  } catch {
    return [];
  }
};
const times = (event: string) => app.output().split(event).length - 1;
const isServed = async () => {
  const response = await fetch(`${app.url}/readyz`, { signal: AbortSignal.timeout(1000) }).catch(() => null);
  return response?.status;
};

/** Waits until a process that was ordered to block has done so, and returns its pid. */
async function blocked(count: number): Promise<number> {
  await expect.poll(() => lines('blocked').length, POLL).toBe(count);
  return lines('blocked').at(-1) ?? 0;
}

/** Sends a message, retrying until the server is back, and returns its subject after the 250 reply. */
async function accepted(subject: string): Promise<string> {
  const send = async () => {
    const client = createTransport({ host: '127.0.0.1', port: app.smtpPort, ignoreTLS: true, socketTimeout: 5000 });
    const mail = { from: 'a@elsewhere.example', to: `${HANDLE}@localhost`, subject, text: 'hello' };
    const sent = await client.sendMail(mail).catch(() => null);
    client.close();
    return sent?.response.slice(0, 3);
  };
  await expect.poll(send, POLL).toBe('250');
  return subject;
}

beforeAll(async () => {
  dataDir = newDataDir('stuck');
  folder = path.join(dataDir, 'block');
  mkdirSync(folder, { recursive: true });
  // The first mail process blocks before it sends anything.
  order('process.ts', 'forever');
  app = await startApp({
    dataDir,
    supervised: true,
    env: {
      NODE_OPTIONS: `--import=${PRELOAD}`,
      BLOCK_FOLDER: folder,
      MAIL_PROCESSES: '1',
      STUCK_PROCESS_SECONDS: String(STUCK_SECONDS),
      RATE_LIMITS: 'off',
    },
  });
});
afterAll(async () => {
  await app?.stop();
  await stopDatabase(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

it('replaces a mail process that blocks before its first heartbeat, and becomes ready (attack 41)', async () => {
  await blocked(1);
  await expect.poll(() => times('mail.process_stuck'), POLL).toBe(1);
  await expect.poll(() => times('Nameplate is ready'), POLL).toBe(1);
  await verifiedHandle(app, HANDLE, INBOX);
  await accepted('after the first');
});

it('serves pages while a mail process is blocked, and replaces it (attack 41)', async () => {
  order('process.ts', 'forever');
  await blocked(2);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  await expect.poll(() => times('mail.process_stuck'), POLL).toBe(2);
  await accepted('after the second');
});

it('replaces a process that is stopped by a signal', async () => {
  const mail = processesOf(dataDir).filter(({ command }) => command.includes('server/mail/process.ts'));
  expect(mail).toHaveLength(1);
  for (const { pid } of mail) process.kill(pid, 'SIGSTOP');
  await expect.poll(() => times('mail.process_stuck'), POLL).toBe(3);
  await accepted('after the third');
});

it('replaces a blocked web process, which then serves again, and keeps accepted mail (attack 41)', async () => {
  const before = await accepted('before');
  order('serve.ts', 'forever');
  await blocked(3);
  await expect.poll(() => times('process.died'), POLL).toBe(1);
  expect(times('"process.stuck"')).toBe(1);
  await expect.poll(isServed, POLL).toBe(200);
  const after = await accepted('after');
  const subjects = (await mailsTo(app, INBOX)).map(({ subject }) => subject);
  expect(subjects).toEqual(expect.arrayContaining([before, after]));
});

it('does not replace a slow process', async () => {
  const [stuck, died] = [times('process_stuck'), times('process.died')];
  const turns = lines('continued').length;
  for (let turn = 1; turn <= 3; turn++) {
    order('serve.ts', String(SLOW_MS));
    await expect.poll(() => lines('continued').length, POLL).toBe(turns + turn);
  }
  expect(await isServed()).toBe(200);
  expect([times('process_stuck'), times('process.died')]).toEqual([stuck, died]);
});
