import { readdirSync, readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { createTransport } from 'nodemailer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mailsTo } from '../support/mail/outbox.ts';
import { verifiedHandle } from '../support/mail/verified-handle.ts';
import { type App, startApp } from '../support/server/app-process.ts';
import { newDataDir } from '../support/server/data-dir.ts';

const HANDLE = 'shared-port-here';
const INBOX = 'inbox@real.example';
const PROCESSES = 2;
const MESSAGES = 60;
let dataDir: string;
let app: App;
beforeAll(async () => {
  dataDir = newDataDir('processes');
  app = await startApp({ dataDir, supervised: true, env: { MAIL_PROCESSES: String(PROCESSES) } });
  await verifiedHandle(app, HANDLE, INBOX);
});
afterAll(async () => {
  await app?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

/** Returns the live mail processes of the DATA_DIR, with any parent. */
function mailProcesses(): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const isOurs = readFileSync(`/proc/${pid}/environ`, 'utf8').split('\0').includes(`DATA_DIR=${dataDir}`);
        return isOurs && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('server/mail/process.ts');
      } catch {
        return false;
      }
    })
    .map(Number);
}

/** Sends numbered messages, each over a separate connection, ten at a time, and returns those that got 250. */
async function sendAll(tag: string, during: (accepted: number) => void): Promise<string[]> {
  const accepted: string[] = [];
  const numbers = Array.from({ length: MESSAGES }, (_, index) => `${tag}-${index}`);
  const sender = async () => {
    for (let number = numbers.pop(); number; number = numbers.pop()) {
      const client = createTransport({ host: '127.0.0.1', port: app.smtpPort, ignoreTLS: true });
      const mail = {
        from: 'load@elsewhere.example',
        to: `${HANDLE}@localhost`,
        subject: number,
        text: 'x'.repeat(2000),
      };
      const sent = await client.sendMail(mail).catch(() => null);
      client.close();
      if (!sent?.response.startsWith('250')) continue;
      accepted.push(number);
      during(accepted.length);
    }
  };
  await Promise.all(Array.from({ length: 10 }, sender));
  return accepted;
}

// Only Linux lets several processes share a port.
describe.runIf(process.platform === 'linux')('several mail processes on one port', () => {
  it('replaces a mail process that is killed under load, and delivers every message that got 250', async () => {
    const before = mailProcesses();
    expect(before).toHaveLength(PROCESSES);
    const [victim = 0] = before;
    const accepted = await sendAll('killed', (count) => {
      if (count === MESSAGES / 2) process.kill(victim, 'SIGKILL');
    });
    expect(accepted.length).toBeGreaterThanOrEqual(MESSAGES / 2);
    await expect.poll(() => mailProcesses().length, { message: app.output() }).toBe(PROCESSES);
    expect(mailProcesses()).not.toContain(victim);
    const again = await sendAll('after', () => {});
    expect(again).toHaveLength(MESSAGES);
    const arrived = new Set((await mailsTo(app, INBOX)).map(({ subject }) => subject ?? ''));
    expect([...accepted, ...again].filter((number) => !arrived.has(number))).toEqual([]);
  });

  it('refuses to share its SMTP port with another program', { tags: ['long'] }, async () => {
    const other = startApp({ env: { MAIL_PROCESSES: '2', SMTP_PORT: String(app.smtpPort) } });
    await expect(other).rejects.toThrow(`Port ${app.smtpPort} is taken`);
  });

  it('stops all mail processes when the parent process ends by SIGTERM or SIGKILL', async () => {
    await app.kill();
    await expect.poll(mailProcesses, { message: app.output() }).toEqual([]);
    app = await startApp({ dataDir, supervised: true, env: { MAIL_PROCESSES: String(PROCESSES) } });
    expect(mailProcesses()).toHaveLength(PROCESSES);
    await app.stop();
    expect(mailProcesses()).toEqual([]);
    const free = createServer().listen(app.smtpPort, '127.0.0.1');
    await new Promise((done, fail) => free.once('listening', done).once('error', fail));
    free.close();
  });
});
