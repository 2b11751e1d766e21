import { sql } from 'kysely';
import { StartError } from '../config/start-error.ts';
import type { Queryable } from '../db/database.ts';

/**
 * Throws if the database role cannot see the job queue: its tables have row-level security, so a role that does not own them
 * needs a policy on each.
 */
export async function checkJobQueueAccess(db: Queryable): Promise<void> {
  const { rows } = await sql<{ role: string; name: string }>`
    select current_user as role, c.relname as name from pg_class c
    where c.relnamespace = to_regnamespace('graphile_worker') and c.relrowsecurity and row_security_active(c.oid)
      and not exists (select from pg_policy p, unnest(p.polroles) as granted
        where p.polrelid = c.oid and (granted = 0 or pg_has_role(granted, 'usage')))
    order by c.relname`.execute(db);
  const [first] = rows;
  if (!first) return;
  throw new StartError(
    `The database role ${first.role} does not own the tables of the job queue, and row-level security hides them from it ` +
      `(${rows.map(({ name }) => name).join(', ')}). Run as their owner: npm run migrate -- --grant ${first.role}`,
  );
}

/**
 * Adds a job to the queue in the caller's transaction: the job runs if and only if the transaction commits. The payload
 * must be JSON without secrets, because it stays in the database until the job is done.
 */
export async function addJob(db: Queryable, name: string, payload: object): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => 12)`.execute(db);
}

/** Adds a job that runs after `seconds`. A waiting job with the same key is rescheduled instead. */
export async function addDelayedJob(
  db: Queryable,
  name: string,
  { payload, key, seconds }: { payload: object; key: string; seconds: number },
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => 12,
    job_key => ${key}, run_at => now() + make_interval(secs => ${seconds}))`.execute(db);
}

/** Adds a job without payload that runs after `seconds`, unless one waits already: it handles everything until then. */
export async function addBundlingJob(db: Queryable, name: string, seconds: number): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, '{}'::json, max_attempts => 12, job_key => ${name},
    job_key_mode => 'preserve_run_at', run_at => now() + make_interval(secs => ${seconds}))`.execute(db);
}

/** A job that a burst of writes adds once: no other job with its key is added while it waits. */
export interface DebouncedJob {
  payload: object;
  key: string;
  /** Jobs with the same queue name run one after the other. */
  queue: string;
}

/** Adds debounced jobs in one statement. They wait two seconds for the rest of the burst, and have a low priority. */
export async function addDebouncedJobs(db: Queryable, name: string, jobs: DebouncedJob[]): Promise<void> {
  if (jobs.length === 0) return;
  await sql`select graphile_worker.add_job(${name}, payload, max_attempts => 12, job_key => key,
    job_key_mode => 'preserve_run_at', queue_name => queue, priority => 10, run_at => now() + interval '2 seconds')
    from json_to_recordset(${JSON.stringify(jobs)}::json) as jobs (payload json, key text, queue text)`.execute(db);
}

/** Runs a job; a rejection makes the queue retry it later. */
export type JobHandler = (payload: unknown) => Promise<void>;
