import { sql } from 'kysely';
import type pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { HOUR } from '../../../contract/time.ts';
import { useDatabase } from '../../../tests/support/server/test-database.ts';
import { type Database, openDatabase } from '../db/database.ts';
import { announceDueJobs, deleteFailedJobs, deleteJobs, readLockedJobs, unlockAllJobs } from './graphile-tables.ts';

// The contract with graphile-worker: the columns of its private tables have the meanings that our queries assume.

const database = useDatabase();
let client: pg.PoolClient;
let db: Database;
beforeAll(async () => {
  client = await database.pool.connect();
  db = openDatabase(database.pool);
});
afterAll(async () => {
  client?.release();
});
beforeEach(async () => {
  await client.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
});

async function add(key: string, payload: object, queue: string | null = null): Promise<void> {
  await client.query('select graphile_worker.add_job($1, $2::json, job_key => $3, queue_name => $4)', [
    'send',
    JSON.stringify(payload),
    key,
    queue,
  ]);
}

/** Takes the next job as a worker would. */
async function takeJob(worker: string): Promise<void> {
  await client.query('update graphile_worker._private_job_queues set locked_by = $1, locked_at = now()', [worker]);
  await client.query('update graphile_worker._private_jobs set locked_by = $1, locked_at = now()', [worker]);
}

async function keys(): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>('select key from graphile_worker.jobs order by key');
  return rows.map(({ key }) => key);
}

it('returns the task and the payload of locked jobs only', async () => {
  await add('held', { to: 'ann' }, 'locked-queue');
  expect(await readLockedJobs(client)).toEqual([]);
  await takeJob('dead');
  await add('waiting', { to: 'bob' });
  expect(await readLockedJobs(client)).toEqual([{ task: 'send', payload: { to: 'ann' } }]);
});

it('unlocks jobs and named queues of every worker', async () => {
  await add('held', {}, 'locked-queue');
  await takeJob('dead');
  await unlockAllJobs(client);
  expect(await readLockedJobs(client)).toEqual([]);
  const { rows } = await client.query('select locked_by from graphile_worker._private_job_queues');
  expect(rows).toEqual([{ locked_by: null }]);
});

it('notifies workers of a due job, but not of one whose named queue is locked', async () => {
  await add('behind', {}, 'locked-queue');
  await client.query("update graphile_worker._private_job_queues set locked_by = 'other', locked_at = now()");
  await add('due', {});
  await client.query('listen "jobs:insert"');
  const notified = new Promise((done) => client.once('notification', ({ payload }) => done(payload)));
  await announceDueJobs(database.pool);
  expect(JSON.parse(String(await notified))).toEqual({ count: 1 });
});

it('deletes jobs by their payload, both queued and isolated ones', async () => {
  await add('gone', { to: 'ann' });
  await add('kept', { to: 'bob' });
  await sql`insert into isolated_jobs (fingerprint, task, payload, deaths)
    values ('a', 'send', '{"to":"ann"}', 3), ('b', 'send', '{"to":"bob"}', 3)`.execute(db);
  await deleteJobs(db, sql`payload->>'to' = 'ann'`);
  expect(await keys()).toEqual(['kept']);
  const { rows } = await sql<{ fingerprint: string }>`select fingerprint from isolated_jobs`.execute(db);
  expect(rows).toEqual([{ fingerprint: 'b' }]);
});

it('deletes jobs of one task that were given up before a given time', async () => {
  await add('given-up', {});
  await add('has-attempts-left', {});
  await client.query("update graphile_worker._private_jobs set attempts = max_attempts where key = 'given-up'");
  const later = new Date(Date.now() + HOUR);
  await deleteFailedJobs(db, 'other-task', later);
  await deleteFailedJobs(db, 'send', new Date(Date.now() - HOUR));
  expect(await keys()).toEqual(['given-up', 'has-attempts-left']);
  await deleteFailedJobs(db, 'send', later);
  expect(await keys()).toEqual(['has-attempts-left']);
});
