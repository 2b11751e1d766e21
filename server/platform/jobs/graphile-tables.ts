import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import type { Queryable } from '../db/database.ts';

// graphile-worker calls these tables private, but its public functions cannot find a job by its payload or lock. No
// other file may use these tables; graphile-tables.test.ts checks what we rely on.

/** A job that a process held when it died. */
export interface LockedJob {
  task: string;
  payload: unknown;
}

/** Returns the jobs that a worker holds. */
export async function readLockedJobs(client: pg.ClientBase): Promise<LockedJob[]> {
  const { rows } = await client.query<LockedJob>(`select tasks.identifier as task, jobs.payload
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where jobs.locked_by is not null`);
  return rows;
}

/** Unlocks every job and every named queue, whichever worker holds it. */
export async function unlockAllJobs(client: Pick<pg.ClientBase, 'query'>): Promise<void> {
  await client.query(`select graphile_worker.force_unlock_workers(array(
    select locked_by from graphile_worker._private_jobs where locked_by is not null
    union select locked_by from graphile_worker._private_job_queues where locked_by is not null))`);
}

/**
 * Wakes up to 20 workers, one for each due job whose named queue, if any, is free. Returns their number, and the
 * milliseconds until the next job is due; null if no job waits.
 */
export async function announceDueJobs(pool: Pick<pg.Pool, 'query'>): Promise<{ due: number; nextInMs: number | null }> {
  const { rows } = await pool.query<{ due: number; next: number | null }>(`
    select (select count(*)::integer from (
        select from graphile_worker._private_jobs jobs
        where is_available and run_at <= now() and (job_queue_id is null
          or exists (select from graphile_worker._private_job_queues q where q.id = jobs.job_queue_id and q.is_available))
        limit 20
      ) as found) as due,
      (select extract(epoch from min(run_at) - now())::float8 * 1000 from graphile_worker._private_jobs
        where is_available and run_at > now()) as next`);
  const [found] = rows;
  const due = found?.due ?? 0;
  if (due > 0) await pool.query("select pg_notify('jobs:insert', $1)", [JSON.stringify({ count: due })]);
  return { due, nextInMs: found?.next ?? null };
}

/** Deletes the jobs that meet a condition on the column `payload`, including isolated ones. Running jobs finish. */
export async function deleteJobs(db: Queryable, condition: RawBuilder<unknown>): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs where ${condition}))`.execute(db);
  await sql`delete from isolated_jobs where ${condition}`.execute(db);
}

/** Deletes the jobs of a task whose last attempt failed before this time. */
export async function deleteFailedJobs(db: Queryable, task: string, before: Date): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select jobs.id
    from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
    where tasks.identifier = ${task} and jobs.attempts >= jobs.max_attempts and jobs.updated_at < ${before}))`.execute(
    db,
  );
}

/** Deletes the jobs of a task, including running ones. */
export async function deleteJobsOfTask(db: Queryable, task: string): Promise<void> {
  await sql`delete from graphile_worker._private_jobs as jobs using graphile_worker._private_tasks as tasks
    where tasks.id = jobs.task_id and tasks.identifier = ${task}`.execute(db);
}

/** At most this many jobs are counted, because a count reads each of them. */
const MAX_COUNTED_JOBS = 100_000;

/** The jobs of one task. */
export interface JobFigures {
  task: string;
  /** Due but not started; started; due later; given up after the last attempt. */
  due: number;
  running: number;
  later: number;
  failed: number;
  /** Those of them that failed before and will be retried. */
  retrying: number;
  /** Seconds for which the oldest due job has been due; 0 if no job is due. */
  oldest: number;
}

/** Counts jobs by task. */
export async function countJobs(db: Queryable): Promise<JobFigures[]> {
  const { rows } = await sql<JobFigures>`
    select tasks.identifier as task,
      count(*) filter (where can_run and locked_at is null and run_at <= now())::integer as due,
      count(*) filter (where can_run and locked_at is not null)::integer as running,
      count(*) filter (where can_run and locked_at is null and run_at > now())::integer as later,
      count(*) filter (where not can_run)::integer as failed,
      count(*) filter (where can_run and attempts > 0 and last_error is not null)::integer as retrying,
      coalesce(max(extract(epoch from now() - run_at)) filter (where can_run and locked_at is null and run_at <= now()), 0)::float8
        as oldest
    from (
      select task_id, run_at, locked_at, attempts, last_error, attempts < max_attempts as can_run
      from graphile_worker._private_jobs limit ${MAX_COUNTED_JOBS}
    ) jobs join graphile_worker._private_tasks tasks on tasks.id = jobs.task_id
    group by tasks.identifier`.execute(db);
  return rows;
}
