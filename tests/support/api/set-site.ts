import { type SiteDocument, STANDARD_SITE } from '../../../contract/site/site-document.ts';
import { saveSite } from '../../../server/site/site-rules.ts';
import type { TestServer } from '../server/test-server.ts';

/** Stores the standard document of the site with these changes, as an administrator does. */
export async function setSite({ db, liveSite }: TestServer, changes: Partial<SiteDocument>): Promise<void> {
  await db.transaction().execute((trx) => saveSite(trx, { ...STANDARD_SITE, ...changes }));
  await liveSite.load();
}
