import { type Kysely, sql } from 'kysely';

/**
 * The function of searches of administrators for any part of a text. GIN indexes over all groups of three characters find the rows
 * that may contain it; they are built after the migrations, without blocking writes (db/large-indexes.ts). pg_trgm does the
 * same, but is not installed everywhere: some distributions package it apart, and some providers allow it only after a change of
 * their settings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // PL/pgSQL takes a tenth of the time of a query over generate_series, and the function runs for every row and every
  // claim.
  await sql`
    create function search_parts(value text) returns text[] language plpgsql immutable strict parallel safe as $$
    declare
      parts text[] := '{}';
    begin
      for n in 1 .. length(value) - 2 loop
        parts := parts || substr(value, n, 3);
      end loop;
      return parts;
    end $$`.execute(db);
}
