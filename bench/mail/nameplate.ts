import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findEmbedded } from '../../db/embedded.ts';
import { retryCopies } from '../../server/mail/queue/operator-rules.ts';
import { openDatabase, openPool } from '../../server/platform/db/database.ts';
import { freePort } from '../../tests/support/server/free-port.ts';
import { type Process, processTree } from './tree.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const HANDLE = 'bench';
const DOMAIN = 'nameplate.example';

/** smtp-source puts a number before it, so that each message of a run has a recipient of its own. */
export const RECIPIENT = `-${HANDLE}@${DOMAIN}`;
/** Recipients that are there, each with an inbox of its own. */
export const RECIPIENTS = 20_000;

/** What production asks for; no letter is written and no page asked for, so nobody gets mail or money. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: `https://${DOMAIN}`,
  SECRET_KEY: 'this is a benchmark and its secrets are none',
  ADMIN_EMAILS: 'operator@localhost.localdomain',
  PAYPAL_ENV: 'sandbox',
  PAYPAL_CLIENT_ID: 'none',
  PAYPAL_CLIENT_SECRET: 'none',
  PAYPAL_WEBHOOK_ID: 'none',
};

export interface Nameplate {
  smtpPort: number;
  pid: number;
  /** Processes that listen for mail. */
  mailProcesses(): Process[];
  /** Has everything in the queue tried at once, as `npm run queue -- flush` does. */
  flush(): Promise<void>;
  /** Copies that wait. */
  deferred(): Promise<number>;
  /** Throws with what it said where it wrote errors to its log. */
  stop(): Promise<void>;
}

/**
 * Starts Nameplate in production, by the command of `npm start`, with its log in a file and mail for the recipients going
 * to inboxes of their own.
 */
export async function startNameplate(folder: string, settings: Record<string, string>): Promise<Nameplate> {
  const smtpPort = await freePort();
  const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
    scripts: { start: string };
  };
  const logFile = path.join(folder, 'log');
  const log = openSync(logFile, 'w');
  const child = spawn('sh', ['-c', scripts.start], {
    cwd: ROOT,
    env: {
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      HOME: process.env.HOME,
      DATA_DIR: folder,
      PORT: String(await freePort()),
      SMTP_PORT: String(smtpPort),
      ...PRODUCTION,
      ...settings,
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const said = () => readFileSync(logFile, 'utf8');
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  for (const deadline = Date.now() + 60_000; !said().includes('is ready'); await sleep(50)) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Nameplate does not start:\n${said()}`);
  }
  const url = (await findEmbedded(folder)) ?? '';
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  database.on('error', () => {});
  const pool = openPool(url, 1);
  await claim(database);
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
      await retryCopies(openDatabase(pool), {});
    },
    async deferred() {
      const { rows } = await database.query<{ count: number }>(
        'select count(*)::integer as count from mail_recipients',
      );
      return rows[0]?.count ?? 0;
    },
    async stop() {
      await database.end().catch(() => {});
      await pool.end();
      child.kill('SIGTERM');
      await ended;
      const errors = said()
        .split('\n')
        .filter((line) => /"level":[56]0|^\s+at /.test(line));
      rmSync(folder, { recursive: true, force: true });
      if (errors.length > 0) throw new Error(`Nameplate wrote errors to its log:\n${errors.slice(0, 5).join('\n')}`);
    },
  };
}

async function claim(database: pg.Client): Promise<void> {
  await database.query(
    `with account as (
       insert into accounts (email, email_verified_at) values ('owner@elsewhere.example', now()) returning id
     ), claimed as (
       insert into handles (handle, account_id)
       select n || '-' || $1, id from account, generate_series(0, $2::integer - 1) as n returning id, handle
     )
     insert into forwardings (handle_id, address, address_key)
     select id, handle || '@elsewhere.example', handle || '@elsewhere.example' from claimed`,
    [HANDLE, RECIPIENTS],
  );
  // Now, and not in the middle of a run.
  await database.query('vacuum analyze handles, forwardings');
}
