import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './embedded-account.ts';
import { findPostmaster, removeStalePidFile, stopPostmaster } from './embedded-postmaster.ts';
import { freePort } from './free-port.ts';

/** The part of a pino logger that the embedded database uses. */
export type EmbeddedLog = {
  info(message: string): void;
  warn(message: string): void;
  error(message: string): void;
};

export type ServerOptions = {
  postgres: string;
  account: Account;
  cluster: string;
  dataDir: string;
  log: EmbeddedLog;
  /** False turns fsync off: faster, but a power failure can corrupt the cluster. For tests only. */
  durable: boolean;
};

export type Server = { port: number; stop(): Promise<void> };

/** Starts PostgreSQL on a free loopback port. Restarts it on the same port after every unexpected end, until `stop`. */
export async function runServer(options: ServerOptions): Promise<Server> {
  const { log } = options;
  let { child, port } = await firstStart(options);
  let stopping = false;
  let restarting: Promise<void> | undefined;
  const wakeUp = new AbortController();

  const watch = () => {
    child.once('exit', (code, signal) => {
      if (stopping) return;
      log.error(`the database ended unexpectedly (${signal ?? `exit code ${code}`}); starting it again`);
      restarting = restart().finally(() => {
        restarting = undefined;
      });
    });
  };

  const restart = async () => {
    for (let attempt = 0; !stopping; attempt++) {
      await sleep(Math.min(100 * 2 ** attempt, 10_000), undefined, { signal: wakeUp.signal }).catch(() => {});
      if (stopping) return;
      child = launch(options, port);
      try {
        await untilReady(child, options);
        log.info('the database is running again');
        watch();
        return;
      } catch (error) {
        log.error(`the database did not start: ${(error as Error).message}`);
      }
    }
  };

  watch();
  return {
    port,
    async stop() {
      stopping = true;
      wakeUp.abort();
      if (isRunning(child) && child.pid) await stopPostmaster(child.pid, () => !isRunning(child));
      await restarting;
    },
  };
}

/**
 * Retries the start, because another process can take the port first, and children of a crashed server may still run.
 */
async function firstStart(options: ServerOptions): Promise<{ child: ChildProcess; port: number }> {
  const ATTEMPTS = 5;
  for (let attempt = 1; ; attempt++) {
    const port = await freePort();
    const child = launch(options, port);
    try {
      await untilReady(child, options);
      return { child, port };
    } catch (error) {
      if (attempt === ATTEMPTS) throw error;
      await sleep(200 * attempt);
    }
  }
}

function launch({ postgres, account, cluster, dataDir, durable }: ServerOptions, port: number): ChildProcess {
  removeStalePidFile(cluster);
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    shared_buffers: '64MB',
    jit: 'off',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] ',
    fsync: durable ? 'on' : 'off',
    synchronous_commit: durable ? 'on' : 'off',
    full_page_writes: durable ? 'on' : 'off',
  };
  const args = ['-D', cluster, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
  const { prefix, ...ids } = account;
  const [command = postgres, ...rest] = [...prefix, postgres, ...args];
  const log = openSync(rotated(logFile(dataDir)), 'a', 0o600);
  try {
    // In a separate process group the database does not receive Ctrl-C, so this process can stop it last. The log is a
    // file because a pipe breaks if this process is killed and the database continues.
    return spawn(command, rest, {
      ...ids,
      detached: true,
      cwd: '/',
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['ignore', log, log],
    });
  } finally {
    closeSync(log);
  }
}

async function untilReady(child: ChildProcess, { cluster, dataDir, log }: ServerOptions): Promise<void> {
  let failure: Error | undefined;
  child.once('error', (error) => {
    failure = error;
  });
  const logStart = statSync(logFile(dataDir)).size;
  const since = performance.now();
  for (let logged = false; ; await sleep(15)) {
    if (failure) throw failure;
    if (!isRunning(child)) {
      const tail = readFileSync(logFile(dataDir)).subarray(logStart).toString().trim();
      throw new Error(
        `PostgreSQL ended during the start (${child.signalCode ?? `exit code ${child.exitCode}`}):\n${tail}`,
      );
    }
    const found = findPostmaster(cluster);
    if (found?.ready && found.pid === child.pid) return;
    if (!logged && performance.now() - since > 5000) {
      logged = true;
      log.info('the database is still recovering from its last, unclean end');
    }
  }
}

function isRunning(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

function logFile(dataDir: string): string {
  return join(dataDir, 'postgres.log');
}

/** Rotates the log: keeps the current file and one older file of about 10 MB each. */
function rotated(file: string): string {
  const size = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (size > 10 * 1024 * 1024) renameSync(file, `${file}.1`);
  return file;
}
