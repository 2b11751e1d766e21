import { type Kysely, sql } from 'kysely';

/** Changes of sign-in addresses with their links, and the age of the passkey that a session was proven with. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const purpose of ['confirm-email-change', 'confirm-new-email', 'undo-email-change']) {
    await sql`alter type link_purpose add value ${sql.lit(purpose)}`.execute(db);
  }

  await sql`
    create table email_changes (
      id integer generated always as identity primary key,
      account_id integer not null references accounts on delete cascade,
      old_email text not null,
      new_email text not null,
      state text not null default 'waiting' check (state in ('waiting', 'changed', 'stopped', 'undone')),
      requested_at timestamptz not null,
      -- Deadline for the confirmations.
      expires_at timestamptz not null,
      old_confirmed_at timestamptz,
      -- Whether a passkey confirmed in place of the old address.
      by_passkey boolean not null default false,
      new_confirmed_at timestamptz,
      changed_at timestamptz,
      -- Until then the old address can undo the change, and no one else gets an account with it.
      undo_until timestamptz,
      check (state <> 'changed' or (changed_at is not null and undo_until is not null))
    )`.execute(db);
  await sql`create index email_changes_account_id on email_changes (account_id, id)`.execute(db);
  await sql`create unique index email_changes_waiting on email_changes (account_id) where state = 'waiting'`.execute(
    db,
  );
  await sql`create index email_changes_old_email on email_changes (lower(old_email)) where state = 'changed'`.execute(
    db,
  );

  await sql`
    alter table mailed_links add column email_change_id integer references email_changes on delete cascade`.execute(db);
  await sql`
    create index mailed_links_email_change_id on mailed_links (email_change_id)
      where email_change_id is not null`.execute(db);

  // Time at which the passkey of the last proof was added, because a new passkey proves less.
  await sql`alter table sessions add column passkey_added_at timestamptz`.execute(db);
}
