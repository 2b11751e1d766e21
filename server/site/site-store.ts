import { sql } from 'kysely';
import type { SiteSettings } from '../../contract/site/site-document.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';

/** Returns the stored document as it is; undefined if nobody has changed the site. */
export async function readStoredSite(db: Queryable): Promise<unknown> {
  const row = await db.selectFrom('site').select('document').executeTakeFirst();
  return row?.document;
}

/** Stores the document. */
export async function writeSite(trx: Transaction<DB>, document: SiteSettings): Promise<void> {
  const values = { document: JSON.stringify(document), changed_at: sql<Date>`now()` };
  await trx
    .insertInto('site')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}
