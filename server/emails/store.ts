import { sql } from 'kysely';
import type { Queryable } from '../platform/db/database.ts';

/** Deletes waiting letters to the owner of an account, or about one of these forwardings. */
export async function deleteEmailJobs(db: Queryable, email: string, forwardingIds: number[]): Promise<void> {
  const isMeant = sql`((lower(payload->>'to') = ${email.toLowerCase()} and payload->>'kind' <> 'verify-forwarding')
    or (payload->>'forwardingId')::integer = any(${forwardingIds}::integer[]))`;
  await sql`select graphile_worker.complete_jobs(array(
    select id from graphile_worker._private_jobs
    where ${isMeant}))`.execute(db);
  // Those that wait outside the job queue because processes died of them.
  await sql`delete from isolated_jobs where ${isMeant}`.execute(db);
}

/** Deletes letters that were given up before this moment. */
export async function deleteFailedEmailJobs(db: Queryable, before: Date): Promise<void> {
  await sql`select graphile_worker.complete_jobs(array(
    select job.id from graphile_worker._private_jobs as job
    where payload->>'kind' is not null and payload->>'to' is not null
      and attempts >= max_attempts and updated_at < ${before}))`.execute(db);
}
