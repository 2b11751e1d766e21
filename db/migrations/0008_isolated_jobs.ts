import { type Kysely, sql } from 'kysely';

/** Counts process deaths during jobs and queued copies, whose further attempts run in separate processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table isolated_jobs (
      id bigint generated always as identity primary key,
      -- Hash of task and payload, which identifies the job if it is queued again.
      fingerprint text not null unique,
      task text not null,
      payload json not null,
      -- Number of processes that died while they ran the job.
      deaths integer not null default 0,
      last_death_at timestamptz not null default now(),
      -- Number of isolated attempts that ended without a result.
      failed_attempts integer not null default 0,
      last_error text,
      -- Time of the next attempt while the job waits in this table instead of the job queue.
      next_try_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index isolated_jobs_next_try_at on isolated_jobs (next_try_at) where next_try_at is not null`.execute(
    db,
  );
  // Number of expired leases: the process died, or could not reach the database for longer than the lease.
  await sql`alter table mail_recipients add column deaths integer not null default 0`.execute(db);
  await sql`alter table mail_alarms drop constraint mail_alarms_kind_check`.execute(db);
  await sql`alter table mail_alarms add constraint mail_alarms_kind_check
    check (kind in ('reputation', 'mailbox-full', 'tls', 'isolated'))`.execute(db);
}
