import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SAMPLE_PROFILE } from '../../contract/profiles/sample-profile.ts';
import { freePort } from '../support/server/free-port.ts';
import { runUntilExit } from '../support/server/run-until-exit.ts';
import { type RunningProcess, startProcess } from '../support/server/server-process.ts';
import { useDatabase } from '../support/server/test-database.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'nameplate-health-'));
const database = useDatabase();
let squatter: Server;
let http: RunningProcess;
let mail: RunningProcess;
let jobs: RunningProcess;
const [httpPort, smtpPort, mailHealth, jobsHealth] = await Promise.all([
  freePort(),
  freePort(),
  freePort(),
  freePort(),
]);
const settings = () => ({
  DATA_DIR: dataDir,
  DATABASE_URL: database.url,
  PORT: String(httpPort),
  PUBLIC_URL: `http://localhost:${httpPort}`,
  SMTP_PORT: String(smtpPort),
  DATABASE_POOL: '60',
});

beforeAll(async () => {
  const taken = await freePort();
  squatter = createServer().listen(taken, '127.0.0.1');
  const start = (roles: string, port: number, env = {}) =>
    startProcess({ ...settings(), ROLES: roles, METRICS_LISTEN: `127.0.0.1:${port}`, ...env });
  [http, mail, jobs] = await Promise.all([
    start('http', taken),
    start('mail', mailHealth, { MAIL_PROCESSES: '1' }),
    start('jobs', jobsHealth),
  ]);
});
afterAll(async () => {
  await Promise.all([http, mail, jobs].map((one) => one?.end('SIGTERM')));
  squatter?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

async function read(port: number, name: string): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(`http://127.0.0.1:${port}/${name}`);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

it('serves the health of every role on a separate listener, and warns without exiting if its port is taken', async () => {
  expect(http.output()).toMatch(/METRICS_LISTEN cannot be used/);
  for (const [port, role] of [
    [mailHealth, 'mail'],
    [jobsHealth, 'jobs'],
  ] as const) {
    expect(await read(port, 'healthz')).toMatchObject({
      status: 200,
      body: { status: 'ok', service: 'nameplate', roles: [role] },
    });
    const processes = { http: 1, mail: 1, jobs: 1 };
    expect(await read(port, 'readyz')).toMatchObject({ status: 200, body: { status: 'ready', processes } });
    expect((await read(port, 'others')).status).toBe(404);
  }
  expect(await read(httpPort, 'readyz')).toMatchObject({ status: 200, body: { missingRoles: [] } });
});

it('reports running processes and their connections in npm run doctor', async () => {
  const { output } = await runUntilExit(['tools/doctor.ts'], settings());
  expect(output).toContain(`ok      PORT ${httpPort} is served by a running Nameplate`);
  expect(output).toContain(`ok      SMTP_PORT ${smtpPort} is served by a running Nameplate`);
  expect(output).toContain('ok      every role has a live process');
  // Two pools of 60 connections and the listeners exceed max_connections = 100.
  expect(output).toMatch(
    /WRONG {3}\d processes of this database may open \d{3} connections \(.*http.* \d+.*\), and the server allows 97 to all/,
  );
  expect(jobs.output() + http.output()).toMatch(/lower DATABASE_POOL/);
});

it('restarts a job runner that ends because the database does not accept the result of a job', {
  tags: ['long'],
}, async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(`
      create function refuse_result() returns trigger language plpgsql as $$ begin raise exception 'no result'; end $$;
      create trigger refuse_result before delete on graphile_worker._private_jobs for each row execute function refuse_result()`);
    const { rows } = await client.query<{ id: string }>("select id from graphile_worker.add_job('roll-up-analytics')");
    await expect.poll(async () => jobs.output().includes('job.runner_ended')).toBe(true);
    await client.query('drop trigger refuse_result on graphile_worker._private_jobs');
    await expect.poll(async () => jobs.output().includes('job.runner_restarted')).toBe(true);
    expect(jobs.output()).not.toContain('process.unhandled_rejection');
    const left = () => client.query('select from graphile_worker._private_jobs where id = $1', [rows[0]?.id]);
    await expect.poll(async () => (await left()).rowCount === 0).toBe(true);
  } finally {
    await client.end();
  }
});

