import { type Kysely, sql } from 'kysely';

/** Accounts, sessions, magic links, handles, forwarding and packages. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create type handle_state as enum ('active', 'resting', 'suspended', 'quarantined')`.execute(db);
  await sql`create type link_purpose as enum ('sign-in', 'claim', 'verify-forwarding')`.execute(db);

  await sql`
    create table accounts (
      id integer generated always as identity primary key,
      -- The address as its owner wrote it; unique regardless of case.
      email text not null,
      email_verified_at timestamptz,
      is_admin boolean not null default false,
      avatar_url text,
      banner_url text,
      email_visible boolean not null default true,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create unique index accounts_email_key on accounts (lower(email))`.execute(db);

  await sql`
    create table sessions (
      id integer generated always as identity primary key,
      account_id integer not null references accounts on delete cascade,
      token_hash bytea not null unique,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null
    )`.execute(db);
  await sql`create index sessions_account_id on sessions (account_id)`.execute(db);
  await sql`create index sessions_expires_at on sessions (expires_at)`.execute(db);

  await sql`
    create table handles (
      id integer generated always as identity primary key,
      handle text not null unique check (handle ~ '^[a-z0-9]([a-z0-9.-]{0,28}[a-z0-9])?$'),
      -- Null for the example profile, which has no owner.
      account_id integer references accounts,
      state handle_state not null default 'active',
      display_name text,
      bio text,
      profile_picture text,
      banner_image text,
      template text not null default 'neon',
      profile_page boolean not null default true,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index handles_account_id on handles (account_id, id)`.execute(db);

  await sql`
    create table social_links (
      id integer generated always as identity primary key,
      handle_id integer not null references handles on delete cascade,
      platform text not null,
      username text not null,
      url text not null,
      is_active boolean not null default true,
      position integer not null,
      unique (handle_id, platform)
    )`.execute(db);

  await sql`
    create table forwardings (
      id integer generated always as identity primary key,
      handle_id integer not null unique references handles on delete cascade,
      -- The verified address that receives mail; null until an address is verified.
      address text,
      -- Canonical form of the address, without +tag, case and dots; used for limits.
      address_key text,
      -- The address to be verified; until then mail goes to the verified address.
      pending_address text,
      pending_key text,
      is_active boolean not null default true,
      created_at timestamptz not null default now(),
      check (address is not null or pending_address is not null)
    )`.execute(db);
  await sql`create index forwardings_address_key on forwardings (address_key)`.execute(db);

  await sql`
    create table mailed_links (
      id integer generated always as identity primary key,
      token_hash bytea not null unique,
      purpose link_purpose not null,
      email text not null,
      handle text,
      forwarding_id integer references forwardings on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index mailed_links_expires_at on mailed_links (expires_at)`.execute(db);

  await sql`
    create table letters_sent (
      id bigint generated always as identity primary key,
      -- Canonical form of the recipient, because +tags and dots must not bypass the limit.
      recipient_key text not null,
      sent_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index letters_sent_recipient on letters_sent (recipient_key, sent_at)`.execute(db);

  await sql`
    create table packages (
      id integer generated always as identity primary key,
      name text not null unique,
      price_now_cents integer not null check (price_now_cents >= 0),
      price_full_cents integer not null check (price_full_cents >= price_now_cents),
      created_at timestamptz not null default now()
    )`.execute(db);

  // Every process caches pages in memory, so each write that changes a page notifies the channel `profile_changed`.
  await sql`
    create function profile_changed() returns trigger language plpgsql as $$
    begin
      if tg_table_name = 'handles' then
        if tg_op <> 'INSERT' then perform pg_notify('profile_changed', old.handle); end if;
        if tg_op <> 'DELETE' then perform pg_notify('profile_changed', new.handle); end if;
      elsif tg_table_name = 'accounts' then
        perform pg_notify('profile_changed', handle) from handles where account_id = new.id;
      else
        perform pg_notify('profile_changed', handle) from handles
          where id = case tg_op when 'DELETE' then old.handle_id else new.handle_id end;
      end if;
      return null;
    end $$`.execute(db);
  await sql`create trigger profile_changed after insert or update or delete on handles
    for each row execute function profile_changed()`.execute(db);
  await sql`create trigger profile_changed after insert or update or delete on social_links
    for each row execute function profile_changed()`.execute(db);
  await sql`create trigger profile_changed after update of avatar_url, banner_url, email_visible on accounts
    for each row execute function profile_changed()`.execute(db);
}
