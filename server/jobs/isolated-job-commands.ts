import type { Database } from '../platform/db/database.ts';
import { makeJobDue, removeIsolated } from '../platform/jobs/isolated-job-store.ts';
import { addJob } from '../platform/jobs/jobs.ts';
import { RETRY_ISOLATED_JOB } from './isolated-jobs.ts';

/**
 * Schedules an immediate attempt of a job that waits outside the job queue. Returns false if no such job has this id.
 */
export async function retryJob(db: Database, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const isWaiting = await makeJobDue(trx, id);
    if (isWaiting) await addJob(trx, RETRY_ISOLATED_JOB, {});
    return isWaiting;
  });
}

/** Ends the isolation of a job, and queues it again if it waits. Returns false if no job has this id. */
export async function releaseJob(db: Database, id: string): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const job = await removeIsolated(trx, id);
    if (job?.next_try_at) await addJob(trx, job.task, job.payload as object);
    return job !== undefined;
  });
}

/** Deletes a job that waits outside the job queue. Returns false if no job has this id. */
export async function deleteIsolatedJob(db: Database, id: string): Promise<boolean> {
  return (await removeIsolated(db, id)) !== undefined;
}
