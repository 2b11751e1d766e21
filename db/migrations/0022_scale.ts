import { type Kysely, sql } from 'kysely';

/** Limits of calls for each network, counted across all processes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Unlogged: a count is needed for a minute only, so it needs neither the write-ahead log nor a replica.
  await sql`
    create unlogged table network_limits (
      -- Hash of the route and the network, because no address may be stored.
      key text primary key,
      count integer not null,
      ends_at timestamptz not null
    )`.execute(db);
}
