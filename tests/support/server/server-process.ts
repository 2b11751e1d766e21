import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { requireNoAddress } from '../log/personal-data.ts';
import { processEnvironment } from './process-environment.ts';

const ROOT = join(import.meta.dirname, '../../..');

export interface RunningProcess {
  pid: number;
  /** The output on stdout and stderr so far. */
  output(): string;
  /** Sends the signal and waits until the process has exited. Throws if its output has an email address. */
  end(signal: NodeJS.Signals): Promise<void>;
}

/**
 * Starts the server with exactly these settings and waits until it is ready; `supervised` starts it as `npm start` does, in a
 * process that watches it. Throws with its output if it exits instead.
 */
export async function startProcess(
  env: Record<string, string>,
  { supervised = false }: { supervised?: boolean } = {},
): Promise<RunningProcess> {
  const child = spawn(process.execPath, [supervised ? 'server/main.ts' : 'server/serve.ts'], {
    cwd: ROOT,
    env: processEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const ended = new Promise<void>((done) => child.once('close', () => done()));
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await ended;
    requireNoAddress(output);
  };
  for (const deadline = Date.now() + 100_000; !output.includes('is ready'); await sleep(50)) {
    if (child.exitCode === null && child.signalCode === null && Date.now() < deadline) continue;
    await end('SIGKILL');
    throw new Error(`the server did not start:\n${output}`);
  }
  return { pid: child.pid ?? 0, output: () => output, end };
}
