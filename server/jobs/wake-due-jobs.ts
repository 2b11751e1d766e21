import type pg from 'pg';
import { notifyDueJobs } from '../platform/jobs/graphile-tables.ts';
import type { Logger } from '../platform/log/log.ts';

/** Milliseconds between looks for jobs whose time has come. New jobs are announced and start at once. */
const LOOK_EVERY = 2000;
/** Milliseconds after which each worker looks for itself: only where an announcement was lost. */
export const WORKERS_LOOK_EVERY = 120_000;

/**
 * Wakes workers for jobs that wait for their time, such as retries: the workers themselves would each have to ask every
 * other second, which is most of what an idle installation asks of its database. Jobs of a lane that is taken are left out:
 * whoever finishes the one before goes on with them.
 */
export function wakeForDueJobs(pool: pg.Pool, log: Logger): { stop(): Promise<void> } {
  let looking = Promise.resolve();
  async function look(): Promise<void> {
    try {
      await notifyDueJobs(pool);
    } catch (err) {
      log.warn({ err }, 'jobs that are due could not be looked for');
    }
  }
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, LOOK_EVERY);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await looking;
    },
  };
}
