import { type Kysely, sql } from 'kysely';

/** Uploads, objects that are to go, accounts that are closed, handles that rest after their owner has gone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter type link_purpose add value 'delete-account'`.execute(db);

  // Closed by its owner; erased when the days of grace are over. Whoever proves the mailbox before opens it again.
  await sql`alter table accounts add column closed_at timestamptz`.execute(db);
  await sql`create index accounts_closed_at on accounts (closed_at) where closed_at is not null`.execute(db);

  await sql`alter table handles add column quarantined_at timestamptz`.execute(db);
  // What the handle was before, while its owner can still come back.
  await sql`alter table handles add column state_before handle_state`.execute(db);
  await sql`create index handles_quarantined_at on handles (quarantined_at) where quarantined_at is not null`.execute(
    db,
  );

  await sql`create type upload_kind as enum ('avatar', 'banner')`.execute(db);
  await sql`
    create table uploads (
      -- Random; a part of the signed address.
      id text primary key,
      account_id integer not null references accounts on delete cascade,
      kind upload_kind not null,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      -- Set once the whole file is durable: an address takes one file.
      received_at timestamptz,
      -- Where that file lies; each PUT writes an object of its own, so that none can overwrite another's.
      object_key text,
      check ((received_at is null) = (object_key is null))
    )`.execute(db);
  await sql`create index uploads_account_id on uploads (account_id)`.execute(db);
  await sql`create index uploads_expires_at on uploads (expires_at)`.execute(db);

  // Objects that are to be deleted from this moment on. An object is named here before it is written and taken off in
  // the transaction that puts it to use, so that whatever a dead process left behind is swept.
  await sql`
    create table doomed_objects (
      key text primary key,
      doomed_at timestamptz not null
    )`.execute(db);
  await sql`create index doomed_objects_doomed_at on doomed_objects (doomed_at)`.execute(db);
}
