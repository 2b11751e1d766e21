import { type Kysely, sql } from 'kysely';

/** Pictures that an administrator uploaded for the site; its document names those that are used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table site_pictures (
      path text primary key,
      created_at timestamptz not null default now(),
      unused_since timestamptz
    )`.execute(db);
  await sql`alter type upload_kind add value 'logo'`.execute(db);
  await sql`alter type upload_kind add value 'icon'`.execute(db);
}
