/** @module-tag long */
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { freePort } from '../support/server/free-port.ts';
import { useDatabase } from '../support/server/test-database.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const MAX_MB = 350;
const folder = mkdtempSync(path.join(tmpdir(), 'nameplate-release-'));
const release = path.join(folder, 'opt/nameplate');
/** The messages to systemd. */
const notified = path.join(folder, 'notified');
/** The user of the image, if this process may start programs as another user. */
const USER = process.getuid?.() === 0 ? { uid: 10001, gid: 10001 } : {};
const ROLE = `service_of_${process.pid}`;
const [port, smtpPort, health] = await Promise.all([freePort(), freePort(), freePort()]);
// Registered before the fixture, so that the role is dropped after the database that grants it rights.
afterAll(async () => {
  await asSuperuser(`drop role ${ROLE}`);
  rmSync(folder, { recursive: true, force: true });
});
const database = useDatabase();
let settings: Record<string, string>;

/** Starts a command of the release as the user of the service, without npm and with only these variables. */
function start(args: string[], env: Record<string, string>) {
  const child = spawn(path.join(release, 'nameplate'), args, {
    ...USER,
    cwd: '/',
    env: { PATH: `${path.join(folder, 'bin')}:/usr/bin:/bin`, ...env },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      output += part;
    });
  }
  const exited = once(child, 'close').then(([code]) => code as number | null);
  return { child, exited, output: () => output };
}

async function run(args: string[], env = settings): Promise<{ code: number | null; output: string }> {
  const { exited, output } = start(args, env);
  return { code: await exited, output: output() };
}

/** Requests a path from the release as its proxy does. */
async function request(at: string): Promise<{ status: number | undefined; hsts: string | undefined; body: string }> {
  const sent = get({ port, path: at, host: '127.0.0.1', headers: { host: 'handles.example.org' } });
  const [response] = await once(sent, 'response');
  const hsts = response.headers['strict-transport-security'];
  return { status: response.statusCode, hsts, body: await text(response) };
}

beforeAll(async () => {
  // The scripts of both stages of the image.
  execFileSync('sh', ['ops/container/build.sh', release, '--link'], { cwd: ROOT, stdio: 'pipe' });
  mkdirSync(path.join(folder, 'etc'));
  if (USER.uid) execFileSync('sh', ['ops/container/prepare.sh', folder], { cwd: ROOT });
  else mkdirSync(path.join(folder, 'data'));
  mkdirSync(path.join(folder, 'bin'));
  const program = path.join(folder, 'bin/systemd-notify');
  writeFileSync(program, `#!/bin/sh\necho "$1" >>${notified}\n`);
  writeFileSync(notified, '');
  for (const [file, mode] of [[folder, 0o755] as const, [program, 0o755] as const, [notified, 0o666] as const]) {
    chmodSync(file, mode);
  }
  const service = new URL(database.url);
  [service.username, service.password] = [ROLE, 'secret'];
  await asSuperuser(`create role ${ROLE} login password 'secret'`);
  settings = {
    NODE_ENV: 'production',
    PUBLIC_URL: 'https://handles.example.org',
    SECRET_KEY: 'a-secret-of-the-release-test-0123456789',
    ADMIN_EMAILS: 'operator@mailbox.example.net',
    PAYPAL_ENV: 'off',
    MAIL_PROCESSES: '1',
    SUBMISSION_PORT: '0',
    SUBMISSIONS_PORT: '0',
    DATABASE_URL: service.href,
    DATA_DIR: path.join(folder, 'data'),
    PORT: String(port),
    SMTP_PORT: String(smtpPort),
    METRICS_LISTEN: `127.0.0.1:${health}`,
  };
});

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

