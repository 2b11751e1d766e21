import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';

/** Process deaths after which a job runs in a separate process. */
export const DEATHS_TO_ISOLATE = 3;

/** A job during which processes died. */
export interface IsolatedJob {
  id: string;
  fingerprint: string;
  task: string;
  payload: unknown;
  deaths: number;
  last_death_at: Date;
  failed_attempts: number;
  last_error: string | null;
  /** Time of the next attempt; null while it is in the job queue, or after it succeeded. */
  next_try_at: Date | null;
  created_at: Date;
}

/** Identifies a job by its task and payload: the same job, queued again, has the same fingerprint. */
export function fingerprintOf(task: string, payload: unknown): string {
  // The job queue adds the time to the payload of cron jobs.
  const { _cron, ...rest } = (payload ?? {}) as Record<string, unknown>;
  return createHash('sha256')
    .update(`${task}\n${JSON.stringify(rest)}`)
    .digest('hex');
}

/** Counts one death for each of these jobs. Returns those that thereby reach the limit. */
export async function countDeaths(db: Queryable, jobs: { task: string; payload: unknown }[]): Promise<IsolatedJob[]> {
  const byFingerprint = new Map(jobs.map((job) => [fingerprintOf(job.task, job.payload), job]));
  const isolated: IsolatedJob[] = [];
  for (const [fingerprint, { task, payload }] of byFingerprint) {
    const { rows } = await sql<IsolatedJob>`
      insert into isolated_jobs as j (fingerprint, task, payload, deaths)
      values (${fingerprint}, ${task}, ${JSON.stringify(payload ?? {})}::json, 1)
      on conflict (fingerprint) do update set deaths = j.deaths + 1, last_death_at = now()
      returning *`.execute(db);
    isolated.push(...rows.filter(({ deaths }) => deaths === DEATHS_TO_ISOLATE));
  }
  return isolated;
}

/** Returns the fingerprints of all jobs that run in a separate process. */
export async function isolatedFingerprints(db: Queryable): Promise<string[]> {
  const { rows } = await sql<{ fingerprint: string }>`
    select fingerprint from isolated_jobs where deaths >= ${DEATHS_TO_ISOLATE}`.execute(db);
  return rows.map(({ fingerprint }) => fingerprint);
}

export async function findIsolated(db: Queryable, fingerprint: string): Promise<IsolatedJob | undefined> {
  const { rows } = await sql<IsolatedJob>`select * from isolated_jobs
    where fingerprint = ${fingerprint} and deaths >= ${DEATHS_TO_ISOLATE}`.execute(db);
  return rows[0];
}

/** Lists jobs during which processes died, oldest first. */
export async function listIsolated(db: Queryable, id?: string): Promise<IsolatedJob[]> {
  const { rows } = await sql<IsolatedJob>`select * from isolated_jobs
    where ${id ?? null}::bigint is null or id = ${id ?? null}::bigint order by id`.execute(db);
  return rows;
}

/** Records a failed attempt and schedules the next one in `seconds`. */
export async function postponeJob(db: Queryable, id: string, seconds: number, error: string): Promise<void> {
  await sql`update isolated_jobs set failed_attempts = failed_attempts + 1, last_error = ${error},
    next_try_at = now() + make_interval(secs => ${seconds}) where id = ${id}::bigint`.execute(db);
}

/** Leases, for `seconds`, the job that has been due longest; undefined if no job is due. */
export async function takeDueJob(db: Queryable, seconds: number): Promise<IsolatedJob | undefined> {
  const { rows } = await sql<IsolatedJob>`
    update isolated_jobs set next_try_at = now() + make_interval(secs => ${seconds})
    where id = (select id from isolated_jobs where next_try_at <= now() order by next_try_at limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0];
}

/** Records that a job succeeded. Its next run still uses a separate process. */
export async function markDone(db: Queryable, id: string): Promise<void> {
  await sql`update isolated_jobs set next_try_at = null, failed_attempts = 0, last_error = null
    where id = ${id}::bigint`.execute(db);
}

/** Makes a waiting job due now. Returns false if no job with this id waits. */
export async function makeJobDue(db: Queryable, id: string): Promise<boolean> {
  const result = await sql`update isolated_jobs set next_try_at = now()
    where id = ${id}::bigint and next_try_at is not null`.execute(db);
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** Deletes and returns the record of a job, and thus the job itself if it waits here; undefined if no record exists. */
export async function removeIsolated(db: Queryable, id: string): Promise<IsolatedJob | undefined> {
  const { rows } = await sql<IsolatedJob>`delete from isolated_jobs where id = ${id}::bigint returning *`.execute(db);
  return rows[0];
}

/** Deletes records of jobs that have succeeded and during which no process has died since `before`. */
export async function removeRecoveredJobs(db: Queryable, before: Date): Promise<void> {
  await sql`delete from isolated_jobs where next_try_at is null and last_death_at < ${before}`.execute(db);
}

/** Raises an alarm for administrators, counted for each task or destination. */
export async function raiseIsolationAlarm(db: Queryable, task: string, text: string): Promise<void> {
  await sql`insert into mail_alarms as a (kind, host, words) values ('isolated', ${task}, ${text})
    on conflict (kind, host) do update set words = excluded.words, count = a.count + 1, last_at = now()`.execute(db);
}

/** Counts the isolated jobs. */
export async function countIsolated(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('isolated_jobs')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}
