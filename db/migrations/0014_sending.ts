import { type Kysely, sql } from 'kysely';

/** Sending from a handle: app passwords, limits, suppressed recipients, contacts, auto-replies and received reports. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table app_passwords (
      id integer generated always as identity primary key,
      handle_id integer not null references handles on delete cascade,
      name text not null,
      -- SHA-256 of a random secret of at least 128 bits.
      secret_hash bytea not null unique,
      created_at timestamptz not null default now(),
      last_used_at timestamptz,
      -- The shortened network of the last use.
      last_used_from text
    )`.execute(db);
  await sql`create index app_passwords_handle_id on app_passwords (handle_id)`.execute(db);

  await sql`
    create table sending_settings (
      handle_id integer primary key references handles on delete cascade,
      reply_mode text not null default 'pass-through' check (reply_mode in ('pass-through', 'reply')),
      allow_inbox_in_text boolean not null default false,
      -- Time of the first sent message; the limits are lower in the week after it.
      first_sent_at timestamptz,
      paused_at timestamptz,
      pause_reason text check (pause_reason in ('bounces', 'complaints', 'administrator')),
      -- The last resume by the owner: only bounces and complaints after it count towards another pause.
      resumed_at timestamptz,
      check ((paused_at is null) = (pause_reason is null))
    )`.execute(db);

  await sql`
    create table sending_usage (
      handle_id integer not null references handles on delete cascade,
      -- Start of the hour.
      hour timestamptz not null,
      recipients integer not null default 0,
      bounces integer not null default 0,
      complaints integer not null default 0,
      primary key (handle_id, hour)
    )`.execute(db);
  await sql`create index sending_usage_hour on sending_usage (hour)`.execute(db);

  await sql`
    create table suppressed_recipients (
      handle_id integer not null references handles on delete cascade,
      -- Lower-case.
      address text not null,
      enhanced text not null,
      created_at timestamptz not null default now(),
      primary key (handle_id, address)
    )`.execute(db);

  await sql`
    create table contacts (
      id integer generated always as identity primary key,
      handle_id integer not null references handles on delete cascade,
      -- Lower-case address of the author.
      address text not null,
      name text not null default '',
      -- Random part of the reply address of this author at this handle; null before it is needed.
      token text unique,
      -- The last use of the token: it expires a year later.
      token_used_at timestamptz,
      blocked boolean not null default false,
      last_received_at timestamptz,
      last_sent_at timestamptz,
      -- The owner added the contact. People who are only named in mail are also contacts but are not listed.
      added_at timestamptz,
      created_at timestamptz not null default now(),
      unique (handle_id, address)
    )`.execute(db);
  await sql`create index contacts_blocked on contacts (handle_id) where blocked`.execute(db);

  await sql`
    create table auto_replies (
      handle_id integer primary key references handles on delete cascade,
      enabled boolean not null,
      subject text not null,
      text text not null,
      starts_at timestamptz,
      ends_at timestamptz,
      every_days integer not null check (every_days between 1 and 30),
      audience text not null check (audience in ('everybody', 'contacts')),
      check (starts_at < ends_at)
    )`.execute(db);
  await sql`
    create table auto_reply_recipients (
      handle_id integer not null references handles on delete cascade,
      -- Lower-case.
      address text not null,
      replied_at timestamptz not null,
      primary key (handle_id, address)
    )`.execute(db);
  await sql`create index auto_reply_recipients_replied_at on auto_reply_recipients (replied_at)`.execute(db);

  await sql`
    create table mail_reports (
      id integer generated always as identity primary key,
      kind text not null check (kind in ('dmarc', 'tls', 'feedback')),
      -- The organization that sent the report.
      reporter text not null,
      -- Identifies the report at its reporter; a report that arrives twice is stored once.
      report_id text not null,
      -- The handle that a feedback report is about.
      handle_id integer references handles on delete set null,
      begins_at timestamptz,
      ends_at timestamptz,
      -- Messages, or sessions of a TLS report, that passed and failed.
      passed integer not null default 0,
      failed integer not null default 0,
      details jsonb not null,
      received_at timestamptz not null default now(),
      unique (kind, reporter, report_id)
    )`.execute(db);
  await sql`create index mail_reports_received_at on mail_reports (received_at)`.execute(db);
  await sql`create index mail_reports_handle_id on mail_reports (handle_id)`.execute(db);

  await sql`
    alter table flights
      add column direction text not null default 'received' check (direction in ('received', 'sent'))`.execute(db);
  // Sent mail has its own share of the queue and may have its own source address.
  await sql`
    alter table mail_recipients
      add column traffic text not null default 'forwarded' check (traffic in ('forwarded', 'sent'))`.execute(db);
  // Finds due sent mail without reading earlier forwarded mail.
  await sql`create index mail_recipients_sent_due on mail_recipients (next_try_at) where traffic = 'sent'`.execute(db);
  await sql`
    create index mail_recipients_sent_turns on mail_recipients (domain, key, next_try_at, id)
      where traffic = 'sent' and not held`.execute(db);

  // Mail processes cache who may send and how mail is forwarded, so each write that changes it notifies them.
  await sql`create trigger mail_target_changed after insert or delete or update of secret_hash on app_passwords
    for each row execute function mail_target_changed()`.execute(db);
  await sql`create trigger mail_target_changed
    after insert or delete or update of reply_mode, allow_inbox_in_text, paused_at on sending_settings
    for each row execute function mail_target_changed()`.execute(db);
  await sql`create trigger mail_target_changed after insert or delete on suppressed_recipients
    for each row execute function mail_target_changed()`.execute(db);
  await sql`create trigger mail_target_changed after insert or delete or update on auto_replies
    for each row execute function mail_target_changed()`.execute(db);
  await sql`create trigger mail_target_changed after delete or update of token, blocked on contacts
    for each row execute function mail_target_changed()`.execute(db);
}
