import { type Kysely, sql } from 'kysely';

/** Members of a handle with their inboxes, offers of a handle to another account, and the activity of a handle. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table handle_members (
      id integer generated always as identity primary key,
      handle_id integer not null references handles on delete cascade,
      -- Null until the invitation is accepted.
      account_id integer references accounts on delete cascade,
      -- The address that was invited.
      email text not null,
      role text not null check (role in ('manager', 'editor')),
      invited_by integer references accounts on delete set null,
      invited_at timestamptz not null default now(),
      -- When the invitation expires.
      expires_at timestamptz not null,
      joined_at timestamptz,
      -- The verified inbox that receives the mail of the handle, and its canonical form, used for limits.
      address text,
      address_key text,
      -- The inbox to be verified.
      pending_address text,
      pending_key text,
      wants_mail boolean not null default true,
      -- Delivery stops when the inbox no longer exists.
      paused_at timestamptz,
      -- Consecutive rejections because the inbox does not exist.
      gone_count integer not null default 0,
      gone_since timestamptz,
      unique (handle_id, account_id),
      check ((account_id is null) = (joined_at is null))
    )`.execute(db);
  await sql`create unique index handle_members_email on handle_members (handle_id, lower(email))`.execute(db);
  await sql`create index handle_members_account_id on handle_members (account_id)`.execute(db);
  await sql`create index handle_members_invited on handle_members (lower(email)) where account_id is null`.execute(db);
  await sql`create index handle_members_address_key on handle_members (address_key)`.execute(db);
  await sql`create index handle_members_pending_key on handle_members (pending_key)`.execute(db);
  await sql`create index handle_members_invited_by on handle_members (invited_by)`.execute(db);

  await sql`
    create table handle_transfers (
      id integer generated always as identity primary key,
      handle_id integer not null unique references handles on delete cascade,
      -- The address of the account to which the handle is offered.
      email text not null,
      offered_by integer not null references accounts on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index handle_transfers_email on handle_transfers (lower(email))`.execute(db);
  await sql`create index handle_transfers_offered_by on handle_transfers (offered_by)`.execute(db);
  // An offer ends when the handle changes its state. Many statements change the state, some of several handles
  // together.
  await sql`
    create function withdraw_handle_transfer() returns trigger language plpgsql as $$
    begin
      delete from handle_transfers where handle_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger withdraw_handle_transfer after update on handles
    for each row when (old.state is distinct from new.state or old.account_id is distinct from new.account_id)
    execute function withdraw_handle_transfer()`.execute(db);

  await sql`
    create table handle_activity (
      id bigint generated always as identity primary key,
      handle_id integer not null references handles on delete cascade,
      account_id integer references accounts on delete set null,
      action text not null,
      -- Names of changed fields, or the address of the member concerned.
      details text[] not null default '{}',
      at timestamptz not null default now()
    )`.execute(db);
  await sql`create index handle_activity_handle_id on handle_activity (handle_id, id desc)`.execute(db);
  await sql`create index handle_activity_at on handle_activity (at)`.execute(db);
  await sql`create index handle_activity_account_id on handle_activity (account_id)`.execute(db);
  // Finds mentions of a person, whose address is the first detail.
  await sql`create index handle_activity_person on handle_activity (lower(details[1]))
    where split_part(action, '.', 1) in ('member', 'invitation', 'transfer')`.execute(db);

  // The member who created the password; null for the owner. A member's passwords end with the membership.
  await sql`alter table app_passwords add column member_id integer references handle_members on delete cascade`.execute(
    db,
  );
  await sql`create index app_passwords_member_id on app_passwords (member_id)`.execute(db);

  await sql`alter type link_purpose add value 'verify-member-inbox'`.execute(db);
  await sql`alter table mailed_links add column member_id integer references handle_members on delete cascade`.execute(
    db,
  );

  await sql`create index mailed_links_member_id on mailed_links (member_id) where member_id is not null`.execute(db);

  // The member to whose inbox a queued copy goes; null for the inbox of the handle itself.
  await sql`
    alter table mail_recipients
      add column member_id integer,
      -- Shared by the copies for one recipient with several inboxes; also the id of their delivery.
      add column group_id text,
      -- Another inbox of the recipient got the message before this copy was stored.
      add column served boolean not null default false,
      -- The inbox has reached its hourly limit; each attempt must first take a place within the limit.
      add column over_limit boolean not null default false`.execute(db);
  await sql`create index mail_recipients_group_id on mail_recipients (group_id) where group_id is not null`.execute(db);
  await sql`
    create table mail_groups (
      -- A group of which some copies have ended and others are still queued.
      id text primary key,
      -- One of the copies was delivered.
      served boolean not null
    )`.execute(db);

  await sql`create trigger mail_target_changed
    after insert or delete or update of account_id, role, address, wants_mail, paused_at on handle_members
    for each row execute function mail_target_changed()`.execute(db);
  // The app passwords and the inbox of a member work while the account of the member is open.
  await sql`
    create function member_account_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('mail_target_changed', handles.handle) from handle_members
        join handles on handles.id = handle_members.handle_id where handle_members.account_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger member_account_changed after update on accounts
    for each row when (old.closed_at is distinct from new.closed_at or old.suspended_at is distinct from new.suspended_at)
    execute function member_account_changed()`.execute(db);
}
