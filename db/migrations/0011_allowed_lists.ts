import { type Kysely, sql } from 'kysely';

/** Mailing lists whose mail is accepted although it fails DMARC, and the times of notices about the hourly limit. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table forwarding_lists (
      handle_id integer not null references handles on delete cascade,
      -- Lower-case: a List-Id (RFC 2919), or a domain for all lists below that domain.
      list_id text not null,
      created_at timestamptz not null default now(),
      primary key (handle_id, list_id)
    )`.execute(db);
  await sql`create trigger mail_target_changed after insert or delete on forwarding_lists
    for each row execute function mail_target_changed()`.execute(db);

  // When the hourly limit last deferred mail for a handle, and when the owner last got an email about the limit.
  await sql`alter table forwardings add column limit_reached_at timestamptz`.execute(db);
  await sql`alter table accounts add column limit_told_at timestamptz`.execute(db);
}
