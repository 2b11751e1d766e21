import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { processEnvironment } from './process-environment.ts';

/**
 * Runs a program of this project with these settings until it exits, and returns its exit code and output. `prefix` is a command
 * that starts it.
 */
export async function runUntilExit(
  program: string[],
  env: Record<string, string>,
  prefix: string[] = [],
): Promise<{ code: number | null; output: string }> {
  const [command = '', ...args] = [...prefix, process.execPath, ...program];
  const child = spawn(command, args, {
    env: processEnvironment(env),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: (await output).join('') };
}
