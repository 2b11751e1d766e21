import { type Kysely, sql } from 'kysely';

/** The operator's own legal texts with the day from which each holds, and the versions that an account accepted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table legal_versions (
      id integer primary key generated always as identity,
      kind text not null check (kind in ('imprint', 'terms', 'privacy')),
      name text not null,
      -- Null where the standard text holds again, or the imprint has ended.
      text text,
      holds_from date not null,
      created_at timestamptz not null default now(),
      unique (kind, name)
    )`.execute(db);
  // Null for accounts that are older than this migration.
  await sql`alter table accounts add terms_version text, add privacy_version text`.execute(db);
}
