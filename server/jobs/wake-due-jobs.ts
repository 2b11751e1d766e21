import type pg from 'pg';
import { notifyDueJobs } from '../platform/jobs/graphile-tables.ts';
import type { Logger } from '../platform/log/log.ts';

/** Interval of the query for due jobs. New jobs are announced and start immediately. */
const POLL_MS = 2000;
/** Interval at which each worker polls by itself, in case an announcement was lost. */
export const WORKER_POLL_MS = 120_000;

/**
 * Wakes workers for delayed jobs that are due, such as retries. Otherwise each worker would have to poll every two seconds,
 * which is most of the database load of an idle installation. Jobs of a locked queue are left out: the worker that finishes
 * the current job of the queue continues with them.
 */
export function wakeForDueJobs(pool: pg.Pool, log: Logger): { stop(): Promise<void> } {
  let polling = Promise.resolve();
  async function poll(): Promise<void> {
    try {
      await notifyDueJobs(pool);
    } catch (err) {
      log.warn({ event: 'job.poll_failed', err }, 'could not query the due jobs');
    }
  }
  const timer = setInterval(() => {
    polling = polling.then(poll);
  }, POLL_MS);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await polling;
    },
  };
}
