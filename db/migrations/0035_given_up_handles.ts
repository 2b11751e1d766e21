import { type Kysely, sql } from 'kysely';

/** Handles that their owners give up, and links that join a team. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Until a job empties it, the handle is in quarantine and keeps its owner, who can undo the step.
  await sql`alter table handles add column given_up_at timestamptz`.execute(db);
  await sql`create index handles_given_up_at on handles (given_up_at) where given_up_at is not null`.execute(db);
  await sql`alter type link_purpose add value 'join-team'`.execute(db);
}
