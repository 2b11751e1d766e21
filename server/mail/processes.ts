import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Config } from '../platform/config/config.ts';
import { portError, StartError } from '../platform/config/start-error.ts';
import type { Logger } from '../platform/log/log.ts';
import { watchHeartbeats } from './process-heartbeat.ts';

const PROGRAM = fileURLToPath(new URL('./process.ts', import.meta.url));
/** Milliseconds until a process that died is replaced: the first time, and at most. */
const SHORTEST_WAIT = 100;
const LONGEST_WAIT = 10_000;
/** Whoever lived longer than this did not die of its start. */
const LONG_LIFE = 60_000;
/** Database connections of all mail processes together, and of one at most. */
const CONNECTIONS = 60;
const CONNECTIONS_OF_ONE = 10;

/**
 * Memory is collected early: with five hundred messages under way at once V8 would by itself let their remains grow to some
 * 100 MB first. The cores are all at work in processes like this one: threads that help one another only take turns. What a
 * message leaves behind is all young: V8's guess that some of it will grow old keeps a tenth of it from being collected
 * with the rest. And mail begins at once, not after minutes of finding out what is worth compiling.
 */
const FLAGS = [
  '--min-semi-space-size=8',
  '--max-semi-space-size=8',
  '--initial-old-space-size=36',
  '--max-old-space-size=384',
  '--no-parallel-scavenge',
  '--no-allocation-site-pretenuring',
  '--invocation-count-for-turbofan=1000',
];

/** What a mail process is told by its environment, beside the settings. */
export interface ProcessEnvironment {
  DATABASE_URL: string;
  SMTP_PORT: string;
  MAIL_CONNECTIONS: string;
}

/** What a mail process tells: once, how its start went. */
export type Report = { ready: true } | { ready: false; words: string };

/** Whether the kernel shares one port between processes here. */
export const sharesPorts = process.platform === 'linux';

/**
 * Runs the role `mail` in MAIL_PROCESSES processes that share SMTP_PORT, the kernel dealing connections out. One that dies
 * is replaced. They end by themselves when this process dies. Throws StartError where one can't start.
 */
export async function startMailProcesses(parts: {
  config: Config;
  url: string;
  log: Logger;
}): Promise<{ isServing(): boolean; stop(): Promise<void> }> {
  const { config, url, log } = parts;
  const processes = sharesPorts ? config.mail.processes : 1;
  if (processes < config.mail.processes) log.info('one process takes mail: ports are shared on Linux only');
  const environment: ProcessEnvironment = {
    DATABASE_URL: url,
    SMTP_PORT: String(await freeOf(config.smtpPort, config.listenHost)),
    MAIL_CONNECTIONS: String(
      Math.max(3, Math.min(CONNECTIONS_OF_ONE, config.databasePool, Math.floor(CONNECTIONS / processes))),
    ),
  };
  const running = new Set<ChildProcess>();
  const serving = new Set<ChildProcess>();
  const waits = new Set<NodeJS.Timeout>();
  let stopping = false;

  async function run(wait: number): Promise<void> {
    const [born, child] = [performance.now(), launch(config.dataDir, environment)];
    running.add(child);
    watchHeartbeats(child, () =>
      log.error({ event: 'mail.process_stuck', pid: child.pid }, 'a mail process stands still and is ended'),
    );
    child.once('exit', (code, signal) => {
      running.delete(child);
      serving.delete(child);
      if (stopping) return;
      const next = performance.now() - born > LONG_LIFE ? SHORTEST_WAIT : wait;
      log.error({ pid: child.pid, code, signal, wait: next }, 'a mail process died and is replaced');
      const timer = setTimeout(() => {
        waits.delete(timer);
        run(Math.min(LONGEST_WAIT, next * 2)).catch((err) => log.error({ err }, 'a mail process did not start'));
      }, next);
      waits.add(timer);
    });
    await readiness(child);
    if (running.has(child)) serving.add(child);
  }

  async function stop(): Promise<void> {
    stopping = true;
    for (const timer of waits) clearTimeout(timer);
    const ends = [...running].map((child) => once(child, 'exit'));
    for (const child of running) if (child.connected) child.disconnect();
    await Promise.all(ends);
  }

  const starts = await Promise.allSettled(Array.from({ length: processes }, () => run(SHORTEST_WAIT)));
  const failed = starts.find((result) => result.status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  return { isServing: () => serving.size > 0, stop };
}

/** `dataDir` keeps what the compiler has found out, which makes the next start quicker and smaller. */
function launch(dataDir: string, environment: ProcessEnvironment): ChildProcess {
  return fork(PROGRAM, {
    env: { NODE_COMPILE_CACHE: path.join(dataDir, 'compile-cache'), ...process.env, ...environment },
    execArgv: FLAGS,
  });
}

/** Waits until a process serves; rejects with its own words where it can't. */
async function readiness(child: ChildProcess): Promise<void> {
  const told = Promise.withResolvers<Report>();
  child.once('message', (report) => told.resolve(report as Report));
  child.once('exit', (code, signal) =>
    told.resolve({ ready: false, words: `A mail process ended at its start (${signal ?? `exit code ${code}`}).` }),
  );
  child.once('error', (error) => told.resolve({ ready: false, words: error.message }));
  const report = await told.promise;
  if (!report.ready) throw new StartError(report.words);
}

/** The port, once it is sure that nobody else has it: sharing hides that. For 0, one that is free. */
async function freeOf(port: number, host: string): Promise<number> {
  const probe = createServer().listen(port, host);
  try {
    await once(probe, 'listening');
  } catch (error) {
    throw portError(error, port, 'SMTP_PORT');
  }
  const address = probe.address();
  await new Promise((done) => probe.close(done));
  return typeof address === 'object' && address ? address.port : port;
}
