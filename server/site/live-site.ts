import type { Site } from '../../contract/documents.ts';
import { commonFeatures, type SiteDocument, STANDARD_SITE } from '../../contract/site/site-document.ts';
import { hasOwnMark, siteIcon } from '../../contract/site/site-files.ts';
import { STANDARD_IDENTITY } from '../../contract/site/site-identity.ts';
import type { Queryable } from '../platform/db/database.ts';
import { LiveValue } from '../platform/db/live-value.ts';
import type { Logger } from '../platform/log/log.ts';
import { readSite } from './site-rules.ts';

/** Keeps the document of the site in memory, and shows it as part of the site's settings. */
export class LiveSite extends LiveValue<SiteDocument> {
  /** The settings of the installation with the identity of the site, which changes while the process runs. */
  readonly site: Site;

  constructor({ db, settings, log }: { db: Queryable; settings: Site; log: Pick<Logger, 'warn'> }) {
    super({
      initial: STANDARD_SITE,
      read: async () => readSite(db),
      log,
      unread: { event: 'site.unread', message: 'could not read the document of the site' },
    });
    const site = { ...settings };
    for (const name of Object.keys(STANDARD_IDENTITY) as (keyof typeof STANDARD_IDENTITY)[]) {
      Object.defineProperty(site, name, { enumerable: true, get: () => this.current()[name] });
    }
    const claims = () => {
      const { mode } = this.current().claims;
      return mode === 'open' ? undefined : mode;
    };
    Object.defineProperty(site, 'claims', { enumerable: true, get: claims });
    const ownMark = () => (hasOwnMark(this.current()) ? siteIcon(this.current()) : undefined);
    Object.defineProperty(site, 'ownMark', { enumerable: true, get: ownMark });
    const common = () => commonFeatures(this.current()) ?? undefined;
    Object.defineProperty(site, 'commonFeatures', { enumerable: true, get: common });
    const minimum = () => {
      const { minimum: length } = this.current().names;
      return length === 1 ? undefined : length;
    };
    Object.defineProperty(site, 'minimumLength', { enumerable: true, get: minimum });
    this.site = site;
  }
}
