import { type Kysely, sql } from 'kysely';

/** Visitors' reports about pages, and administrators' decisions about them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // One case for the reports about a page that wait for the same decision.
  await sql`
    create table page_cases (
      id integer generated always as identity primary key,
      handle_id integer not null references handles on delete cascade,
      -- open and appealed wait for an administrator.
      state text not null default 'open'
        check (state in ('open', 'dismissed', 'upheld', 'appealed', 'confirmed', 'reversed')),
      opened_at timestamptz not null,
      -- The decision: the action, and the messages to both sides. The owner gets no message if it is null.
      action text check (action in ('suspend', 'hide-block', 'ask')),
      block_id text,
      reporter_answer text,
      owner_answer text,
      decided_at timestamptz,
      -- The appeal of the owner, and our answer to it.
      appeal_text text,
      appealed_at timestamptz,
      appeal_answer text,
      appeal_decided_at timestamptz,
      -- Time since which nothing waits for an administrator.
      closed_at timestamptz,
      check ((state in ('open', 'appealed')) = (closed_at is null)),
      check ((state in ('open', 'dismissed')) = (action is null))
    )`.execute(db);
  await sql`create unique index page_cases_open on page_cases (handle_id) where state = 'open'`.execute(db);
  await sql`create index page_cases_handle_id on page_cases (handle_id, id)`.execute(db);
  // The order of the administrators' list: waiting cases first (oldest first), then the rest, newest first.
  await sql`create index page_cases_listed on page_cases
    ((state not in ('open', 'appealed')), (case when state in ('open', 'appealed') then id else -id end))`.execute(db);
  await sql`create index page_cases_closed_at on page_cases (closed_at)`.execute(db);

  await sql`
    create table page_reports (
      id integer generated always as identity primary key,
      case_id integer not null references page_cases on delete cascade,
      reason text not null
        check (reason in ('spam', 'phishing', 'impersonation', 'illegal', 'copyright', 'adult', 'other')),
      text text not null,
      -- The address on the page that the report is about.
      address text,
      -- The address for the answer; removed some time after the case is closed.
      email text,
      created_at timestamptz not null
    )`.execute(db);
  await sql`create index page_reports_case_id on page_reports (case_id, id)`.execute(db);
  await sql`create index page_reports_email on page_reports (lower(email)) where email is not null`.execute(db);

  // Uses counted by limits, kept for a day. The rows have no reference to a handle, because reports about missing pages
  // are counted too.
  await sql`
    create table page_report_uses (
      id bigint generated always as identity primary key,
      handle text not null,
      -- The network of the visitor (server/platform/http/guards/client-network.ts); null if networks are not limited.
      network text,
      used_at timestamptz not null
    )`.execute(db);
  await sql`create index page_report_uses_handle on page_report_uses (handle, used_at)`.execute(db);
  await sql`create index page_report_uses_network on page_report_uses (network, used_at)`.execute(db);
  await sql`create index page_report_uses_used_at on page_report_uses (used_at)`.execute(db);
}
