import type pg from 'pg';
import type { Logger } from '../platform/log/log.ts';

/** Milliseconds between looks for jobs whose time has come. New jobs are announced and start at once. */
const LOOK_EVERY = 2000;
/** Milliseconds after which each worker looks for itself: only where an announcement was lost. */
export const WORKER_POLL_MS = 120_000;

/**
 * Wakes workers for jobs that wait for their time, such as retries: the workers themselves would each have to ask every
 * other second, which is most of what an idle installation asks of its database. Jobs of a lane that is taken are left out:
 * whoever finishes the one before goes on with them.
 */
export function wakeForDueJobs(pool: pg.Pool, log: Logger): { stop(): Promise<void> } {
  let looking = Promise.resolve();
  async function look(): Promise<void> {
    try {
      await pool.query(`
        select pg_notify('jobs:insert', json_build_object('count', due.count)::text)
        from (
          select count(*) from (
            select from graphile_worker._private_jobs jobs
            where is_available and run_at <= now() and (job_queue_id is null
              or exists (select from graphile_worker._private_job_queues q where q.id = jobs.job_queue_id and q.is_available))
            limit 20
          ) as found
        ) as due
        where due.count > 0`);
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
