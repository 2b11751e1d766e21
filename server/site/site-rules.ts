import { sql } from 'kysely';
import { type SiteDocument, STANDARD_SITE, siteDocument } from '../../contract/site/site-document.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { readStoredSite, writeSite } from './site-store.ts';

/** The channel of changes to the site; every process that shows or sends something listens. */
export const SITE_CHANNEL = 'site_changed';

/** Returns the document of the site. */
export async function readSite(db: Queryable): Promise<SiteDocument> {
  return toDocument(await readStoredSite(db));
}

/** Stores the document, and notifies every process once the transaction commits. */
export async function saveSite(trx: Transaction<DB>, document: SiteDocument): Promise<void> {
  await writeSite(trx, document);
  await sql`select pg_notify(${SITE_CHANNEL}, '')`.execute(trx);
}

/**
 * Completes a stored document, which another release may have written: a name that it lacks, or whose value this release
 * does not accept, has its standard value.
 */
function toDocument(stored: unknown): SiteDocument {
  if (typeof stored !== 'object' || stored === null) return STANDARD_SITE;
  const known = Object.keys(STANDARD_SITE).filter((name) => Object.hasOwn(stored, name));
  const kept = known.filter((name) => accepts(name, (stored as Record<string, unknown>)[name]));
  return { ...STANDARD_SITE, ...Object.fromEntries(kept.map((name) => [name, Reflect.get(stored, name)])) };
}

function accepts(name: string, value: unknown): boolean {
  return siteDocument.shape[name as keyof SiteDocument].safeParse(value).success;
}
