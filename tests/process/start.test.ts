import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findEmbedded } from '../../db/embedded.ts';
import { type App, startApp } from '../support/server/app-process.ts';
import { newDataDir } from '../support/server/data-dir.ts';
import { freePort } from '../support/server/free-port.ts';
import { runUntilExit } from '../support/server/run-until-exit.ts';

/** Runs the server with these settings until it exits. */
const runServer = (env: Record<string, string>) => runUntilExit(['server/main.ts'], env);

let app: App;
let folder: string;
/** Starts the app with one misspelled setting. The first start creates the DATA_DIR. */
const start = () =>
  startApp({ dataDir: path.join(folder, 'data'), supervised: true, env: { PUBLIC_URI: 'http://nowhere.example' } });
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nameplate-start-'));
  app = await start();
});
afterAll(async () => {
  await app?.stop();
  await rm(folder, { recursive: true, force: true });
});

describe('a start', () => {
  it('prints the addresses of the pages, the SMTP servers and the outbox at the start', async () => {
    // They follow the first response, which the start of the test waits for.
    await vi.waitFor(() => expect(app.output()).toContain(`Pages   ${app.url}`), { timeout: 10_000 });
    expect(app.output()).toContain(`127.0.0.1:${app.smtpPort}`);
    expect(app.output()).toContain(`Sending 127.0.0.1:${app.submissionPort}, 127.0.0.1:${app.submissionsPort}`);
    expect(app.output()).toContain(`${app.url}/dev/outbox`);
  });

  it('lists all invalid settings, without a stack trace, and exits with 1', async () => {
    const wrong = { PORT: 'http', SMTP_PORT: '-1', SECRET_KEY: 'short', PUBLIC_URL: 'https://np.example.org' };
    const { code, output } = await runServer({ DATA_DIR: folder, ...wrong });
    expect(code).toBe(1);
    for (const name of Object.keys(wrong)) expect(output).toMatch(new RegExp(`^  ${name}: must`, 'm'));
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('warns only about a variable that looks like a misspelled setting', () => {
    const warnings = app.output().match(/config\.unknown_setting/g);
    expect(warnings).toHaveLength(1);
    expect(app.output()).toContain('PUBLIC_URI');
  });

  it('prints the pid of the process that already uses the DATA_DIR', async () => {
    const { code, output } = await runServer({ DATA_DIR: app.dataDir, PORT: '0', SMTP_PORT: '0' });
    expect(code).toBe(1);
    expect(output).toContain(`pid ${app.pid}`);
    expect(output).toContain('set another DATA_DIR');
    expect(output).not.toMatch(/\n\s+at /);
  });

  for (const setting of ['SMTP_PORT', 'PORT', 'SUBMISSION_PORT', 'SUBMISSIONS_PORT']) {
    const options = { tags: setting === 'SMTP_PORT' ? [] : ['long'] };
    it(`reports that the port in ${setting} is taken, and leaves no process running`, options, async () => {
      const port = await freePort();
      const squatter = createServer().listen(port, '127.0.0.1');
      await once(squatter, 'listening');
      const dataDir = newDataDir('taken-port');
      try {
        const ports = { PORT: String(await freePort()), SMTP_PORT: String(await freePort()), [setting]: String(port) };
        const env = { ...ports, MAIL_PROCESSES: '1' };
        const { code, output } = await runServer({ DATA_DIR: dataDir, ...env });
        expect(code).toBe(1);
        expect(output).toContain(`Port ${port} is taken`);
        expect(output).toContain(setting);
        expect(output).not.toMatch(/\n\s+at |nhandled/);
      } finally {
        squatter.close();
        await rm(dataDir, { recursive: true, force: true });
      }
    });
  }

  it.each([
    ['a DATA_DIR below a file', { DATA_DIR: '/dev/null/here' }, '/dev/null/here'],
    ['a missing certificate', { TLS_CERT: '/no/cert.pem', TLS_KEY: '/no/key.pem', ROLES: 'mail' }, '/no/'],
  ])('refuses to start with %s, and prints its path without a stack trace', async (_, settings, named) => {
    const env = { DATA_DIR: app.dataDir, PORT: '0', SMTP_PORT: '0', ...settings };
    const url = (await findEmbedded(app.dataDir)) ?? '';
    const { code, output } = await runServer({ DATABASE_URL: url, ...env });
    expect(code).toBe(1);
    expect(output).toContain(named);
    expect(output).toContain('TLS_CERT');
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('reports an unreachable database, and does not start the embedded one', async () => {
    const port = await freePort();
    const { code, output } = await runServer({
      DATA_DIR: path.join(folder, 'remote'),
      DATABASE_URL: `postgres://nobody@127.0.0.1:${port}/nothing`,
      PORT: '0',
      SMTP_PORT: '0',
    });
    expect(code).toBe(1);
    expect(output).toContain('DATABASE_URL');
    expect(output).not.toMatch(/\n\s+at /);
  });

  it('starts with the same data after kill -9', async () => {
    const signedIn = async () => {
      const response = await fetch(`${app.url}/api/dev-login`, { method: 'POST', headers: { origin: app.url } });
      return ((await response.json()) as { user: { id: number; createdAt: string } }).user;
    };
    const user = await signedIn();
    await app.kill();
    app = await start();
    expect(await signedIn()).toEqual(user);
  });
});

describe('SIGTERM', () => {
  it('receives the whole of a message in transfer before it stops after SIGTERM', async () => {
    const socket = connect(app.smtpPort, '127.0.0.1').setEncoding('utf8');
    let received = '';
    socket.on('data', (data) => {
      received += data;
    });
    const untilReply = (pattern: RegExp) => expect.poll(() => received).toMatch(pattern);
    await untilReply(/^220 /);
    socket.write('EHLO client.example\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<postmaster@localhost>\r\nDATA\r\n');
    await untilReply(/^354 /m);
    process.kill(app.pid, 'SIGTERM');
    await expect.poll(app.output).toContain('process.stopping');
    socket.write('From: a@b.example\r\nSubject: late\r\n\r\nlate\r\n.\r\n');
    await untilReply(/^250 2\.\d\.\d .*\r\n(?:.|\r|\n)*$/m);
    await untilReply(/taken as/);
    socket.end();
    await app.stop();
  });
});
