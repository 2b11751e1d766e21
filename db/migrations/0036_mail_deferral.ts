import { type Kysely, sql } from 'kysely';

/** Mail that waits at its senders while a handle has lost its only inbox, and queued mail that a new owner must not get. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Until this time, mail to a handle without an inbox is rejected temporarily and its senders try again; later it is
  // rejected permanently.
  await sql`alter table handles add column mail_deferred_until timestamptz`.execute(db);
  await sql`create or replace trigger mail_target_changed
    after insert or delete or update of handle, state, mail_deferred_until on handles
    for each row execute function mail_target_changed()`.execute(db);
  // The handle has been given to another account since the copy was accepted: the copy is returned to its sender.
  await sql`alter table mail_recipients add column for_earlier_owner boolean not null default false`.execute(db);
}
