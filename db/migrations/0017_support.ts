import { type Kysely, sql } from 'kysely';

/** Requests to support. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table support_requests (
      id integer generated always as identity primary key,
      account_id integer not null references accounts on delete cascade,
      -- The handle that the request is about.
      handle_id integer references handles on delete set null,
      subject text not null,
      text text not null,
      -- Whether the email to support lists the latest delivery problems of the handle.
      attach_deliveries boolean not null default false,
      -- The largest plan of an active handle of the account at that time; null without one.
      plan text,
      priority boolean not null,
      state text not null default 'open' check (state in ('open', 'answered', 'closed')),
      created_at timestamptz not null default now(),
      -- When the request was first marked as answered.
      answered_at timestamptz,
      closed_at timestamptz,
      check ((state = 'closed') = (closed_at is not null))
    )`.execute(db);
  await sql`create index support_requests_account_id on support_requests (account_id, created_at)`.execute(db);
  await sql`create index support_requests_handle_id on support_requests (handle_id)`.execute(db);
  // The order of the administrators' list: open requests first (priority before others, oldest first), then the rest,
  // newest first.
  await sql`create index support_requests_listed on support_requests
    ((state <> 'open'), (state <> 'open' or not priority), (case when state = 'open' then id else -id end))`.execute(
    db,
  );
  await sql`create index support_requests_answered_at on support_requests (answered_at)`.execute(db);
  await sql`create index support_requests_closed_at on support_requests (closed_at)`.execute(db);
}
