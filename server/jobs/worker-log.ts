import { Logger as WorkerLogger } from 'graphile-worker';
import type { Logger } from '../platform/log/log.ts';

/** What graphile-worker reports about a failed job. The payload may be personal, so it is not logged. */
interface FailedJob {
  failure?: boolean;
  error?: unknown;
  job?: { id: string; task_identifier: string; attempts: number; max_attempts: number };
}

/** Passes log lines of the job queue to our log. */
export function workerLog(log: Logger): WorkerLogger {
  return new WorkerLogger(() => (level, message, meta) => {
    const { failure, job, error } = (meta ?? {}) as FailedJob;
    if (failure && job) {
      const { id, task_identifier: task, attempts: attempt, max_attempts: attempts } = job;
      log.error({ event: 'job.failed', task, id, attempt, attempts, err: error }, 'a job failed');
    } else if (level === 'error')
      log.error({ event: 'job.queue_error', err: error ?? new Error(message) }, 'the job queue reported an error');
    else if (level === 'warning')
      log.warn({ event: 'job.queue_warning', text: message }, 'the job queue reported a warning');
    else log.debug({ event: 'job.queue' }, message);
  });
}
