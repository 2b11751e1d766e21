import { sql } from 'kysely';
import type { Queryable } from './database.ts';

/**
 * Puts a job on the queue in the caller's transaction: it runs if and only if that commits. The payload must be JSON and
 * should hold no secret: it lies in the database until the job is done.
 */
export async function addJob(db: Queryable, name: string, payload: object): Promise<void> {
  await sql`select graphile_worker.add_job(${name}, ${JSON.stringify(payload)}::json, max_attempts => 12)`.execute(db);
}

/** What runs a job; a rejection means "again later". */
export type JobHandler = (payload: unknown) => Promise<void>;
