import type pg from 'pg';
import { type LockedJob, readLockedJobs, unlockAllJobs } from '../platform/jobs/graphile-tables.ts';

/** Advisory lock that every process holds, shared, while it runs jobs. */
const RUNS_JOBS = 4_071_625;
const RETRY_MS = 1000;

/** The lock of a process that runs jobs. `unlock` resolves once it is free; after `release` it becomes free soon. */
interface RunningLock {
  release(): void;
  unlock(): Promise<void>;
}

/**
 * Unlocks the jobs of a process that died, for which the job queue itself would wait four hours. Does so only if no
 * other process runs jobs on this database, because their jobs cannot be told apart. `onDeath` receives the jobs before
 * they are unlocked. Call this before the first job is taken, and `release` when this process stops running jobs.
 */
export async function unlockStaleJobs(
  pool: pg.Pool,
  onDeath: (jobs: LockedJob[]) => Promise<void> = async () => {},
): Promise<RunningLock> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [RUNS_JOBS]);
    const alone = rows[0]?.alone === true;
    if (alone) {
      await onDeath(await readLockedJobs(client));
      await unlockAllJobs(client);
    }
    await client.query('select pg_advisory_lock_shared($1)', [RUNS_JOBS]);
    if (alone) await client.query('select pg_advisory_unlock($1)', [RUNS_JOBS]);
  } catch (error) {
    client.release(true);
    throw error;
  }
  return keepLock(pool, client);
}

/** Holds the shared lock, and takes it again after the connection broke, because the server then releases it. */
function keepLock(pool: pg.Pool, first: pg.PoolClient): RunningLock {
  let client: pg.PoolClient | undefined;
  let timer: NodeJS.Timeout | undefined;
  let released = false;
  const hold = (current: pg.PoolClient) => {
    client = current;
    current.once('end', () => {
      if (released) return;
      client = undefined;
      current.release(true);
      timer = setTimeout(retakeLock, RETRY_MS);
    });
  };
  const retakeLock = async () => {
    const current = await pool.connect().catch(() => undefined);
    try {
      if (!current) throw new Error('no connection');
      await current.query('select pg_advisory_lock_shared($1)', [RUNS_JOBS]);
      if (released) current.release(true);
      else hold(current);
    } catch {
      current?.release(true);
      if (!released) timer = setTimeout(retakeLock, RETRY_MS);
    }
  };
  hold(first);
  const release = () => {
    released = true;
    clearTimeout(timer);
    // Ending the connection releases the lock soon afterwards.
    client?.release(true);
  };
  return {
    release,
    async unlock() {
      // Without a connection, no lock is held.
      await client?.query('select pg_advisory_unlock_shared($1)', [RUNS_JOBS]).catch(() => {});
      release();
    },
  };
}
