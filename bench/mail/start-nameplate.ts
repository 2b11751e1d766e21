import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { findEmbedded } from '../../db/embedded.ts';
import { retryCopies } from '../../server/mail/queue/operator-store.ts';
import { openDatabase, openPool } from '../../server/platform/db/database.ts';
import { hashAppPassword } from '../../server/sending/shared/app-password-secret.ts';
import { freePort } from '../../tests/support/server/free-port.ts';
import { type Process, processTree } from './process-tree.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const HANDLE = 'bench';
export const DOMAIN = 'nameplate.example';

/** smtp-source prefixes it with a number, which gives each message of a run a different recipient. */
export const RECIPIENT = `-${HANDLE}@${DOMAIN}`;
/** The number of recipients in the database, each with its own inbox. */
export const RECIPIENTS = 20_000;

/** Handles of the Plus plan that may send, each with an app password. */
export const SENDERS = Array.from({ length: 100 }, (_, number) => ({
  address: `${number}-${HANDLE}@${DOMAIN}`,
  password: `benchmark password ${number}`,
}));

/** Settings that production requires. The benchmark sends no system emails and takes no payments, so the values are fake. */
const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: `https://${DOMAIN}`,
  SECRET_KEY: 'benchmark secret that is never used in production',
  ADMIN_EMAILS: 'operator@localhost.localdomain',
  PAYPAL_ENV: 'sandbox',
  PAYPAL_CLIENT_ID: 'none',
  PAYPAL_CLIENT_SECRET: 'none',
  PAYPAL_WEBHOOK_ID: 'none',
  SUPPORT_PHONE: '+1 202 555 0123',
};

export interface Nameplate {
  smtpPort: number;
  /** Submission with implicit TLS. */
  submissionsPort: number;
  pid: number;
  /** Processes that listen for mail. */
  mailProcesses(): Process[];
  /** Makes all queued mail due now, like `npm run queue -- flush`. */
  flush(): Promise<void>;
  /** Returns the number of queued copies. */
  deferred(): Promise<number>;
  /** Throws if its log contains errors, and quotes them. */
  stop(): Promise<void>;
}

/**
 * Starts Nameplate in production mode with the command of `npm start`. Its log is a file, and each recipient forwards to
 * its own inbox.
 */
export async function startNameplate(folder: string, settings: Record<string, string>): Promise<Nameplate> {
  const [smtpPort, submissionsPort] = [await freePort(), await freePort()];
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
      SUBMISSIONS_PORT: String(submissionsPort),
      SUBMISSION_PORT: '0',
      ...PRODUCTION,
      ...settings,
    },
    stdio: ['ignore', log, log],
  });
  closeSync(log);
  const logText = () => readFileSync(logFile, 'utf8');
  const ended = new Promise<void>((done) => child.once('exit', () => done()));
  for (const deadline = Date.now() + 60_000; !logText().includes('is ready'); await sleep(50)) {
    if (child.exitCode !== null || Date.now() > deadline) throw new Error(`Nameplate does not start:\n${logText()}`);
  }
  const url = (await findEmbedded(folder)) ?? '';
  const database = new pg.Client({ connectionString: url });
  await database.connect();
  database.on('error', () => {});
  const pool = openPool(url, 1);
  await seedRecipients(database);
  const pid = child.pid ?? 0;
  return {
    smtpPort,
    submissionsPort,
    pid,
    mailProcesses() {
      const tree = processTree(pid);
      const workers = tree.filter(({ command }) => command.includes('server/mail/process.ts'));
      return workers.length > 0 ? workers : tree.filter(({ command }) => command.includes('server/serve.ts'));
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
      const errors = logText()
        .split('\n')
        .filter((line) => /"level":[56]0|^\s+at /.test(line));
      rmSync(folder, { recursive: true, force: true });
      if (errors.length > 0) throw new Error(`Nameplate wrote errors to its log:\n${errors.slice(0, 5).join('\n')}`);
    },
  };
}

async function seedRecipients(database: pg.Client): Promise<void> {
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
  for (const { address, password } of SENDERS) {
    await database.query(
      `insert into app_passwords (handle_id, name, secret_hash) select id, 'benchmark', $2 from handles where handle = $1`,
      [address.split('@')[0], hashAppPassword(password)],
    );
  }
  // Keeps autovacuum from running during a measurement.
  await database.query('vacuum analyze handles, forwardings');
}
