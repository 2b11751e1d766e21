import { type Kysely, sql } from 'kysely';

/** The first release whose code does not use the tables. */
export const unusedSince = '0.13.2';
/** A migration that came with that release. */
export const compatibleSince = '0039_uses_before_limited_uses';

/** Drops the tables in which releases before 0.13.0 counted uses. Migration 0039 emptied them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['free_claims', 'letters_sent', 'page_form_uses', 'page_report_uses']) {
    await sql`drop table ${sql.table(table)}`.execute(db);
  }
}
