import type pg from 'pg';

/** Advisory lock that every process holds, shared, while it runs jobs. */
const RUNS_JOBS = 4_071_625;
const RETRY_MS = 1000;

/** A job that a process held when it died. */
export interface HeldJob {
  task: string;
  payload: unknown;
}

/**
 * Unlocks the jobs of a process that died; the job queue itself would wait four hours. It does so only if no other process runs
 * jobs on this database, because their jobs cannot be told apart. `onDeath` receives the jobs before they are unlocked. Call
 * this before the first job is taken, and `release` when this process stops running jobs.
 */
export async function unlockStaleJobs(
  pool: pg.Pool,
  onDeath: (jobs: HeldJob[]) => Promise<void> = async () => {},
): Promise<{ release(): void }> {
  const client = await pool.connect();
  try {
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
  } catch (error) {
    client.release(true);
    throw error;
  }
  return keepLock(pool, client);
}

/** Holds the shared lock, and takes it again after a broken connection, with which the server releases it. */
function keepLock(pool: pg.Pool, first: pg.PoolClient): { release(): void } {
  let client: pg.PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let released = false;
  const hold = (current: pg.PoolClient) => {
    client = current;
    current.once('end', () => {
      if (released) return;
      client = undefined;
      current.release(true);
      timer = setTimeout(takeAgain, RETRY_MS);
    });
  };
  const takeAgain = async () => {
    const current = await pool.connect().catch(() => undefined);
    try {
      if (!current) throw new Error('no connection');
      await current.query('select pg_advisory_lock_shared($1)', [RUNS_JOBS]);
      if (released) current.release(true);
      else hold(current);
    } catch {
      current?.release(true);
      if (!released) timer = setTimeout(takeAgain, RETRY_MS);
    }
  };
  hold(first);
  return {
    release() {
      released = true;
      clearTimeout(timer);
      // Ending the connection releases the lock.
      client?.release(true);
    },
  };
}
