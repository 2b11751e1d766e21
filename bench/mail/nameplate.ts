import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findEmbedded } from '../../db/embedded.ts';
import { freePort } from '../../tests/setup/ports.ts';
import { type Process, processTree } from './tree.ts';

const ROOT = path.join(import.meta.dirname, '../..');
export const HANDLE = 'bench-handle';
export const DOMAIN = 'nameplate.example';

export interface Nameplate {
  smtpPort: number;
  pid: number;
  /** Processes that listen for mail. */
  mailProcesses(): Process[];
  /** Makes everything in the queue due, and says so. */
  flush(): Promise<void>;
  /** Copies that wait. */
  waiting(): Promise<number>;
  stop(): Promise<void>;
}

/**
 * Starts Nameplate by the command of `npm start`, with a relay as its way out and mail for one handle going to `inbox`.
 * Limits on one network are off, since the load is one network.
 */
export async function startNameplate(
  folder: string,
  inbox: string,
  settings: Record<string, string>,
): Promise<Nameplate> {
  const smtpPort = await freePort();
  mkdirSync(folder, { recursive: true });
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const child = spawn('sh', ['-c', scripts.start], {
    cwd: ROOT,
    env: {
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      HOME: process.env.HOME,
      DATA_DIR: folder,
      PORT: String(await freePort()),
      SMTP_PORT: String(smtpPort),
      PUBLIC_URL: `http://${DOMAIN}`,
      ADMIN_EMAILS: 'admin@elsewhere.example',
      RATE_LIMITS: 'off',
      MAIL_INBOX_HOURLY: '1000000000',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
  }
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  for (const deadline = Date.now() + 60_000; !said.includes('is ready'); await sleep(50)) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Nameplate does not start:\n${said}`);
  }
  const database = new pg.Client({ connectionString: (await findEmbedded(folder)) ?? '' });
  await database.connect();
  database.on('error', () => {});
  await claim(database, inbox);
  const pid = child.pid ?? 0;
  return {
    smtpPort,
    pid,
    mailProcesses() {
      const tree = processTree(pid);
      const apart = tree.filter(({ command }) => command.includes('mail-process.ts'));
      return apart.length > 0 ? apart : tree.filter((process) => process.pid === pid);
    },
    async flush() {
      await database.query('update mail_recipients set next_try_at = now()');
    },
    async waiting() {
      const { rows } = await database.query<{ count: string }>('select count(*) from mail_recipients');
      return Number(rows[0]?.count);
    },
    async stop() {
      await database.end().catch(() => {});
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
      if (/"level":(50|60)|ERROR|FATAL/.test(said))
        throw new Error(`Nameplate wrote errors to its log:\n${said.slice(0, 3000)}`);
    },
  };
}

async function claim(database: pg.Client, inbox: string): Promise<void> {
  await database.query(
    `with account as (
       insert into accounts (email, email_verified_at) values ('owner@elsewhere.example', now()) returning id
     ), handle as (
       insert into handles (handle, account_id) select $1, id from account returning id
     )
     insert into forwardings (handle_id, address, address_key) select id, $2, $2 from handle`,
    [HANDLE, inbox],
  );
}
