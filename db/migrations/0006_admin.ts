import { type Kysely, sql } from 'kysely';

/** The audit log, suspension, and indexes for the lists of administrators. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table admin_acts (
      id bigint generated always as identity primary key,
      at timestamptz not null default clock_timestamp(),
      -- The administrator's account and address at that time; no account for an action on the command line.
      actor_id integer,
      actor text not null,
      act text not null,
      -- No foreign key, because the log is kept longer than its targets. Accounts are identified by id only.
      target_kind text not null,
      target_id integer,
      target text,
      reason text,
      before jsonb,
      after jsonb
    )`.execute(db);
  await sql`
    create function refuse_change() returns trigger language plpgsql as $$
    begin
      raise exception 'The log of administrative acts is only ever added to.' using errcode = 'insufficient_privilege';
    end $$`.execute(db);
  // ALWAYS: the trigger also fires in sessions that have disabled ordinary triggers (session_replication_role).
  await sql`create trigger only_add before update or delete on admin_acts
    for each row execute function refuse_change()`.execute(db);
  await sql`alter table admin_acts enable always trigger only_add`.execute(db);
  await sql`create trigger only_add_all before truncate on admin_acts
    for each statement execute function refuse_change()`.execute(db);
  await sql`alter table admin_acts enable always trigger only_add_all`.execute(db);

  await sql`alter table accounts add column suspended_at timestamptz`.execute(db);
  await sql`
    alter table handles
      -- The state before the suspension.
      add column suspended_from handle_state,
      -- Suspended together with its owner, and restored together with its owner.
      add column suspended_with_account boolean not null default false`.execute(db);

  // Package names that differ only in case would look the same to people.
  await sql`create unique index packages_name_folded on packages (lower(name))`.execute(db);

  // One index for each sort order of a list. The id makes each position unique. Collation "C" also supports prefix
  // searches, regardless of the database's collation.
  await sql`create index accounts_by_email on accounts (lower(email) collate "C", id)`.execute(db);
  await sql`create index accounts_by_verified on accounts ((email_verified_at is not null), id)`.execute(db);
  await sql`create index accounts_by_created on accounts (created_at, id)`.execute(db);
  await sql`create index accounts_admins on accounts (id) where is_admin`.execute(db);
  await sql`create index accounts_email_hidden on accounts (id) where not email_visible`.execute(db);
  await sql`create index handles_by_handle on handles (handle collate "C", id)`.execute(db);
  await sql`create index handles_by_user on handles (coalesce(account_id, 0), id)`.execute(db);
  await sql`create index handles_by_plan on handles ((case when length(handle) <= 1 then 3
    when length(handle) <= 4 then 2 when length(handle) <= 10 then 1 else 0 end), id)`.execute(db);
  await sql`create index handles_by_state on handles (state, id)`.execute(db);
  await sql`create index handles_by_created on handles (created_at, id)`.execute(db);
  await sql`create index handles_by_display_name on handles (coalesce(display_name, '') collate "C", id)`.execute(db);
  await sql`create index payments_by_handle on payments (handle collate "C")`.execute(db);
  await sql`create index payments_by_email on payments (lower(email) collate "C")`.execute(db);
}
