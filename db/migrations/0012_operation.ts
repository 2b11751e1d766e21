import { type Kysely, sql } from 'kysely';

/** Heartbeats of processes, the compatibility of older code with this schema, and detection of a restored queue. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Unlogged: rows are rewritten every few seconds, and after a crash every process writes its row again.
  await sql`
    create unlogged table process_heartbeats (
      id uuid primary key,
      roles text[] not null,
      host text not null,
      pid integer not null,
      version text not null,
      -- Maximum number of database connections of the process.
      connections integer not null,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table schema_changes (
      -- Name of the migration, as in kysely_migration. Migrations before this table have no row.
      migration text primary key,
      -- Older code can run on the result if it knows this migration; null if any code that reads this table can.
      compatible_since text
    )`.execute(db);

  // Id of the transaction that wrote the row. It equals xmin, unless the row was loaded from a dump: then xmin is the
  // loading transaction, even if the dump was loaded into the same database.
  await sql`alter table mail_queue_state add column written_in text`.execute(db);
  await sql`
    create function note_writing_transaction() returns trigger language plpgsql as $$
    begin
      new.written_in := pg_current_xact_id()::xid::text;
      return new;
    end $$`.execute(db);
  await sql`create trigger note_writing_transaction before update on mail_queue_state
    for each row execute function note_writing_transaction()`.execute(db);
  await sql`update mail_queue_state set paused_at = paused_at`.execute(db);
}
