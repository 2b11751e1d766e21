import { type Kysely, sql } from 'kysely';

/** The mail of a handle becomes a right that its owner grants to each member, and each inbox names the member who set it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table handle_members
      -- The owner has granted access to the mail of the handle.
      add column mail boolean not null default false,
      -- When this migration ended an editor's access to the mail; null once both sides have been notified.
      add column lost_mail_at timestamptz`.execute(db);
  // The member who set the inbox; null for the owner. The inbox passes to the owner when the member's place is deleted.
  await sql`
    alter table forwardings
      add column member_id integer references handle_members on delete set null,
      add column pending_member_id integer references handle_members on delete set null,
      add column backup_member_id integer references handle_members on delete set null,
      add column backup_pending_member_id integer references handle_members on delete set null`.execute(db);
  for (const column of ['member_id', 'pending_member_id', 'backup_member_id', 'backup_pending_member_id']) {
    await sql`create index ${sql.id(`forwardings_${column}`)} on forwardings (${sql.id(column)})
      where ${sql.id(column)} is not null`.execute(db);
  }
  await sql`create index handle_members_lost_mail_at on handle_members (id) where lost_mail_at is not null`.execute(db);

  // Managers keep access to the mail. From now on, an invitation grants access only if the owner sent it.
  await sql`
    update handle_members m set mail = true from handles h
    where h.id = m.handle_id and m.role = 'manager'
      and (m.account_id is not null or coalesce(m.invited_by, h.account_id) is not distinct from h.account_id)`.execute(
    db,
  );
  await sql`
    update handle_members set
      lost_mail_at = case when address is not null then now() end,
      address = null, address_key = null, pending_address = null, pending_key = null,
      paused_at = null, gone_count = 0, gone_since = null
    where role = 'editor' and (address is not null or pending_address is not null)`.execute(db);

  await sql`create or replace trigger mail_target_changed
    after insert or delete or update of account_id, role, mail, address, wants_mail, paused_at on handle_members
    for each row execute function mail_target_changed()`.execute(db);
  await sql`create or replace trigger profile_changed
    after insert or delete or update of account_id, mail, address, wants_mail, paused_at on handle_members
    for each row execute function profile_changed()`.execute(db);
  // The page also shows the address while a member's inbox gets the mail.
  await sql`
    create or replace function member_account_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('mail_target_changed', handles.handle), pg_notify('profile_changed', handles.handle)
        from handle_members join handles on handles.id = handle_members.handle_id where handle_members.account_id = new.id;
      return null;
    end $$`.execute(db);
}
