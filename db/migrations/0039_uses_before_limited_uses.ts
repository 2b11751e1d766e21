import { type Kysely, sql } from 'kysely';

/** Empties the tables in which releases before 0.13.0 counted uses. No code since 0.13.2 reads, writes or cleans them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ['free_claims', 'letters_sent', 'page_form_uses', 'page_report_uses']) {
    await sql`delete from ${sql.table(table)}`.execute(db);
  }
}
