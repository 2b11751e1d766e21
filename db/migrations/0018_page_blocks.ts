import { type Kysely, sql } from 'kysely';

/** Blocks of a page beyond the links of `social_links`, the look of a page on top of its theme, and pictures of a handle. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Both tables share one order. A release that knows only social_links numbers its links from 0; the blocks stay.
  await sql`
    create table page_blocks (
      id text not null,
      handle_id integer not null references handles on delete cascade,
      type text not null,
      -- The properties of the type: title, address, text and so on (contract/blocks/blocks.ts).
      content jsonb not null,
      position integer not null,
      hidden boolean not null default false,
      featured boolean not null default false,
      shown_from timestamptz,
      shown_until timestamptz,
      primary key (handle_id, id)
    )`.execute(db);
  await sql`create trigger profile_changed after insert or update or delete on page_blocks
    for each row execute function profile_changed()`.execute(db);
  // A link that began as a row of page_blocks keeps its id there as block_id; all others have their platform as id.
  await sql`
    alter table social_links
      add column block_id text,
      add column featured boolean not null default false,
      add column shown_from timestamptz,
      add column shown_until timestamptz`.execute(db);
  await sql`alter table handles add column look jsonb`.execute(db);
  // An earlier release empties a handle without its blocks and its look, which the next owner must not get.
  await sql`
    create function empty_page() returns trigger language plpgsql as $$
    begin
      delete from page_blocks where handle_id = new.id;
      new.look := null;
      return new;
    end $$`.execute(db);
  await sql`create trigger empty_page before update on handles
    for each row when (old.account_id is not null and new.account_id is null) execute function empty_page()`.execute(
    db,
  );

  await sql`alter type upload_kind add value 'block'`.execute(db);
  await sql`alter type upload_kind add value 'background'`.execute(db);
  await sql`
    create table handle_pictures (
      -- The path of the picture (contract/pictures.ts).
      path text primary key,
      handle_id integer not null references handles on delete cascade,
      kind text not null,
      created_at timestamptz not null default now(),
      -- Time since which nothing uses the picture; null while it is in use. It is deleted a day later.
      unused_since timestamptz default now()
    )`.execute(db);
  await sql`create index handle_pictures_handle_id on handle_pictures (handle_id)`.execute(db);
  await sql`create index handle_pictures_unused_since on handle_pictures (unused_since) where unused_since is not null`.execute(
    db,
  );
}
