import { type Kysely, sql } from 'kysely';

/** The document of the site: one row, which is missing until an administrator changes something. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site (
      id integer primary key default 1 check (id = 1),
      document jsonb not null,
      changed_at timestamptz not null default now()
    )`.execute(db);
}
