import { type Kysely, sql } from 'kysely';

/** Uses counted by limits over a period, with one row for each value by which a use is counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table limited_uses (
      id bigint generated always as identity primary key,
      kind text not null,
      counted_by text not null,
      value text not null,
      -- Distinguishes uses of one value, such as a hash of the message or the origin of an email.
      detail text,
      used_at timestamptz not null
    )`.execute(db);
  await sql`create index limited_uses_value on limited_uses (value, counted_by, kind, used_at)`.execute(db);
  await sql`create index limited_uses_used_at on limited_uses (used_at)`.execute(db);
}
