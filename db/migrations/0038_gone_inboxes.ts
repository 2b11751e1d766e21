import { type Kysely, sql } from 'kysely';

/** The first release whose code does not use the columns. */
export const unusedSince = '0.12.0';
/** A migration that came with that release. */
export const compatibleSince = '0033_inbox_refusals';

/** Drops the failure counts of inboxes, which refusals have replaced. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['forwardings', 'handle_members']) {
    await sql`alter table ${sql.table(table)} drop column gone_count, drop column gone_since`.execute(db);
  }
}
