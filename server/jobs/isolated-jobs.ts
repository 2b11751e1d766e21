import type { JobHelpers, Task, TaskList } from 'graphile-worker';
import { HOUR_SECONDS, WEEK } from '../../contract/time.ts';
import type { Database } from '../platform/db/database.ts';
import { systemClock } from '../platform/jobs/clock.ts';
import {
  findIsolated,
  fingerprintOf,
  type IsolatedJob,
  isolatedFingerprints,
  markDone,
  postponeJob,
  raiseIsolationAlarm,
  removeRecoveredJobs,
  takeDueJob,
} from '../platform/jobs/isolated-job-store.ts';
import { ISOLATION_LIMITS, type IsolatedResult, runIsolated } from '../platform/jobs/isolated-process.ts';
import type { Logger } from '../platform/log/log.ts';

/** The task that retries the jobs outside the job queue. */
export const RETRY_ISOLATED_JOB = 'retry-isolated-jobs';

const PROGRAM = new URL('./isolated-job.ts', import.meta.url);
/** Seconds until the next attempt, by the number of attempts that ended their process. */
const RETRY_AFTER = [HOUR_SECONDS, 3 * HOUR_SECONDS, 6 * HOUR_SECONDS, 12 * HOUR_SECONDS];

/** The input of an isolated process. */
export interface IsolatedJobInput {
  task: string;
  payload: unknown;
}

export interface IsolationParts {
  db: Database;
  /** The database's address, for the isolated process. */
  url: string;
  log: Logger;
  signal: AbortSignal;
}

/**
 * Wraps tasks so that a job during which processes died runs in a separate process. If that process also ends without a result,
 * the job moves from the job queue to `isolated_jobs`, raises an alarm, and is retried every few hours without a limit.
 */
export async function isolateTasks(tasks: TaskList, parts: IsolationParts): Promise<TaskList> {
  const { db, log } = parts;
  // Deaths are counted when a process starts, before it takes jobs, so the set does not grow while it runs.
  const fingerprints = new Set(await isolatedFingerprints(db));

  async function run(task: string, payload: unknown, helpers: JobHelpers): Promise<void> {
    const fingerprint = fingerprintOf(task, payload);
    const job = fingerprints.has(fingerprint) ? await findIsolated(db, fingerprint) : undefined;
    if (!job) {
      // An operator has ended the isolation of the job.
      fingerprints.delete(fingerprint);
      return void (await (tasks[task] as Task)(payload as never, helpers));
    }
    if (job.next_try_at !== null)
      return log.info({ event: 'job.already_waits', task, id: job.id }, 'the job is already waiting');
    const result = await attempt(job);
    if (result.kind === 'failed') throw new Error(result.message);
  }

  async function attempt(job: IsolatedJob): Promise<IsolatedResult> {
    const { id, task, payload } = job;
    const input: IsolatedJobInput = { task, payload };
    log.warn({ event: 'job.isolated', task, id }, 'running the job in a separate process');
    const env = { ...process.env, DATABASE_URL: parts.url };
    const result = await runIsolated(PROGRAM, input, { env, signal: parts.signal });
    if (result.kind === 'done') await markDone(db, id);
    if (result.kind === 'died') {
      const seconds = retryAfter(job);
      await postponeJob(db, id, seconds, result.reason);
      log.error(
        { event: 'job.isolated_died', task, id, reason: result.reason, seconds },
        'the process of an isolated job died',
      );
      await raiseIsolationAlarm(db, task, `Job ${id}: ${result.reason}. npm run jobs -- show ${id}`);
    }
    return result;
  }

  /** Attempts the due jobs, one after the other. */
  async function retry(): Promise<void> {
    await removeRecoveredJobs(db, new Date(systemClock().getTime() - WEEK));
    while (!parts.signal.aborted) {
      const job = await takeDueJob(db, (2 * ISOLATION_LIMITS.within) / 1000);
      if (!job) return;
      const result = await attempt(job);
      if (result.kind === 'failed') await postponeJob(db, job.id, retryAfter(job), result.message);
    }
  }

  const isolated = Object.keys(tasks).map((task) => [
    task,
    (payload: unknown, helpers: JobHelpers) => run(task, payload, helpers),
  ]);
  return { ...Object.fromEntries(isolated), [RETRY_ISOLATED_JOB]: retry };
}

function retryAfter({ failed_attempts: failed }: IsolatedJob): number {
  return RETRY_AFTER[Math.min(failed, RETRY_AFTER.length - 1)] ?? HOUR_SECONDS;
}
