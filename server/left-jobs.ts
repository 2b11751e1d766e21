import type pg from 'pg';

/** Of the lock that every process holds, shared, while it runs jobs. */
const RUNS_JOBS = 4_071_625;

/** A job that a process held when it died. */
export interface HeldJob {
  task: string;
  payload: unknown;
}

/**
 * Frees at once what a process that died had taken: the job queue itself would wait four hours. Only where no other process
 * runs jobs on this database, since theirs can't be told apart. `onDeath` gets what the dead process held, before it is freed. To be called before the first job is taken; answers how to
 * say that this process runs no more.
 */
export async function freeLeftJobs(
  pool: pg.Pool,
  onDeath: (jobs: HeldJob[]) => Promise<void> = async () => {},
): Promise<{ release(): void }> {
  const client = await pool.connect();
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [RUNS_JOBS]);
  const alone = rows[0]?.alone === true;
  if (alone) {
    const held = await client.query<HeldJob>(`select tasks.identifier as task, jobs.payload
      from graphile_worker._private_jobs as jobs join graphile_worker._private_tasks as tasks on tasks.id = jobs.task_id
      where jobs.locked_by is not null`);
    await onDeath(held.rows);
    await client.query(`select graphile_worker.force_unlock_workers(array(
      select locked_by from graphile_worker._private_jobs where locked_by is not null
      union select locked_by from graphile_worker._private_job_queues where locked_by is not null))`);
  }
  await client.query('select pg_advisory_lock_shared($1)', [RUNS_JOBS]);
  if (alone) await client.query('select pg_advisory_unlock($1)', [RUNS_JOBS]);
  // Ending the connection gives the lock back, however the process ends.
  return { release: () => client.release(true) };
}
