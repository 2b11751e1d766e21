import { type Kysely, sql } from 'kysely';

/** The contact form and the email list of a page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Uses counted by limits, kept for a day.
  await sql`
    create table page_form_uses (
      id bigint generated always as identity primary key,
      handle_id integer not null references handles on delete cascade,
      form text not null check (form in ('contact', 'subscribe')),
      -- The network of the visitor (server/platform/http/guards/client-network.ts); null if networks are not limited.
      network text,
      -- Canonical form of the typed address.
      email_key text not null,
      -- Hash of handle, address and text: the same message sent twice is delivered once.
      digest bytea not null,
      used_at timestamptz not null
    )`.execute(db);
  await sql`create index page_form_uses_handle_id on page_form_uses (handle_id, form, used_at)`.execute(db);
  await sql`create index page_form_uses_network on page_form_uses (network, form, used_at)`.execute(db);
  await sql`create index page_form_uses_email_key on page_form_uses (email_key, form, used_at)`.execute(db);
  await sql`create index page_form_uses_used_at on page_form_uses (used_at)`.execute(db);

  await sql`
    create table page_subscribers (
      id uuid primary key default gen_random_uuid(),
      handle_id integer not null references handles on delete cascade,
      email text not null,
      -- The address in lower case; each address has one subscription.
      email_key text not null,
      -- The text of the form when the address was entered.
      wording text not null,
      requested_at timestamptz not null,
      -- When the owner of the address confirmed; null until then, for at most seven days.
      confirmed_at timestamptz,
      unique (handle_id, email_key)
    )`.execute(db);
  await sql`create index page_subscribers_listed on page_subscribers (handle_id, confirmed_at desc, id)
    where confirmed_at is not null`.execute(db);
  await sql`create index page_subscribers_requested_at on page_subscribers (requested_at)
    where confirmed_at is null`.execute(db);
  await sql`create index page_subscribers_email_key on page_subscribers (email_key)`.execute(db);

  // Subscribers agreed to emails from this owner only. An earlier release does not know the list.
  await sql`
    create function empty_email_list() returns trigger language plpgsql as $$
    begin
      delete from page_subscribers where handle_id = new.id;
      return null;
    end $$`.execute(db);
  await sql`create trigger empty_email_list after update on handles
    for each row when (old.account_id is not null and new.account_id is distinct from old.account_id)
    execute function empty_email_list()`.execute(db);

  // Emails to an address that someone typed into a form of a page have a separate quota.
  await sql`
    alter table letters_sent
      drop constraint letters_sent_share_check,
      add constraint letters_sent_share_check check (share in ('other', 'sign-in', 'device', 'security', 'list'))`.execute(
    db,
  );

  // A page offers its contact form only while its mail is forwarded.
  await sql`create trigger profile_changed after insert or delete or update of address, is_active, paused_at on forwardings
    for each row execute function profile_changed()`.execute(db);
  await sql`create trigger profile_changed
    after insert or delete or update of account_id, address, wants_mail, paused_at on handle_members
    for each row execute function profile_changed()`.execute(db);
}
