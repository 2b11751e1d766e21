import type { SiteDocument, VersionedSite } from '../../../contract/site/site-document.ts';
import { announcingRises } from '../../payments/prices/price-rise-rules.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { lockName } from '../../platform/db/lock-name.ts';
import { assertVersion, withVersion } from '../../platform/http/cache/etag-versions.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { readSite, saveSite } from '../../site/site-rules.ts';
import { assertSitePictures, noteSitePictures } from '../../uploads/site-pictures/site-picture-rules.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';

/** Returns the whole document with its version. */
export async function versionedSite(db: Queryable): Promise<VersionedSite> {
  return withVersion(await readSite(db));
}

/**
 * Replaces the document of the site. Every process shows the new one within a second. If a plan no longer costs nothing,
 * the owners of its handles are notified as of a rise. Throws `version_conflict` with
 * the current document, and `invalid_input` for a picture that does not exist.
 */
export async function changeSite(
  { db, clock, config }: { db: Database; clock: Clock; config: Pick<Config, 'site'> },
  actor: Actor,
  document: SiteDocument,
  expected?: readonly string[],
): Promise<VersionedSite> {
  return db.transaction().execute(async (trx) => {
    await lockName(trx, 'site');
    const before = await versionedSite(trx);
    assertVersion(expected, before);
    await assertSitePictures(trx, document);
    const save = async () => saveSite(trx, document);
    // An installation without payments keeps handles whose year has ended.
    await (config.site.paidPlans === false ? save() : announcingRises(trx, clock(), save));
    await noteSitePictures(trx, clock());
    const changed = changedNames(before, document);
    if (changed.length > 0) {
      await recordAction(trx, {
        actor,
        act: 'change',
        target: { kind: 'site', id: null, name: document.name },
        before: pick(before, changed),
        after: pick(document, changed),
      });
    }
    return versionedSite(trx);
  });
}

function changedNames(before: SiteDocument, after: SiteDocument): (keyof SiteDocument)[] {
  const names = Object.keys(after) as (keyof SiteDocument)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

function pick(document: SiteDocument, names: readonly (keyof SiteDocument)[]): Partial<SiteDocument> {
  return Object.fromEntries(names.map((name) => [name, document[name]]));
}