/** Makes new sessions of the database read-only or writable, and makes the processes connect again. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  const client = new pg.Client({ connectionString: database.url, options: '-c default_transaction_read_only=off' });
  await client.connect();
  try {
    await client.query(`do $$ begin
      execute format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`);
    await client.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
  } finally {
    await client.end();
  }
}

const save = () =>
  fetch(`http://127.0.0.1:${httpPort}/api/send-login-magic-link`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', host: 'localhost', origin: settings().PUBLIC_URL },
    body: JSON.stringify({ email: 'visitor@inbox.example' }),
  });

it('reports in every health check that the database is read-only, responds to writes with 503, and serves pages', async () => {
  await setReadOnly('on');
  try {
    const reason = 'The database is read-only.';
    const body = { status: 'unavailable', missing: ['database'], reason };
    for (const port of [mailHealth, jobsHealth]) {
      await expect.poll(() => read(port, 'readyz')).toEqual({ status: 503, body });
    }
    await expect.poll(() => read(httpPort, 'readyz')).toMatchObject({ status: 503, body: { message: reason } });
    const refused = await save();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '30']);
    expect(await refused.json()).toEqual({
      code: 'unavailable',
      message: 'We cannot save anything at the moment. Please try again in a few minutes.',
    });
    expect((await fetch(`http://127.0.0.1:${httpPort}/${SAMPLE_PROFILE.handle}`)).status).toBe(200);
  } finally {
    await setReadOnly('off');
  }
  for (const port of [mailHealth, jobsHealth, httpPort]) {
    await expect.poll(async () => (await read(port, 'readyz')).status).toBe(200);
  }
  expect((await save()).status).toBe(200);
});

it('reports in every health check that no process runs the jobs', async () => {
  await jobs.end('SIGTERM');
  await expect.poll(async () => (await read(httpPort, 'readyz')).body.missingRoles?.toString() === 'jobs').toBe(true);
  expect(await read(mailHealth, 'readyz')).toMatchObject({ status: 200, body: { processes: { jobs: 0 } } });
  const { code, output } = await runUntilExit(['tools/doctor.ts', '--json'], settings());
  const { isGood, findings, records } = JSON.parse(output);
  expect([code, isGood]).toEqual([1, false]);
  expect(findings).toContainEqual(
    expect.objectContaining({ kind: 'wrong', what: 'no process runs the role jobs', todo: expect.any(String) }),
  );
  expect(records).toContainEqual(expect.stringMatching(/^localhost\. IN TXT "v=spf1 /));
});

it('reports in every health check that the disk of the database is full, even if only a child process writes', {
  tags: ['long'],
}, async () => {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  try {
    // What PostgreSQL reports when it cannot extend a table. Every process writes its heartbeat.
    await client.query(`
      create function refuse_write() returns trigger language plpgsql as $$ begin
        raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger refuse_write before insert or update on process_heartbeats for each row execute function refuse_write()`);
    const reason = 'The disk of the database is full.';
    const full = { status: 503, body: { status: 'unavailable', missing: ['database'], reason } };
    await expect.poll(() => read(mailHealth, 'readyz')).toEqual(full);
    await expect.poll(() => read(httpPort, 'readyz')).toMatchObject({ status: 503, body: { message: reason } });
    const text = await (await fetch(`http://127.0.0.1:${mailHealth}/metrics`)).text();
    expect(text).toMatch(/^nameplate_database_refuses_writes\{reason="full"\} [1-9]/m);
  } finally {
    await client.query('drop trigger refuse_write on process_heartbeats; drop function refuse_write');
    await client.end();
  }
});