it('builds a release of limited size, with correct checksums and without tests and packages that it does not import', () => {
  expect(spawnSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: release })).toMatchObject({ status: 0 });
  const kilobytes = Number(execFileSync('du', ['-sk', release], { encoding: 'utf8' }).split('\t')[0]);
  expect(kilobytes / 1024).toBeLessThan(MAX_MB);
  const [all, shipped] = [ROOT, release].map((at) => JSON.parse(readFileSync(path.join(at, 'package.json'), 'utf8')));
  const unused = Object.keys({ ...all.dependencies, ...all.devDependencies }).filter(
    (name) => !shipped.dependencies[name],
  );
  expect(unused).toContain('vite');
  expect(unused.filter((name) => existsSync(path.join(release, 'node_modules', name)))).toEqual([]);
  expect(globSync(['{tests,web,bench}', '{server,mail,db,contract,tools}/**/*.test.ts'], { cwd: release })).toEqual([]);
});

it('does not replace a folder that is not a release', () => {
  const build = spawnSync(process.execPath, ['tools/build.ts', '--folder', folder], { cwd: ROOT, encoding: 'utf8' });
  expect(build).toMatchObject({ status: 1, stderr: expect.stringContaining('is not a release') });
  expect(existsSync(notified)).toBe(true);
});

it('treats a release as installed and built, without npm', () => {
  const node = path.join(release, 'node_modules/.bin/node');
  const { status, stdout, stderr } = spawnSync(node, ['tools/setup.js', '--web'], {
    cwd: release,
    env: { PATH: '/nowhere' },
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([0, '', '']);
});

it('serves pages in production from a release, as another user and a database role with few rights', async () => {
  const granted = await run(['migrate', '--grant', ROLE], { DATABASE_URL: database.url });
  expect(granted, granted.output).toMatchObject({ code: 0 });
  const socket = { NOTIFY_SOCKET: '/run/systemd/notify', WATCHDOG_USEC: '300000' };
  const { child, exited, output } = start(['start'], { ...settings, ...socket });
  try {
    await expect.poll(() => child.exitCode !== null || output().includes('process.ready')).toBe(true);
    expect(child.exitCode, output()).toBeNull();
    const { status, hsts, body } = await request('/');
    expect([status, hsts]).toEqual([200, 'max-age=63072000']);
    // Nothing is sold with PAYPAL_ENV=off. The limits on sending are those of plans that handles may have from before.
    expect(body.replace(/"sendLimits":\{.*?\}\}/, '')).not.toMatch(/Deluxe|Vanity|Starting at|money-back|price lock/);
    const asset = /\/assets\/[\w.-]+\.js/.exec(body)?.[0] ?? 'no asset';
    expect(await request(asset)).toMatchObject({ status: 200 });
    expect(await request('/digital-universe')).toMatchObject({ status: 200, body: expect.stringContaining('<h1') });

    const healthy = await run(['health']);
    expect(healthy, healthy.output).toMatchObject({ code: 0, output: expect.stringContaining('"status":"ok"') });
    const backup = await run(['backup']);
    expect(backup, backup.output).toMatchObject({ code: 0, output: expect.stringContaining('written and verified') });
    expect(await run(['queue', 'list'])).toMatchObject({ code: 0 });
    await expect.poll(() => readFileSync(notified, 'utf8')).toMatch(/^READY=1\n(WATCHDOG=1\n)+/);
    if (USER.uid) expect(readFileSync(`/proc/${child.pid}/status`, 'utf8')).toMatch(/^Uid:\t10001\t/m);
  } finally {
    child.kill('SIGTERM');
    await exited;
  }
  expect(await exited, output()).toBe(0);
  expect(readFileSync(notified, 'utf8')).toMatch(/STOPPING=1\n/);
  expect(output()).not.toMatch(/"level":(40|50|60)|Cannot find/);
  expect(await run(['health'])).toMatchObject({ code: 1, output: expect.stringContaining('Not healthy') });
});

it('lists the commands of a release if a command is unknown', async () => {
  for (const command of ['build', '../tools/doctor', '']) {
    expect(await run([command], {})).toMatchObject({ code: 64, output: expect.stringContaining('usage: nameplate') });
  }
});
