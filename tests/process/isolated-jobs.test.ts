import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findEmbedded } from '../../db/embedded.ts';
import { bodyFromBuffer } from '../../mail/message/message.ts';
import { createQueueStore } from '../../server/mail/queue/store.ts';
import { mailsTo, nextMailTo } from '../support/mail/outbox.ts';
import { type App, startApp, stopDatabase } from '../support/server/app-process.ts';
import { newDataDir } from '../support/server/data-dir.ts';
import { processEnvironment } from '../support/server/process-environment.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const VICTIM = 'spins@real.example';
/** The first test starts four apps, one after the other. */
const TIMEOUT = 300_000;
const LONG = { timeout: TIMEOUT, tags: ['long'] };
let dataDir: string;
let poison: string;
let env: Record<string, string>;
let app: App;

beforeAll(async () => {
  dataDir = newDataDir('isolated');
  poison = path.join(dataDir, 'poison');
  await writeFile(poison, 'on\n');
  const preload = path.join(import.meta.dirname, 'poison.ts');
  env = { NODE_OPTIONS: `--import=${preload}`, POISON: poison, RATE_LIMITS: 'off', LOG_LEVEL: 'warn' };
});
afterAll(async () => {
  await app?.stop();
  // A test that fails after a kill leaves the database without an app.
  await stopDatabase(dataDir);
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the app. Processes that deliver the poisoned message block only after the app is ready. */
async function start(): Promise<void> {
  await rm(`${poison}.go`, { force: true });
  app = await startApp({ dataDir, env });
  await writeFile(`${poison}.go`, '');
}

/** Returns the pids of the processes that have been blocked so far. */
async function poisoned(): Promise<number[]> {
  return (await readFile(poison, 'utf8')).split('\n').filter(Boolean).slice(1).map(Number);
}

async function until<T>(what: string, find: () => Promise<T | undefined>): Promise<T> {
  for (const deadline = Date.now() + 100_000; Date.now() < deadline; await sleep(50)) {
    const found = await find();
    if (found !== undefined) return found;
  }
  throw new Error(`timed out waiting for: ${what}`);
}

async function query<Row extends pg.QueryResultRow>(text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: (await findEmbedded(dataDir)) ?? '' });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

async function tool(name: 'jobs' | 'queue', ...args: string[]): Promise<string> {
  const settings = processEnvironment({ DATA_DIR: dataDir });
  return (await promisify(execFile)(process.execPath, [`tools/${name}.ts`, ...args], { cwd: ROOT, env: settings }))
    .stdout;
}

async function askToSignIn(app: App, email: string): Promise<void> {
  const reply = await fetch(`${app.url}/api/send-login-magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: app.url },
    body: JSON.stringify({ email }),
  });
  expect(reply.status).toBe(200);
}

it(
  'runs a job in an isolated process after it killed three processes, holds it with an alarm, and releases it by a command',
  LONG,
  async () => {
    await start();
    await askToSignIn(app, VICTIM);
    for (let death = 1; death <= 3; death++) {
      await until(`death ${death}`, async () => ((await poisoned()).includes(app.pid) ? true : undefined));
      await app.kill();
      await start();
    }
    const isolated = await until('an isolated attempt', async () => (await poisoned())[3]);
    expect(isolated).not.toBe(app.pid);
    // The job blocks another process, so the app still serves pages and sends other emails.
    expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
    await askToSignIn(app, 'someone@real.example');
    await nextMailTo(app, 'someone@real.example');

    const job = await until('the job waits', async () => {
      const [row] = await query<{ id: string; deaths: number; last_error: string; hours: number }>(
        `select id, deaths, last_error, extract(epoch from next_try_at - now())::float8 / 3600 as hours
       from isolated_jobs where task = 'send-letter' and next_try_at is not null`,
      );
      return row;
    });
    expect(job).toMatchObject({ deaths: 3, last_error: expect.stringContaining('SIGKILL') });
    expect(job.hours).toBeGreaterThan(0.9);
    expect(app.output()).toContain('job.isolated_died');
    expect(await query("select kind, host from mail_alarms where kind = 'isolated'")).toContainEqual({
      kind: 'isolated',
      host: 'send-letter',
    });
    expect(await tool('jobs', 'list')).toMatch(/send-letter {2}3 deaths {2}WAITS/);
    // An identical job is also held: it does not run and is not lost.
    await query(`select graphile_worker.add_job(task, payload) from isolated_jobs where id = ${job.id}`);
    await until('the second job has left the job queue', async () =>
      (await query('select 1 from graphile_worker.jobs where task_identifier = $$send-letter$$')).length === 0
        ? true
        : undefined,
    );
    expect(await poisoned()).toHaveLength(4);

    await writeFile(poison, 'off\n');
    expect(await mailsTo(app, VICTIM)).toEqual([]);
    await tool('jobs', 'release', job.id);
    expect((await nextMailTo(app, VICTIM)).subject).toContain('Sign in');
    expect(await tool('jobs', 'list')).not.toContain('send-letter');
  },
);

it('attempts a queued email in an isolated process after it killed three processes, and keeps it in the queue', {
  timeout: TIMEOUT,
}, async () => {
  if (!app) await start();
  await writeFile(poison, 'on\n');
  const before = (await mailsTo(app, VICTIM)).length;
  const pool = new pg.Pool({ connectionString: (await findEmbedded(dataDir)) ?? '' });
  const body = bodyFromBuffer(Buffer.from('From: a@b.test\r\nSubject: Queued\r\n\r\nHello\r\n'));
  const copy = { from: 'a@b.test', destination: VICTIM, recipient: '', key: 'letters', after: 0, lease: 0 };
  await query("update mail_queue_state set paused_at = now(), pause_reason = 'test'");
  await createQueueStore(pool).enqueue([
    { message: { id: 'poisoned', reportTo: '', utf8: false, body }, recipients: [{ ...copy, id: 'poisoned' }] },
  ]);
  await pool.end();
  await query("update mail_recipients set deaths = 3 where id = 'poisoned'");
  await tool('queue', 'resume');
  await tool('queue', 'flush');

  const isolated = await until('an isolated attempt', async () => (await poisoned())[0]);
  expect(isolated).not.toBe(app.pid);
  expect((await fetch(`${app.url}/healthz`)).status).toBe(200);
  await until('an alarm', async () => {
    const [alarm] = await query("select 1 from mail_alarms where kind = 'isolated' and host = 'real.example'");
    return alarm;
  });
  expect(app.output()).toContain('mail.queue.isolated_died');
  await until('the copy waits', async () => ((await tool('queue', 'list')).includes('ISOLATED') ? true : undefined));
  expect(await tool('queue', 'show', 'poisoned')).toContain('SIGKILL');

  await writeFile(poison, 'off\n');
  await tool('queue', 'release', 'poisoned');
  expect((await nextMailTo(app, VICTIM, before + 1)).subject).toBe('Queued');
});
