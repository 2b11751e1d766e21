import type { SiteDocument, SiteSettings, VersionedSite } from '../../../contract/site/site-document.ts';
import { dayOf, readLegalTexts, saveLegalTexts } from '../../legal/legal-rules.ts';
import { announcingRises } from '../../payments/prices/price-rise-rules.ts';
import type { Config } from '../../platform/config/config.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { lockName } from '../../platform/db/lock-name.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { assertVersion, withVersion } from '../../platform/http/cache/etag-versions.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { readSite, saveSite } from '../../site/site-rules.ts';
import { assertSitePictures, noteSitePictures } from '../../uploads/site-pictures/site-picture-rules.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';

/** Returns the whole document with its version. */
export async function versionedSite(db: Queryable, now: Date): Promise<VersionedSite> {
  return withVersion({ ...(await readSite(db)), ...(await readLegalTexts(db, now)) });
}

/**
 * Replaces the document of the site. Every process shows the new one within a second. If a plan no longer costs nothing,
 * the owners of its handles are notified as of a rise. Changed legal texts hold from the day `from`, today if it is
 * undefined. Throws `version_conflict` with the current document, and `invalid_input` for a picture that does not exist.
 */
export async function changeSite(
  { db, clock, config }: { db: Database; clock: Clock; config: Pick<Config, 'site'> },
  actor: Actor,
  document: SiteDocument,
  { expected, from }: { expected?: readonly string[] | undefined; from?: string | undefined } = {},
): Promise<VersionedSite> {
  const now = clock();
  if (from !== undefined && from < dayOf(now)) {
    const message = 'Please choose today or a later day.';
    throw new ApiError('invalid_input', { message, errors: [{ path: 'from', message }] });
  }
  return db.transaction().execute(async (trx) => {
    await lockName(trx, 'site');
    const before = await versionedSite(trx, now);
    assertVersion(expected, before);
    await assertSitePictures(trx, document);
    const { imprint, terms, privacy, ...settings } = document;
    // The audit log names versions, because it cannot forget a text.
    const texts = await saveLegalTexts(trx, { imprint, terms, privacy }, { now, from });
    const save = async () => saveSite(trx, settings);
    // An installation without payments keeps handles whose year has ended.
    await (config.site.paidPlans === false ? save() : announcingRises(trx, now, save));
    await noteSitePictures(trx, now);
    const changed = changedNames(before, settings);
    if (changed.length > 0 || Object.keys(texts.after).length > 0) {
      await recordAction(trx, {
        actor,
        act: 'change',
        target: { kind: 'site', id: null, name: document.name },
        before: { ...pick(before, changed), ...texts.before },
        after: { ...pick(settings, changed), ...texts.after },
      });
    }
    return versionedSite(trx, now);
  });
}

function changedNames(before: SiteSettings, after: SiteSettings): (keyof SiteSettings)[] {
  const names = Object.keys(after) as (keyof SiteSettings)[];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

function pick(document: SiteSettings, names: readonly (keyof SiteSettings)[]): Partial<SiteSettings> {
  return Object.fromEntries(names.map((name) => [name, document[name]]));
}
