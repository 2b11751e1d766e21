import { type Kysely, sql } from 'kysely';

/** The log of administrative acts, suspension, and the orders in which administrators read long lists. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table admin_acts (
      id bigint generated always as identity primary key,
      at timestamptz not null default clock_timestamp(),
      -- The administrator's account and address at that time; no account for an act at the command line.
      actor_id integer,
      actor text not null,
      act text not null,
      -- No foreign key: the log outlasts what it tells of. Accounts are named by their id alone.
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
  // ALWAYS: also where a session has switched ordinary triggers off.
  await sql`create trigger only_add before update or delete on admin_acts
    for each row execute function refuse_change()`.execute(db);
  await sql`alter table admin_acts enable always trigger only_add`.execute(db);
  await sql`create trigger only_add_all before truncate on admin_acts
    for each statement execute function refuse_change()`.execute(db);
  await sql`alter table admin_acts enable always trigger only_add_all`.execute(db);

  await sql`alter table accounts add column suspended_at timestamptz`.execute(db);
  await sql`
    alter table handles
      -- What a suspended handle was before.
      add column suspended_from handle_state,
      -- Suspended because its owner was, and awake again with them.
      add column suspended_with_account boolean not null default false`.execute(db);

  // Names of packages that differ in case alone would read the same to people.
  await sql`create unique index packages_name_folded on packages (lower(name))`.execute(db);

  // An index for every order in which a list can be read. The ids make each place in it unique. Collation "C" also
  // serves prefixes, whatever the database's own is.
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
