import { sql } from 'kysely';
import type { Queryable } from './database.ts';

/**
 * Puts a job on the queue in the caller's transaction: it runs if and only if that commits. The payload must be JSON and
 * should hold no secret: it lies in the database until the job is done.
 */
export async function addJob(db: Queryable, name: string, payload: object): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => 12)`.execute(db);
}

/**
 * Puts a job on the queue that a burst of writes orders once: while one under this key waits, another is not added. It
 * waits two seconds for the rest of the burst, lets urgent jobs pass, and jobs of the same lane run one after the other.
 */
export async function addCalmJob(
  db: Queryable,
  name: string,
  payload: object,
  { key, lane }: { key: string; lane: string },
): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => 12,
    job_key => ${key}, job_key_mode => 'preserve_run_at', queue_name => ${lane}, priority => 10,
    run_at => now() + interval '2 seconds')`.execute(db);
}

/** What runs a job; a rejection means "again later". */
export type JobHandler = (payload: unknown) => Promise<void>;
