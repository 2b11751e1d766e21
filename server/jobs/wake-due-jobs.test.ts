import { EventEmitter } from 'node:events';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../tests/support/server/test-database.ts';
import { createLog } from '../platform/log/log.ts';
import { wakeForDueJobs } from './wake-due-jobs.ts';

afterEach(() => {
  vi.useRealTimers();
});

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

/** A pool that counts its queries, for which the next job is due in this time. */
function countingPool(nextInMs: number | null) {
  const pool = {
    queries: 0,
    nextInMs,
    async query() {
      pool.queries += 1;
      return { rows: [{ due: 0, next: pool.nextInMs }] };
    },
  };
  return pool;
}

it('asks the database twice a minute while no job waits, and when the next job is due', async () => {
  vi.useFakeTimers();
  const pool = countingPool(null);
  const events = new EventEmitter();
  const waker = wakeForDueJobs(pool as never, createLog('silent', true), events);
  await vi.advanceTimersByTimeAsync(60_500);
  expect(pool.queries).toBe(3);
  // A job was added that is due in ten seconds, and others with it.
  pool.nextInMs = 10_000;
  for (let count = 0; count < 5; count++) events.emit('pool:listen:notification');
  await vi.advanceTimersByTimeAsync(2000);
  expect(pool.queries).toBe(4);
  pool.nextInMs = null;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(pool.queries).toBe(5);
  // A job failed and will be repeated.
  events.emit('job:error');
  await vi.advanceTimersByTimeAsync(2000);
  expect(pool.queries).toBe(6);
  await waker.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(pool.queries).toBe(6);
});
