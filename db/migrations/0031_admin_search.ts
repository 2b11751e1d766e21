import { type Kysely, sql } from 'kysely';

/**
 * Indexes for the counts of administrators, and for their searches for any part of a text. A GIN index over all groups of three
 * characters finds the rows that may contain it. pg_trgm does the same, but is not installed everywhere: some distributions
 * package it apart, and some providers allow it only after a change of their settings.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // PL/pgSQL needs a tenth of the time of a query over generate_series, and the function runs for every row and every claim.
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
  // All locks before the first index: an attempt that finds one of the tables locked must not have built anything in vain.
  await sql`lock table accounts, handles, forwardings, handle_members, payments, mail_recipients in share mode`.execute(
    db,
  );
  await sql`create index accounts_parts on accounts using gin (search_parts(lower(email)))`.execute(db);
  await sql`create index handles_parts on handles using gin (search_parts(handle))`.execute(db);
  await sql`create index handles_display_name_parts on handles using gin (search_parts(lower(display_name)))
    where display_name is not null`.execute(db);
  await sql`create index forwardings_parts on forwardings using gin (search_parts(lower(coalesce(address, '') || ' '
    || coalesce(pending_address, '') || ' ' || coalesce(backup_address, '') || ' ' || coalesce(backup_pending_address, ''))))`.execute(
    db,
  );
  await sql`create index handle_members_parts on handle_members using gin (search_parts(lower(coalesce(address, '') || ' '
    || coalesce(pending_address, ''))))`.execute(db);
  await sql`create index payments_parts on payments using gin (search_parts(lower(coalesce(handle, '') || ' '
    || coalesce(email, '') || ' ' || coalesce(payer_email, ''))))`.execute(db);
  // What an operator holds back is counted on the tab of the queue.
  await sql`create index mail_recipients_held on mail_recipients (id) where held`.execute(db);
  // Without statistics of the new expressions, the planner takes every search for a rare one.
  await sql`analyze accounts, handles, forwardings, handle_members, payments`.execute(db);
}
