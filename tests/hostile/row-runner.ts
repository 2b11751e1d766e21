import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Plant } from './planting.ts';

/** Milliseconds of one row. A linear parser needs a fraction of this time, which only ends an endless loop. */
const DEADLINE = 110_000;
/** Milliseconds of one row with every input: parsers of megabytes need minutes on a busy processor. */
const LONG_DEADLINE = 1_700_000;
/**
 * New values of one run fit into the young generation. Otherwise garbage collection makes the time of megabytes of short values
 * grow 20 times from n to 8n, even in `JSON.parse`.
 */
const FLAGS = ['--min-semi-space-size=512', '--max-semi-space-size=512'];
const PROGRAM = fileURLToPath(new URL('./row-process.ts', import.meta.url));

/**
 * Runs rows in a process that is ended if a row does not finish. With `plant`, it runs only the parser `of`, with a planted
 * loop.
 */
export function rowRunner({ isLong, plant }: { isLong: boolean; plant?: Plant & { of: string } }) {
  const deadline = isLong ? LONG_DEADLINE : DEADLINE;
  let child: ChildProcess | undefined;
  return {
    /** Rejects if the parser of the row is not linear. */
    async run(of: string): Promise<void> {
      child ??= fork(PROGRAM, [JSON.stringify({ isLong, plant })], { execArgv: FLAGS });
      const running = child;
      const ended = Promise.withResolvers<void>();
      const timer = setTimeout(() => ended.reject(new Error(`${of}: not finished in ${deadline} ms`)), deadline);
      const onMessage = ({ error }: { error?: string }) => (error ? ended.reject(new Error(error)) : ended.resolve());
      const onExit = () => ended.reject(new Error(`${of}: the process ended`));
      running.once('message', onMessage).once('exit', onExit);
      running.send(of);
      try {
        await ended.promise;
      } catch (error) {
        child = undefined;
        running.kill('SIGKILL');
        throw error;
      } finally {
        clearTimeout(timer);
        running.off('message', onMessage).off('exit', onExit);
      }
    },
    /** Ends the process. */
    close(): void {
      child?.kill('SIGKILL');
    },
  };
}
