import { type Kysely, sql } from 'kysely';

/** Sharing images of profiles, and when a profile last changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table handles add column profile_changed_at timestamptz not null default now()`.execute(db);
  await sql`update handles set profile_changed_at = created_at`.execute(db);

  await sql`
    create table profile_cards (
      handle_id integer primary key references handles on delete cascade,
      object_key text not null,
      -- Hash of everything that the image shows; the same content is not drawn again.
      content_hash text not null,
      -- Version of the drawing code; images of an older version are drawn again.
      drawing integer not null,
      -- Object key of the previous image, until that is deleted.
      old_key text
    )`.execute(db);

  // Pages contain the address of the image, which includes its hash.
  await sql`create trigger profile_changed after insert or update of content_hash on profile_cards
    for each row execute function profile_changed()`.execute(db);
}
