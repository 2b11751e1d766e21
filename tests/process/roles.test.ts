import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTransport } from 'nodemailer';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOrCreateFile } from '../../server/platform/crypto/secrets.ts';
import { Authenticator } from '../support/api/authenticator.ts';
import { nextMailTo } from '../support/mail/outbox.ts';
import { verifiedHandle } from '../support/mail/verified-handle.ts';
import type { App } from '../support/server/app-process.ts';
import { freePort } from '../support/server/free-port.ts';
import { type RunningProcess, startProcess } from '../support/server/server-process.ts';
import { useDatabase } from '../support/server/test-database.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'nameplate-roles-'));
const running: RunningProcess[] = [];
const database = useDatabase();
let app: App;
let secondUrl: string;

/** Starts a process with some of the roles. */
async function startRole(roles: string, env: Record<string, string>): Promise<void> {
  running.push(await startProcess({ DATA_DIR: dataDir, DATABASE_URL: database.url, ROLES: roles, ...env }));
}

beforeAll(async () => {
  const [first, second, smtpPort] = [await freePort(), await freePort(), await freePort()];
  const url = `http://localhost:${first}`;
  secondUrl = `http://localhost:${second}`;
  const env = { PUBLIC_URL: url, SMTP_PORT: String(smtpPort) };
  await Promise.all([
    startRole('http', { ...env, PORT: String(first) }),
    startRole('http', { ...env, PORT: String(second) }),
    startRole('mail', env),
    startRole('jobs', env),
  ]);
  app = {
    url,
    smtpPort,
    submissionPort: 0,
    submissionsPort: 0,
    dataDir,
    pid: 0,
    output: () => '',
    stop: async () => {},
    kill: async () => {},
  };
});

afterAll(async () => {
  await Promise.all(running.map((one) => one.end('SIGTERM')));
  rmSync(dataDir, { recursive: true, force: true });
});

it('claims a handle and forwards mail with one process for each role', async () => {
  await verifiedHandle(app, 'roles-apart-here', 'owner@inbox.example');
  const client = createTransport({ host: '127.0.0.1', port: app.smtpPort, ignoreTLS: true });
  await client.sendMail({ from: 'a@sender.example', to: 'roles-apart-here@localhost', subject: 'Hello', text: 'Hi' });
  const mail = await nextMailTo(app, 'owner@inbox.example', 2);
  expect(mail.subject).toBe('Hello');
  expect(await (await fetch(`${secondUrl}/dev/outbox`)).text()).toContain('Hello');
});

it('drops a cached page when another process writes', async () => {
  const page = async (origin: string) => (await fetch(`${origin}/roles-apart-here`)).text();
  for (const origin of [app.url, secondUrl]) expect(await page(origin)).not.toContain('Written Elsewhere');
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("update handles set display_name = 'Written Elsewhere' where handle = 'roles-apart-here'");
  await client.end();
  for (const origin of [app.url, secondUrl]) {
    const deadline = Date.now() + 100_000;
    while (!(await page(origin)).includes('Written Elsewhere')) {
      if (Date.now() > deadline) throw new Error(`${origin} still shows the old page`);
      await sleep(10);
    }
  }
});

it('creates one complete secret when several processes create it in parallel', async () => {
  const file = path.join(dataDir, 'made-at-once');
  const made = await Promise.all(
    Array.from({ length: 50 }, (_, at) => readOrCreateFile(file, async () => `${at} `.repeat(10_000))),
  );
  expect(new Set(made)).toEqual(new Set([readFileSync(file, 'utf8')]));
  expect(made[0]).toHaveLength((made[0]?.indexOf(' ') ?? 0) * 10_000 + 10_000);
});

/** A browser that uses any of the processes. It keeps cookies, which browsers do not separate by port. */
function browser() {
  const cookies = new Map<string, string>();
  return async (origin: string, method: string, pathname: string, body?: object) => {
    const response = await fetch(origin + pathname, {
      method,
      redirect: 'manual',
      headers: {
        ...(method !== 'GET' && { origin }),
        ...(body && { 'content-type': 'application/json' }),
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : null };
  };
}

it('accepts a passkey for the challenge of another process once, and ends a session in all processes immediately', async () => {
  const [request, other] = [browser(), browser()];
  expect((await request(app.url, 'POST', '/api/dev-login')).status).toBe(200);
  const authenticator = new Authenticator(app.url, { counts: false });
  const created = authenticator.create((await request(app.url, 'POST', '/api/passkeys/options')).body);
  expect((await request(secondUrl, 'POST', '/api/passkeys', { credential: created })).status).toBe(201);

  const credential = authenticator.get((await other(app.url, 'POST', '/api/passkeys/sign-in-options')).body);
  const tries = await Promise.all(
    [app.url, secondUrl, app.url, secondUrl].map((url) => other(url, 'POST', '/api/passkeys/sign-in', { credential })),
  );
  expect(tries.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);

  for (const url of [app.url, secondUrl]) expect((await other(url, 'GET', '/api/user')).status).toBe(200);
  expect((await request(app.url, 'DELETE', '/api/sessions')).body).toEqual({ ended: 1 });
  for (const url of [secondUrl, app.url]) expect((await other(url, 'GET', '/api/user')).status).toBe(401);
  expect((await request(secondUrl, 'GET', '/api/user')).status).toBe(200);
});
