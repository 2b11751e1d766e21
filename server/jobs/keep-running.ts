import { setTimeout as sleep } from 'node:timers/promises';
import type { Runner } from 'graphile-worker';
import type { Logger } from '../platform/log/log.ts';

/** Milliseconds before a runner that ended by itself is started again. */
const RESTART_DELAY_MS = 2000;

/** Waits, or rejects when the signal aborts. */
type Wait = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const wait: Wait = (milliseconds, signal) => sleep(milliseconds, undefined, { signal, ref: false });

/**
 * Starts a runner, and another one whenever it ends by itself, until `stop`: graphile-worker ends a runner for good if
 * the result of a job cannot be stored. Throws if the first start fails.
 */
export async function keepRunning(
  start: () => Promise<Pick<Runner, 'promise' | 'stop'>>,
  log: Pick<Logger, 'info' | 'error'>,
  waitFor: Wait = wait,
): Promise<{ isRunning(): boolean; stop(): Promise<void> }> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const first = await start();
  let current: typeof first | undefined = first;

  async function supervise(): Promise<void> {
    while (current) {
      const err = await current.promise.then(
        () => undefined,
        (error: unknown) => error,
      );
      current = undefined;
      if (signal.aborted) return;
      log.error({ event: 'job.runner_ended', err }, 'the job runner ended by itself and will be started again');
      while (!current && (await isTimeToRestart())) await restart();
    }
  }

  async function restart(): Promise<void> {
    try {
      current = await start();
      if (signal.aborted) await current.stop();
      else log.info({ event: 'job.runner_restarted' }, 'this process runs jobs again');
    } catch (err) {
      log.error({ event: 'job.runner_restart_failed', err }, 'the job runner could not be started again');
    }
  }

  const isTimeToRestart = () =>
    waitFor(RESTART_DELAY_MS, signal).then(
      () => true,
      () => false,
    );

  const supervised = supervise();
  return {
    isRunning: () => current !== undefined,
    async stop() {
      stopping.abort();
      // A runner that is ending by itself rejects.
      await current?.stop().catch(() => {});
      await supervised;
    },
  };
}
