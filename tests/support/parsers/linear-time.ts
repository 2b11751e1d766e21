import { Worker } from 'node:worker_threads';

/** One parser with one hostile input. The parser may return an error, and must not throw. */
export interface HostileCase {
  name: string;
  /** Whether another case has the same parser at another place of its input (docs/decisions/0071-long-tests.md). */
  isLong?: boolean;
  run(): unknown;
}

/**
 * Milliseconds for one input. A linear parser needs a few. The inputs are long enough to keep a quadratic parser busy for
 * minutes, so the speed of the machine does not matter.
 */
const LIMIT = 100_000;

/** Runs the cases of a module that exports CASES in a thread, and terminates the thread if a case does not finish. */
export function caseRunner(module: URL) {
  let worker: Worker | undefined;
  return {
    async run(name: string): Promise<void> {
      worker ??= new Worker(new URL('./parser-thread.ts', import.meta.url), { workerData: { module: module.href } });
      const thread = worker;
      const ended = Promise.withResolvers<void>();
      const timer = setTimeout(() => ended.reject(new Error(`${name}: not parsed in ${LIMIT} ms`)), LIMIT);
      const onMessage = ({ error }: { error?: string }) => (error ? ended.reject(new Error(error)) : ended.resolve());
      thread.once('message', onMessage).once('error', ended.reject);
      thread.postMessage(name);
      try {
        await ended.promise;
      } catch (error) {
        worker = undefined;
        await thread.terminate();
        throw error;
      } finally {
        clearTimeout(timer);
        thread.off('message', onMessage).off('error', ended.reject);
      }
    },
    async close(): Promise<void> {
      await worker?.terminate();
    },
  };
}
