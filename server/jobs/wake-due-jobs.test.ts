import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../tests/support/server/test-database.ts';
import { createLog } from '../platform/log/log.ts';
import { wakeForDueJobs } from './wake-due-jobs.ts';

it('wakes the workers for a due job, but not for a job of a locked queue', async () => {
  const database = await createTestDatabase();
  const pool = new pg.Pool({ connectionString: database.url });
  const listener = await pool.connect();
  const add = (name: string, more: string) =>
    pool.query(`select graphile_worker.add_job('${name}', '{}', job_key => '${name}', run_at => now() ${more})`);
  try {
    await add('later', "+ interval '1 hour'");
    await add('due', "+ interval '1 second'");
    await add('behind', ", queue_name => 'locked-queue'");
    await pool.query("update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'another'");
    await listener.query('listen "jobs:insert"');
    const announced = new Promise((done) => listener.once('notification', ({ payload }) => done(payload)));
    const waker = wakeForDueJobs(pool, createLog('silent', true));
    expect(JSON.parse(String(await announced))).toEqual({ count: 1 });
    await waker.stop();
  } finally {
    listener.release();
    await pool.end();
    await database.drop();
  }
});
