import { type Kysely, sql } from 'kysely';

/** Reads the delivery log once while it is written, and creates its first partitions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_inherits join pg_class c on c.oid = inhrelid
    where inhparent = 'public.flights'::regclass and relname like 'flights\\_until\\_%'`.execute(db);
  for (const { name } of rows) {
    await sql`alter table ${sql.id('partitions', name)} validate constraint flights_until`.execute(db);
  }
  // If a table is locked, the job creates the partitions later: a retry here would repeat the reading.
  await sql`
    do $$ begin
      perform maintain_delivery_partitions((now() at time zone 'UTC')::date, 90);
    exception when lock_not_available or deadlock_detected then null;
    end $$`.execute(db);
}
