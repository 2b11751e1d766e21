import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newDataDir } from '../tests/support/server/data-dir.ts';
import { lockDataDir } from './data-dir-lock.ts';
import { type Embedded, findEmbedded, startEmbedded } from './embedded.ts';

let dataDir: string;
let running: Embedded | undefined;
const scripts: ChildProcess[] = [];
const logged: string[] = [];
const log = { info: record, warn: record, error: record };

function record(message: string): void {
  logged.push(message);
}

async function start(): Promise<Embedded> {
  running = await startEmbedded({ dataDir, log });
  return running;
}

async function query(connectionString: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  client.on('error', () => {}); // A test may kill the server while the client is connected.
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

/** Runs a script in another process, with imports relative to this folder. Returns the process and its first line. */
async function runScript(script: string) {
  const child = spawn(process.execPath, ['--expose-gc', '--input-type=module', '-e', script], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  scripts.push(child);
  const line = await new Promise<string>((done) => child.stdout.once('data', (chunk) => done(String(chunk).trim())));
  return { child, line };
}

/** Replaces the DATA_DIR, which has a database, with an empty one. */
function emptyDataDir(): void {
  rmSync(dataDir, { recursive: true });
  dataDir = mkdtempSync(join(tmpdir(), 'nameplate-embedded-'));
}

beforeEach(() => {
  dataDir = newDataDir('embedded');
  logged.length = 0;
});

afterEach(async () => {
  for (const child of scripts.splice(0)) child.kill('SIGKILL');
  await running?.stop();
  running = undefined;
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the embedded database', () => {
  it('keeps committed data across a stop and a start', async () => {
    emptyDataDir();
    const first = await start();
    await query(first.connectionString, 'CREATE TABLE kept (word text)');
    await query(first.connectionString, "INSERT INTO kept VALUES ('ä€😀')");
    await first.stop();
    expect(await findEmbedded(dataDir)).toBeUndefined();

    const second = await start();
    expect(await query(second.connectionString, 'SELECT word FROM kept')).toEqual([{ word: 'ä€😀' }]);
    expect(await findEmbedded(dataDir)).toBe(second.connectionString);
    expect(logged).toEqual([]);
  });

  it('requires the password of the database, stores it with mode 0600, and writes commits to disk', async () => {
    const { connectionString } = await start();
    await expect(query(connectionString.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow(/password/);
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
    for (const setting of ['fsync', 'synchronous_commit', 'full_page_writes']) {
      expect(await query(connectionString, `SHOW ${setting}`)).toEqual([{ [setting]: 'on' }]);
    }
  });

  it('restarts a killed database on the same port', async () => {
    const { connectionString } = await start();
    await query(connectionString, 'CREATE TABLE kept AS SELECT 1 AS number');
    process.kill(postmasterPid(), 'SIGKILL');
    const deadline = Date.now() + 20_000;
    while (!logged.some((line) => line.includes('running again')) && Date.now() < deadline) await sleep(50);
    expect(await query(connectionString, 'SELECT number FROM kept')).toEqual([{ number: 1 }]);
    expect(logged[0]).toMatch(/ended unexpectedly \(SIGKILL\)/);
  });

  it('stops a database that outlived its parent process, and keeps its data', async () => {
    const quiet = '{ info() {}, warn() {}, error() {} }';
    const { child, line } = await runScript(`
      import { startEmbedded } from './embedded.ts';
      const { connectionString } = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: ${quiet} });
      console.log(connectionString);
      setInterval(() => {}, 1000);
    `);
    await query(line, 'CREATE TABLE kept AS SELECT 2 AS number');
    const orphan = postmasterPid();
    child.kill('SIGKILL');
    const { connectionString } = await start();
    expect(logged).toEqual([expect.stringContaining(`pid ${orphan}`)]);
    expect(postmasterPid()).not.toBe(orphan);
    expect(await query(connectionString, 'SELECT number FROM kept')).toEqual([{ number: 2 }]);
  });

  it('starts the database if the pid in its pid file belongs to an unrelated process', async () => {
    const first = await start();
    const pidFile = join(dataDir, 'postgres/postmaster.pid');
    const lines = readFileSync(pidFile, 'utf8').split('\n');
    await first.stop();
    const { child } = await runScript(`
      import { writeFileSync } from 'node:fs';
      const lines = ${JSON.stringify(lines)};
      lines[0] = process.pid;
      writeFileSync(${JSON.stringify(pidFile)}, lines.join('\\n'));
      console.log('written');
      setInterval(() => {}, 1000);
    `);
    const { connectionString } = await start();
    expect(await query(connectionString, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(child.exitCode).toBeNull();
    child.kill();
  });
});

describe('the lock on DATA_DIR', () => {
  it('locks DATA_DIR for one process, names that process in the error, and releases the lock when it ends', async () => {
    const { child, line } = await runScript(`
      import { lockDataDir } from './data-dir-lock.ts';
      lockDataDir(${JSON.stringify(dataDir)});
      gc();
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
