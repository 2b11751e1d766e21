import { type Kysely, sql } from 'kysely';

/** Notices to administrators about cases, and the address that a decision hid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table page_cases
    -- Number of reports and appeals that no email to the administrators has included yet.
    add column unnotified integer not null default 0,
    add column notified_at timestamptz,
    -- The address of the hidden block, if it has exactly one.
    add column block_url text`.execute(db);
  await sql`create index page_cases_unnotified on page_cases (id) where unnotified > 0`.execute(db);
  await sql`create index page_cases_notified_at on page_cases (notified_at)`.execute(db);
  await sql`create index page_cases_hidden_block on page_cases (handle_id) where action = 'hide-block'`.execute(db);
}
