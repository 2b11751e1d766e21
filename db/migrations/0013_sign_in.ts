import { type Kysely, sql } from 'kysely';

/** Sessions that their owner can list and that end when they are idle, passkeys, sign-in codes, and proofs of a sign-in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // The defaults are for rows that an older release writes: a session begins with a proof.
  await sql`
    alter table sessions
      add column last_used_at timestamptz not null default now(),
      -- The last sign-in or confirmation in this session.
      add column confirmed_at timestamptz not null default now(),
      -- The last sign-in or confirmation with a passkey.
      add column passkey_at timestamptz,
      add column method text not null default 'link' check (method in ('link', 'code', 'passkey', 'local')),
      add column device text,
      add column network text`.execute(db);
  await sql`update sessions set confirmed_at = created_at`.execute(db);

  await sql`
    alter table accounts
      add column last_sign_in_at timestamptz,
      -- The user handle of WebAuthn: random, because authenticators store it and may show it.
      add column passkey_user_id bytea unique`.execute(db);
  await sql`update accounts set last_sign_in_at = email_verified_at where email_verified_at is not null`.execute(db);
  // A person who can read the old address must not stay signed in, whichever code changes the address.
  await sql`
    create function end_sessions_of_old_address() returns trigger language plpgsql as $$
    begin
      delete from sessions where account_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger end_sessions_of_old_address after update on accounts
    for each row when (old.email is distinct from new.email)
    execute function end_sessions_of_old_address()`.execute(db);

  await sql`
    create table passkeys (
      id integer generated always as identity primary key,
      account_id integer not null references accounts on delete cascade,
      name text not null,
      credential_id bytea not null unique,
      -- A COSE key.
      public_key bytea not null,
      -- Stays 0 for authenticators without a counter.
      sign_count bigint not null default 0,
      transports text[] not null default '{}',
      is_synced boolean not null,
      created_at timestamptz not null default now(),
      last_used_at timestamptz
    )`.execute(db);
  await sql`create index passkeys_account_id on passkeys (account_id)`.execute(db);

  await sql`
    create table passkey_challenges (
      challenge_hash bytea primary key,
      purpose text not null check (purpose in ('add', 'sign-in', 'confirm')),
      -- The browser that wants to sign in, by the hash of a cookie.
      browser_hash bytea,
      -- The session that wants to add a passkey or to confirm.
      session_id integer references sessions on delete cascade,
      account_id integer references accounts on delete cascade,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      check (case when purpose = 'sign-in'
        then browser_hash is not null and session_id is null and account_id is null
        else browser_hash is null and session_id is not null and account_id is not null end)
    )`.execute(db);
  await sql`create index passkey_challenges_expires_at on passkey_challenges (expires_at)`.execute(db);
  await sql`create index passkey_challenges_session_id on passkey_challenges (session_id)`.execute(db);
  await sql`create index passkey_challenges_account_id on passkey_challenges (account_id)`.execute(db);

  // One row for each requested sign-in email, even for addresses without an account: neither the result nor the
  // duration of a guess may reveal which addresses have an account.
  await sql`
    create table sign_in_codes (
      id integer generated always as identity primary key,
      email text not null,
      browser_hash bytea not null,
      -- The link in the email that contains the code, once the email has been composed.
      link_id integer references mailed_links on delete cascade,
      code_mac bytea,
      attempts integer not null default 0,
      created_at timestamptz not null default now(),
      expires_at timestamptz not null,
      used_at timestamptz
    )`.execute(db);
  await sql`create index sign_in_codes_browser_hash on sign_in_codes (browser_hash)`.execute(db);
  await sql`create index sign_in_codes_email on sign_in_codes (lower(email))`.execute(db);
  await sql`create index sign_in_codes_expires_at on sign_in_codes (expires_at)`.execute(db);
  await sql`create index sign_in_codes_link_id on sign_in_codes (link_id)`.execute(db);

  await sql`
    alter table letters_sent
      drop constraint letters_sent_share_check,
      add constraint letters_sent_share_check check (share in ('other', 'sign-in', 'device', 'security'))`.execute(db);
}
