import { type Kysely, sql } from 'kysely';

/** Jobs and queued copies that processes died of: they are counted, and attempted in a process of their own. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table isolated_jobs (
      id bigint generated always as identity primary key,
      -- Hash of task and payload: the same order once more is the same job.
      fingerprint text not null unique,
      task text not null,
      payload json not null,
      -- Processes that died while they ran it.
      deaths integer not null default 0,
      last_death_at timestamptz not null default now(),
      -- Isolated attempts that ended without a result.
      failed_attempts integer not null default 0,
      last_error text,
      -- Set while the job waits here and not in the job queue.
      next_try_at timestamptz,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index isolated_jobs_next_try_at on isolated_jobs (next_try_at) where next_try_at is not null`.execute(
    db,
  );
  // Leases that ran out: the process that held one has died, or lost the database for longer than the lease.
  await sql`alter table mail_recipients add column deaths integer not null default 0`.execute(db);
  await sql`alter table mail_alarms drop constraint mail_alarms_kind_check`.execute(db);
  await sql`alter table mail_alarms add constraint mail_alarms_kind_check
    check (kind in ('reputation', 'mailbox-full', 'tls', 'isolated'))`.execute(db);
}
