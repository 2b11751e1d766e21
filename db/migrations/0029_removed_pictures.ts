import { type Kysely, sql } from 'kysely';

/** Pictures removed by administrators, and notifications of every change to what `/media/` must not serve. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table removed_pictures (
      -- Kind and id: the name of its files without width and ending (contract/pictures.ts).
      name text primary key,
      -- SHA-256 of its largest file, used to recognise the same upload; null if the storage could not be read.
      content_hash bytea,
      removed_at timestamptz not null
    )`.execute(db);
  await sql`create index removed_pictures_content_hash on removed_pictures (content_hash)`.execute(db);
  await sql`create index removed_pictures_removed_at on removed_pictures (removed_at)`.execute(db);
  await sql`create index accounts_suspended_at on accounts (suspended_at) where suspended_at is not null`.execute(db);

  // Every process caches the hidden pictures. The payload is the name of a removed picture, or the account or handle
  // whose pictures must be read again.
  await sql`
    create function pictures_hidden() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'removed_pictures' then
        perform pg_notify('pictures_hidden', 'removed ' || new.name);
      elsif tg_table_name = 'handles' then
        perform pg_notify('pictures_hidden', coalesce('account ' || new.account_id, 'handle ' || new.id));
      elsif tg_table_name = 'handle_pictures' then
        perform pg_notify('pictures_hidden', coalesce('account ' || account_id, 'handle ' || id))
          from handles where id = new.handle_id and state = 'suspended';
      elsif old.suspended_at is distinct from new.suspended_at
        or exists (select from handles where account_id = new.id and state = 'suspended') then
        perform pg_notify('pictures_hidden', 'account ' || new.id);
      end if;
      return null;
    end $$`.execute(db);
  await sql`create trigger pictures_hidden after insert on removed_pictures
    for each row execute function pictures_hidden()`.execute(db);
  await sql`create trigger pictures_hidden after update on handles for each row
    when ((old.state = 'suspended') <> (new.state = 'suspended')) execute function pictures_hidden()`.execute(db);
  await sql`create trigger pictures_hidden after insert on handle_pictures
    for each row execute function pictures_hidden()`.execute(db);
  await sql`create trigger pictures_hidden after update on accounts for each row
    when (old.suspended_at is distinct from new.suspended_at or old.avatar_url is distinct from new.avatar_url
      or old.banner_url is distinct from new.banner_url) execute function pictures_hidden()`.execute(db);
}
