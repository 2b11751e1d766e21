import { spawn } from 'node:child_process';
import { realpathSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findPostmaster, isPostmasterOf, stopPostmaster } from '../../../db/embedded-postmaster.ts';
import { requireNoAddress } from '../log/personal-data.ts';
import { newDataDir } from './data-dir.ts';
import { freePort } from './free-port.ts';
import { processEnvironment } from './process-environment.ts';

const ROOT = join(import.meta.dirname, '../../..');

export type App = {
  /** Origin of the pages, without a trailing slash. */
  url: string;
  smtpPort: number;
  /** Ports of message submission: with STARTTLS, and with implicit TLS. */
  submissionPort: number;
  submissionsPort: number;
  dataDir: string;
  pid: number;
  /** The output on stdout and stderr so far. */
  output(): string;
  /** Throws, as `kill` does, if the output has an email address. Sends SIGTERM, then removes the DATA_DIR and stops the database if they were created for this app. */
  stop(): Promise<void>;
  /** Sends SIGKILL. DATA_DIR and the embedded database remain, for another `startApp({ dataDir })`. */
  kill(): Promise<void>;
};

/**
 * Starts the real server in local mode as a separate process, on free ports and in a new DATA_DIR, and waits until it is ready.
 * `env` adds settings; `supervised` starts it as `npm start` does, in a process that watches it. Throws with the output if the
 * process exits instead.
 */
export async function startApp(
  options: { env?: Record<string, string>; dataDir?: string; readySeconds?: number; supervised?: boolean } = {},
): Promise<App> {
  const dataDir = options.dataDir ?? newDataDir('app');
  const [port, smtpPort] = [await freePort(), await freePort()];
  const [submissionPort, submissionsPort] = [await freePort(), await freePort()];
  const url = `http://localhost:${port}`;
  const child = spawn(process.execPath, [options.supervised ? 'server/main.ts' : 'server/serve.ts'], {
    cwd: ROOT,
    env: processEnvironment({
      DATA_DIR: dataDir,
      PORT: String(port),
      SMTP_PORT: String(smtpPort),
      SUBMISSION_PORT: String(submissionPort),
      SUBMISSIONS_PORT: String(submissionsPort),
      PUBLIC_URL: url,
      ...options.env,
    }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const end = async (signal: NodeJS.Signals) => {
    if (isRunning()) child.kill(signal);
    await ended;
  };
  const app: App = {
    url,
    smtpPort,
    submissionPort,
    submissionsPort,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    async stop() {
      await end('SIGTERM');
      if (!options.dataDir) {
        await stopDatabase(dataDir);
        rmSync(dataDir, { recursive: true, force: true });
      }
      requireNoAddress(output);
    },
    async kill() {
      await end('SIGKILL');
      requireNoAddress(output);
    },
  };
  const deadline = Date.now() + (options.readySeconds ?? 100) * 1000;
  while (!(await isReady(url))) {
    if (isRunning() && Date.now() < deadline) {
      await sleep(50);
      continue;
    }
    const how = isRunning() ? 'was not ready in time' : `ended (${child.signalCode ?? `exit code ${child.exitCode}`})`;
    if (isRunning()) await end('SIGKILL');
    await app.stop();
    throw new Error(`the server ${how}:\n${output}`);
  }
  return app;
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

/** Stops the embedded database if a killed app has left it running. */
export async function stopDatabase(dataDir: string): Promise<void> {
  const cluster = join(realpathSync(dataDir), 'postgres');
  const left = findPostmaster(cluster);
  if (left) await stopPostmaster(left.pid, () => !isPostmasterOf(left.pid, cluster));
}
