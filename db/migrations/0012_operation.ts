import { type Kysely, sql } from 'kysely';

/** Which processes are alive, which code can run on this schema, and a mark that a restored queue does not have. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Rewritten every few seconds; nothing is lost with a crash, every process writes its row again.
  await sql`
    create unlogged table process_heartbeats (
      id uuid primary key,
      roles text[] not null,
      host text not null,
      pid integer not null,
      version text not null,
      -- The most database connections that this process opens.
      connections integer not null,
      started_at timestamptz not null default now(),
      seen_at timestamptz not null default now()
    )`.execute(db);

  await sql`
    create table schema_changes (
      -- Of a migration, as in kysely_migration. Migrations before this table have no row.
      migration text primary key,
      -- Code that does not know the migration can run on it if it knows this one; null: whatever code reads this table.
      compatible_since text
    )`.execute(db);

  // The transaction that wrote the row, which the row also carries as xmin. A row that was loaded from a dump carries the
  // loading transaction, so the two differ, also where the dump was loaded into the same database.
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
