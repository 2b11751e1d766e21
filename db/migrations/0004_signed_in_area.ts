import { type Kysely, sql } from 'kysely';

/** Uploads, the deletion queue of stored objects, closed accounts, and handles in quarantine. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter type link_purpose add value 'delete-account'`.execute(db);

  // When the owner closed the account. It is erased after the grace period; until then, proving the mailbox reopens it.
  await sql`alter table accounts add column closed_at timestamptz`.execute(db);
  await sql`create index accounts_closed_at on accounts (closed_at) where closed_at is not null`.execute(db);

  await sql`alter table handles add column quarantined_at timestamptz`.execute(db);
  // The state before the quarantine, which is restored if the owner reopens the account.
  await sql`alter table handles add column state_before handle_state`.execute(db);
  await sql`create index handles_quarantined_at on handles (quarantined_at) where quarantined_at is not null`.execute(
    db,
  );

  await sql`create type upload_kind as enum ('avatar', 'banner')`.execute(db);
  await sql`
    create table uploads (
      -- Random; part of the signed upload address.
      id text primary key,
      account_id integer not null references accounts on delete cascade,
      kind upload_kind not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- Set once the complete file is durable. Each upload address accepts one file.
      received_at timestamptz,
      -- Object key of the file. Each PUT writes a separate object, because no request may overwrite another's file.
      object_key text,
      check ((received_at is null) = (object_key is null))
    )`.execute(db);
  await sql`create index uploads_account_id on uploads (account_id)`.execute(db);
  await sql`create index uploads_expires_at on uploads (expires_at)`.execute(db);

  // Objects to be deleted from `doomed_at` on. An object is inserted here before it is written, and removed in the
  // transaction that publishes it, so that objects of a process that died are deleted.
  await sql`
    create table doomed_objects (
      key text primary key,
      doomed_at timestamptz not null
    )`.execute(db);
  await sql`create index doomed_objects_doomed_at on doomed_objects (doomed_at)`.execute(db);
}
