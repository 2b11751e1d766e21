import type pg from 'pg';
import { type LockedJob, readLockedJobs, unlockAllJobs } from '../platform/jobs/graphile-tables.ts';

/** Of the lock that every process holds, shared, while it runs jobs. */
const RUNS_JOBS = 4_071_625;
/** Milliseconds between tries to take the lock again. */
const TAKE_AGAIN_AFTER = 1000;

/**
 * Frees at once what a process that died had taken: the job queue itself would wait four hours. Only where no other process
 * runs jobs on this database, since theirs can't be told apart. `onDeath` gets what the dead process held, before it is freed. To be called before the first job is taken; answers how to
 * say that this process runs no more.
 */
export async function unlockStaleJobs(
  pool: pg.Pool,
  onDeath: (jobs: LockedJob[]) => Promise<void> = async () => {},
): Promise<{ release(): void }> {
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

/** Holds the shared lock, and takes it again after a connection that broke: the server forgets it with the connection. */
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
      timer = setTimeout(takeAgain, TAKE_AGAIN_AFTER);
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
      if (!released) timer = setTimeout(takeAgain, TAKE_AGAIN_AFTER);
    }
  };
  hold(first);
  return {
    release() {
      released = true;
      clearTimeout(timer);
      // Ending the connection gives the lock back, however the process ends.
      client?.release(true);
    },
  };
}
