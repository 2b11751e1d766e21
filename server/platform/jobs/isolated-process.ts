import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

/** Limits of an isolated process, in milliseconds and megabytes. */
export interface IsolationLimits {
  /** For the whole attempt. */
  within: number;
  /** Maximum time without a turn of the event loop. */
  silence: number;
  memory: number;
}

export const ISOLATION_LIMITS: IsolationLimits = { within: 300_000, silence: 10_000, memory: 768 };
/** Delay after which the parent ends a process whose own guard did not. */
const GRACE = 10_000;
const HEAP_MEGABYTES = 256;

/** Result of an isolated attempt: success, a regular job failure, or a process that ended without a result. */
export type IsolatedResult = { kind: 'done' } | { kind: 'failed'; message: string } | { kind: 'died'; reason: string };

interface StartMessage {
  input: unknown;
  limits: IsolationLimits;
}

/**
 * Runs a program that calls runAsIsolatedProcess in a separate process, with `input`. A crash there does not affect
 * this process. When `signal` aborts, the process is ended, and the result is a failure.
 */
export async function runIsolated(
  program: URL,
  input: unknown,
  { env, signal, limits = ISOLATION_LIMITS }: { env: NodeJS.ProcessEnv; signal: AbortSignal; limits?: IsolationLimits },
): Promise<IsolatedResult> {
  if (signal.aborted) return { kind: 'failed', message: 'Interrupted by a shutdown' };
  const child = fork(fileURLToPath(program), { env, execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`] });
  const end = () => void child.kill('SIGKILL');
  const timer = setTimeout(end, limits.within + GRACE);
  signal.addEventListener('abort', end, { once: true });
  let result: IsolatedResult | undefined;
  child.on('message', (message) => {
    result = message as IsolatedResult;
  });
  try {
    const ended = once(child, 'exit');
    child.send({ input, limits } satisfies StartMessage);
    const [code, killedBy] = (await ended) as [number | null, NodeJS.Signals | null];
    if (result) return result;
    if (signal.aborted) return { kind: 'failed', message: 'Interrupted by a shutdown' };
    return { kind: 'died', reason: `the process ended without a result (${killedBy ?? `exit code ${code}`})` };
  } catch (error) {
    return { kind: 'died', reason: `the process could not be started: ${(error as Error).message}` };
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', end);
    killIfRunning(child);
  }
}

function killIfRunning(child: ChildProcess): void {
  if (child.exitCode === null && child.signalCode === null) child.kill('SIGKILL');
}

/** Runs `handle` with the input of this process, then exits: the child's side of runIsolated. */
export function runAsIsolatedProcess(handle: (input: never) => Promise<void>): void {
  // Signals to the process group are handled by the parent.
  for (const signal of ['SIGTERM', 'SIGINT']) process.on(signal, () => {});
  process.once('disconnect', () => process.exit(1));
  process.once('message', async ({ input, limits }: StartMessage) => {
    startGuard(limits);
    const result = await handle(input as never).then(
      (): IsolatedResult => ({ kind: 'done' }),
      (error: unknown): IsolatedResult => ({
        kind: 'failed',
        message: error instanceof Error ? error.message : String(error),
      }),
    );
    process.send?.(result, () => process.exit(0));
  });
}

/** The source of a thread, because the event loop may be blocked forever. `ppid` changes when the parent dies. */
const GUARD = `
  const { workerData: { turns, limits } } = require('node:worker_threads');
  const begun = performance.now();
  const parent = process.ppid;
  let [seen, seenAt] = [0, begun];
  setInterval(() => {
    const now = performance.now();
    const count = Atomics.load(turns, 0);
    if (count !== seen) [seen, seenAt] = [count, now];
    const isSilent = now - seenAt > limits.silence;
    const isLate = now - begun > limits.within;
    const isLarge = process.memoryUsage.rss() > limits.memory * 1048576;
    if (isSilent || isLate || isLarge || process.ppid !== parent) process.kill(process.pid, 'SIGKILL');
  }, 200);`;

function startGuard(limits: IsolationLimits): void {
  const turns = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => Atomics.add(turns, 0, 1), 200).unref();
  new Worker(GUARD, { eval: true, workerData: { turns, limits } }).unref();
}
