import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useServer } from '../../tests/support/server/test-server.ts';
import { openPool } from '../platform/db/database.ts';
import { unlockStaleJobs } from './unlock-stale-jobs.ts';

const server = useServer();

async function lockJobAsDeadProcess(key: string): Promise<void> {
  await sql`select graphile_worker.add_job('send-letter', '{}', queue_name => ${key}, job_key => ${key})`.execute(
    server.db,
  );
  await sql`update graphile_worker._private_jobs set locked_by = 'dead', locked_at = now() where key = ${key}`.execute(
    server.db,
  );
  await sql`update graphile_worker._private_job_queues set locked_by = 'dead', locked_at = now()`.execute(server.db);
}

async function countLocked(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select
    (select count(*) from graphile_worker._private_jobs where locked_by is not null)::int +
    (select count(*) from graphile_worker._private_job_queues where locked_by is not null)::int as count`.execute(
    server.db,
  );
  return rows[0]?.count ?? -1;
}

it('unlocks the jobs of a process that died, unless another process runs jobs', async () => {
  const pool = openPool(server.url);
  try {
    await lockJobAsDeadProcess('first');
    expect(await countLocked()).toBeGreaterThan(1);
    const one = await unlockStaleJobs(pool);
    expect(await countLocked()).toBe(0);

    await lockJobAsDeadProcess('second');
    const other = await unlockStaleJobs(pool);
    expect(await countLocked()).toBeGreaterThan(0);
    one.release();
    other.release();

    // Both have released their locks, as if killed.
    await expect
      .poll(async () => {
        (await unlockStaleJobs(pool)).release();
        return countLocked();
      })
      .toBe(0);
  } finally {
    await pool.end();
  }
});

it('takes the lock again after its connection breaks, so that another process unlocks nothing', async () => {
  const pool = openPool(server.url);
  const locks = async () => {
    const { rows } = await sql<{ pid: number }>`select l.pid from pg_locks l join pg_database d on d.oid = l.database
      where locktype = 'advisory' and mode = 'ShareLock' and datname = current_database()`.execute(server.db);
    return rows.map(({ pid }) => pid);
  };
  const one = await unlockStaleJobs(pool);
  try {
    const [before] = await locks();
    await sql`select pg_terminate_backend(${before})`.execute(server.db);
    await expect.poll(locks, { timeout: 10_000 }).toEqual([expect.not.closeTo(before ?? 0, 0)]);
    await lockJobAsDeadProcess('under way');
    const other = await unlockStaleJobs(pool);
    expect(await countLocked()).toBeGreaterThan(0);
    other.release();
  } finally {
    one.release();
    await pool.end();
  }
});
