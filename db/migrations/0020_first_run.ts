import { type Kysely, sql } from 'kysely';

/** The first run of an account on the dashboard. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Existing accounts have completed their first run.
  await sql`alter table accounts add column first_run text not null default 'ended'
    check (first_run in ('new', 'open', 'ended'))`.execute(db);
  await sql`alter table accounts alter column first_run set default 'new'`.execute(db);
}
