import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDir } from './data-dir-lock.ts';
import { type Embedded, findEmbedded, startEmbedded } from './embedded.ts';

let dataDir: string;
let running: Embedded | undefined;
const said: string[] = [];
const log = { info: say, warn: say, error: say };

function say(message: string): void {
  said.push(message);
}

async function start(): Promise<Embedded> {
  running = await startEmbedded({ dataDir, log });
  return running;
}

async function ask(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {}); // the server may be killed under it
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function postmasterPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);
}

/** Runs a script with the modules of this folder at hand in a process of its own; gives its first line and the process. */
async function elsewhere(script: string) {
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((done) => child.stdout.once('data', (chunk) => done(String(chunk).trim())));
  return { child, line };
}

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'nameplate-embedded-'));
  said.length = 0;
});

afterEach(async () => {
  await running?.stop();
  running = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the embedded database', () => {
  it('keeps what was committed, across a stop and another start', async () => {
    const first = await start();
    await ask(first.connectionString, 'CREATE TABLE kept (word text)');
    await ask(first.connectionString, "INSERT INTO kept VALUES ('ä€😀')");
    await first.stop();
    expect(await findEmbedded(dataDir)).toBeUndefined();

    const second = await start();
    expect(await ask(second.connectionString, 'SELECT word FROM kept')).toEqual([{ word: 'ä€😀' }]);
    expect(await findEmbedded(dataDir)).toBe(second.connectionString);
    expect(said).toEqual([]);
  });

  it('asks for its password, keeps it from other users, and writes commits to disk', async () => {
    const { connectionString } = await start();
    await expect(ask(connectionString.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/);
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      expect(await ask(connectionString, `SHOW ${setting}`)).toEqual([{ [setting]: 'on' }]);
    }
  });

  it('comes back on the same port when it is killed', async () => {
    const { connectionString } = await start();
    await ask(connectionString, 'CREATE TABLE kept AS SELECT 1 AS number');
    process.kill(postmasterPid(), 'SIGKILL');
    const deadline = Date.now() + 20_000;
    while (!said.some((line) => line.includes('running again')) && Date.now() < deadline) await sleep(50);
    expect(await ask(connectionString, 'SELECT number FROM kept')).toEqual([{ number: 1 }]);
    expect(said[0]).toMatch(/ended unexpectedly \(SIGKILL\)/);
  });

  it('takes over the data of a database that outlived its process', async () => {
    const quiet = '{ info() {}, warn() {}, error() {} }';
    const { child, line } = await elsewhere(`
      import { startEmbedded } from './embedded.ts';
      const { connectionString } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: ${quiet} });
      console.log(connectionString);
      setInterval(() => {}, 1000);
    `);
    await ask(line, 'CREATE TABLE kept AS SELECT 2 AS number');
    const orphan = postmasterPid();
    child.kill('SIGKILL');
    const { connectionString } = await start();
    expect(said).toEqual([expect.stringContaining(`pid ${orphan}`)]);
    expect(postmasterPid()).not.toBe(orphan);
    expect(await ask(connectionString, 'SELECT number FROM kept')).toEqual([{ number: 2 }]);
  });

  it('starts although its old pid belongs to another process by now', async () => {
    const first = await start();
    const pidFile = join(dataDir, 'postgres/postmaster.pid');
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    await first.stop();
    const { child } = await elsewhere(`
      import { writeFileSync } from 'node:fs';
      const lines = ${JSON.stringify(lines)};
      lines[0] = process.pid;
      writeFileSync(${JSON.stringify(pidFile)}, lines.join('\\n'));
      console.log('written');
      setInterval(() => {}, 1000);
    `);
    const { connectionString } = await start();
    expect(await ask(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(child.exitCode).toBeNull();
    child.kill();
  });
});

describe('the lock on DATA_DIR', () => {
  it('is held by one process, named in the message, and ends with that process', async () => {
    const { child, line } = await elsewhere(`
      import { lockDataDir } from './data-dir-lock.ts';
      lockDataDir(${JSON.stringify(dataDir)});
      console.log(process.pid);
      setInterval(() => {}, 1000);
    `);
    expect(() => lockDataDir(dataDir)).toThrow(`another Nameplate (pid ${line}) is already using DATA_DIR ${dataDir}`);
    child.kill('SIGKILL');
    await new Promise((done) => child.once('exit', done));
    const lock = lockDataDir(dataDir);
    expect(() => lockDataDir(dataDir)).toThrow(/already using/);
    lock.release();
    lockDataDir(dataDir).release();
  });
});
