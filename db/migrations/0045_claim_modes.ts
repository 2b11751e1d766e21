import { type Kysely, sql } from 'kysely';

/** Invitations to claim a handle, and claims that wait for the decision of an administrator. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table claim_invitations (
      id integer generated always as identity primary key,
      uses integer not null,
      used integer not null default 0,
      -- The only handle that the invitation gives; it is held until then.
      handle text,
      -- The only address that may use the invitation: that of an approved claim.
      email text,
      expires_at timestamptz not null,
      created_at timestamptz not null default now(),
      check (uses > 0 and used >= 0 and used <= uses)
    )`.execute(db);
  await sql`create index claim_invitations_handle on claim_invitations (handle) where handle is not null`.execute(db);
  await sql`create index claim_invitations_email on claim_invitations (lower(email)) where email is not null`.execute(
    db,
  );
  await sql`create index claim_invitations_expires_at on claim_invitations (expires_at)`.execute(db);

  await sql`
    create table waiting_claims (
      id integer generated always as identity primary key,
      -- Held while the claim waits.
      handle text not null unique,
      email text not null,
      inbox_key text not null,
      created_at timestamptz not null default now()
    )`.execute(db);
  await sql`create index waiting_claims_email on waiting_claims (lower(email))`.execute(db);
  await sql`create index waiting_claims_inbox_key on waiting_claims (inbox_key)`.execute(db);

  // No foreign keys: a claim whose invitation was deleted must be refused, not treated as one without an invitation.
  await sql`alter table mailed_links add claim_invitation_id integer`.execute(db);
  await sql`alter table payments add claim_invitation_id integer`.execute(db);
}
