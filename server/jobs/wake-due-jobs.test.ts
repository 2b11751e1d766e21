import { EventEmitter, once } from 'node:events';
import { Logger } from 'graphile-worker';
import pg from 'pg';
import { afterEach, expect, it, vi } from 'vitest';
import { PgProxy } from '../../tests/faults/proxies/pg-proxy.ts';
import { createTestDatabase } from '../../tests/support/server/test-database.ts';
import { openPool } from '../platform/db/database.ts';
import { createLog } from '../platform/log/log.ts';
import { keepRunning } from './keep-running.ts';
import { startRunner } from './start-runner.ts';
import { WORKER_POLL_MS, wakeForDueJobs } from './wake-due-jobs.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('wakes the workers for a due job, but not for one in a locked queue', async () => {
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

/** Creates a pool that counts its queries and whose next job is due in this time. */
function countingPool(nextInMs: number | null) {
  const pool = {
    queries: 0,
    due: 0,
    nextInMs,
    async query(text: string) {
      if (text.includes('pg_notify')) return { rows: [] };
      pool.queries += 1;
      return { rows: [{ due: pool.due, next: pool.nextInMs }] };
    },
  };
  return pool;
}

it('queries the database twice a minute while no job waits, and when the next job is due', async () => {
  vi.useFakeTimers();
  const pool = countingPool(null);
  const events = new EventEmitter();
  const waker = wakeForDueJobs(pool as never, createLog('silent', true), events);
  await vi.advanceTimersByTimeAsync(60_500);
  expect(pool.queries).toBe(3);
  // A job that is due in ten seconds was added, and others with it.
  pool.nextInMs = 10_000;
  for (let count = 0; count < 5; count++) events.emit('pool:listen:notification');
  await vi.advanceTimersByTimeAsync(2000);
  expect(pool.queries).toBe(4);
  pool.nextInMs = null;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(pool.queries).toBe(5);
  // A job failed and will be retried.
  events.emit('job:error');
  await vi.advanceTimersByTimeAsync(2000);
  expect(pool.queries).toBe(6);
  await waker.stop();
  await vi.advanceTimersByTimeAsync(120_000);
  expect(pool.queries).toBe(6);
});

it('queries every two seconds and wakes the workers while they do not listen, but not when they end', async () => {
  vi.useFakeTimers();
  const pool = countingPool(null);
  const events = new EventEmitter();
  const workerPool = { nudge: vi.fn() };
  const waker = wakeForDueJobs(pool as never, createLog('silent', true), events);
  await vi.advanceTimersByTimeAsync(0);
  events.emit('pool:listen:error', { workerPool });
  await vi.advanceTimersByTimeAsync(20_000);
  expect(pool.queries).toBe(11);
  expect(workerPool.nudge).not.toHaveBeenCalled();
  pool.due = 3;
  await vi.advanceTimersByTimeAsync(2000);
  expect(workerPool.nudge.mock.calls).toEqual([[3]]);
  events.emit('pool:gracefulShutdown', { workerPool });
  await vi.advanceTimersByTimeAsync(2000);
  expect(workerPool.nudge).toHaveBeenCalledOnce();
  pool.due = 0;
  await vi.advanceTimersByTimeAsync(2000);
  const { queries } = pool;
  await vi.advanceTimersByTimeAsync(29_000);
  expect(pool.queries).toBe(queries);
  await waker.stop();
});

/** Connects to the database through a proxy that can be cut. */
async function behindProxy() {
  const database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  const proxy = new PgProxy({ host: hostname, port: Number(port) });
  const through = new URL(database.url);
  through.host = `127.0.0.1:${await proxy.listen()}`;
  const [direct, pool] = [new pg.Pool({ connectionString: database.url }), openPool(through.href, 5)];
  const end = async () => {
    await Promise.all([pool.end(), direct.end()]);
    await proxy.close();
    await database.drop();
  };
  return { proxy, pool, addJob: () => direct.query("select graphile_worker.add_job('wanted', '{}')"), end };
}

const quiet = {
  noHandleSignals: true,
  pollInterval: WORKER_POLL_MS,
  logger: new Logger(() => () => {}),
  // As in startJobs.
  preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
};

it('runs a job that was added during an outage before the workers listen again', async () => {
  const { proxy, pool, addJob, end } = await behindProxy();
  const events = new EventEmitter();
  const order: string[] = [];
  const ran = Promise.withResolvers<void>();
  const waker = wakeForDueJobs(pool, createLog('silent', true), events);
  const ready = Promise.all([once(events, 'pool:listen:success'), once(events, 'worker:getJob:empty')]);
  const taskList = {
    wanted: async () => {
      order.push('ran');
      ran.resolve();
    },
  };
  const runner = await startRunner({ ...quiet, pgPool: pool, events, taskList });
  try {
    await ready;
    events.on('pool:listen:success', () => order.push('listens'));
    // The first five attempts to listen follow each other quickly; the next one comes after 7.4 seconds.
    const jitter = vi.spyOn(Math, 'random').mockReturnValue(0);
    const failed = Promise.withResolvers<void>();
    let failures = 0;
    events.on('pool:listen:error', () => {
      if (++failures !== 5) return;
      jitter.mockReturnValue(1);
      failed.resolve();
    });
    proxy.refusing = true;
    proxy.cutAll();
    await failed.promise;
    await addJob();
    proxy.clearFaults();
    await ran.promise;
    expect(order).toEqual(['ran']);
  } finally {
    await waker.stop();
    await runner.stop();
    await end();
  }
});

it('starts another runner if the database is lost at the first query of one', async () => {
  const { proxy, pool, addJob, end } = await behindProxy();
  const events = new EventEmitter();
  const ran = Promise.withResolvers<void>();
  let starts = 0;
  events.once('worker:getJob:start', () => {
    proxy.refusing = true;
    proxy.cutAll();
  });
  events.once('worker:getJob:error', () => proxy.clearFaults());
  const keeper = await keepRunning(
    async () => {
      starts += 1;
      return startRunner({ ...quiet, pgPool: pool, events, taskList: { wanted: async () => ran.resolve() } });
    },
    createLog('silent', true),
    async () => {},
  );
  try {
    await addJob();
    await ran.promise;
    expect(starts).toBeGreaterThan(1);
  } finally {
    await keeper.stop();
    await end();
  }
});
