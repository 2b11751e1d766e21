import { type Kysely, sql } from 'kysely';

/**
 * What inboxes refuse, for the state of a handle's mail. It replaces gone_count and gone_since, which code of 0.12.0 and later
 * neither reads nor writes.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table forwardings
      -- Consecutive failed attempts, their beginning, and the reason: no such mailbox, a full mailbox, or a temporary error.
      add column refusal text check (refusal in ('gone', 'full', 'down')),
      add column refusals integer not null default 0,
      add column refused_since timestamptz,
      -- The same for the second inbox.
      add column backup_refusal text check (backup_refusal in ('gone', 'full', 'down')),
      add column backup_refusals integer not null default 0,
      add column backup_refused_since timestamptz,
      -- When the pending address was entered, and when it permanently refused the verification email.
      add column pending_since timestamptz,
      add column pending_refused_at timestamptz,
      add column pending_refusal text check (pending_refusal in ('gone', 'other')),
      add column backup_pending_refused_at timestamptz,
      -- When the owner last switched forwarding on or off.
      add column switched_at timestamptz`.execute(db);
  // When a system email is refused, the pending inbox with its address is looked up.
  await sql`create index forwardings_pending_key on forwardings (pending_key) where pending_key is not null`.execute(
    db,
  );
  await sql`create index forwardings_backup_pending_key on forwardings (backup_pending_key)
    where backup_pending_key is not null`.execute(db);
  await sql`
    alter table handle_members
      add column refusal text check (refusal in ('gone', 'full', 'down')),
      add column refusals integer not null default 0,
      add column refused_since timestamptz`.execute(db);
  await sql`alter table handles add column suspended_at timestamptz`.execute(db);
}
