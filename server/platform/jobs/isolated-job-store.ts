import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Queryable } from '../db/database.ts';

/** Processes that die of a job until it gets a process of its own. */
export const DEATHS_TO_ISOLATE = 3;

/** A job that processes died of. */
export interface IsolatedJob {
  id: string;
  fingerprint: string;
  task: string;
  payload: unknown;
  deaths: number;
  last_death_at: Date;
  failed_attempts: number;
  last_error: string | null;
  /** When it is attempted next; null while it is in the job queue, or was done. */
  next_try_at: Date | null;
  created_at: Date;
}

/** Names a job by what it is to do: the same order once more has the same name. */
export function fingerprintOf(task: string, payload: unknown): string {
  // The job queue adds the minute to the payload of what it starts by the clock.
  const { _cron, ...order } = (payload ?? {}) as Record<string, unknown>;
  return createHash('sha256')
    .update(`${task}\n${JSON.stringify(order)}`)
    .digest('hex');
}

/** Counts one death for each of these jobs; returns those that reached the limit by it. */
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

/** Fingerprints of all jobs that run in processes of their own. */
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

/** Jobs that processes died of, the oldest first. */
export async function listIsolated(db: Queryable, id?: string): Promise<IsolatedJob[]> {
  const { rows } = await sql<IsolatedJob>`select * from isolated_jobs
    where ${id ?? null}::bigint is null or id = ${id ?? null}::bigint order by id`.execute(db);
  return rows;
}

/** Keeps a job here, to be attempted after so many seconds. */
export async function postponeJob(db: Queryable, id: string, seconds: number, error: string): Promise<void> {
  await sql`update isolated_jobs set failed_attempts = failed_attempts + 1, last_error = ${error},
    next_try_at = now() + make_interval(secs => ${seconds}) where id = ${id}::bigint`.execute(db);
}

/** Takes the job that has been due longest for so many seconds; undefined where none is due. */
export async function takeDueJob(db: Queryable, seconds: number): Promise<IsolatedJob | undefined> {
  const { rows } = await sql<IsolatedJob>`
    update isolated_jobs set next_try_at = now() + make_interval(secs => ${seconds})
    where id = (select id from isolated_jobs where next_try_at <= now() order by next_try_at limit 1 for update skip locked)
    returning *`.execute(db);
  return rows[0];
}

/** Notes that a job was done. The next one like it still gets a process of its own. */
export async function markDone(db: Queryable, id: string): Promise<void> {
  await sql`update isolated_jobs set next_try_at = null, failed_attempts = 0, last_error = null
    where id = ${id}::bigint`.execute(db);
}

/** Has a waiting job attempted at the next look; false where none waits under this id. */
export async function makeJobDue(db: Queryable, id: string): Promise<boolean> {
  const result = await sql`update isolated_jobs set next_try_at = now()
    where id = ${id}::bigint and next_try_at is not null`.execute(db);
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** Forgets a job, and with it what it was to do if it waits here; undefined where there is none. */
export async function removeIsolated(db: Queryable, id: string): Promise<IsolatedJob | undefined> {
  const { rows } = await sql<IsolatedJob>`delete from isolated_jobs where id = ${id}::bigint returning *`.execute(db);
  return rows[0];
}

/** Forgets what was done and of which no process has died since this moment. */
export async function removeRecoveredJobs(db: Queryable, before: Date): Promise<void> {
  await sql`delete from isolated_jobs where next_try_at is null and last_death_at < ${before}`.execute(db);
}

/** Raises the alarm that administrators see, counted for each task or destination. */
export async function raiseIsolationAlarm(db: Queryable, task: string, text: string): Promise<void> {
  await sql`insert into mail_alarms as a (kind, host, words) values ('isolated', ${task}, ${text})
    on conflict (kind, host) do update set words = excluded.words, count = a.count + 1, last_at = now()`.execute(db);
}
