import type { Site } from '../../contract/documents.ts';
import { LEGAL_KINDS, type LegalHistories } from '../../contract/site/legal-texts.ts';
import { commonFeatures, type SiteSettings, STANDARD_SETTINGS } from '../../contract/site/site-document.ts';
import { hasOwnMark, siteIcon } from '../../contract/site/site-files.ts';
import { STANDARD_IDENTITY } from '../../contract/site/site-identity.ts';
import { NO_HISTORIES, readHistories } from '../legal/legal-rules.ts';
import type { Queryable } from '../platform/db/database.ts';
import { LiveValue } from '../platform/db/live-value.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import type { Logger } from '../platform/log/log.ts';
import { readSite } from './site-rules.ts';

/** The document of the site, with the versions of its legal texts in place of the texts. */
export interface CurrentSite extends SiteSettings {
  legal: LegalHistories;
}

/** Keeps the document of the site in memory, and shows it as part of the site's settings. */
export class LiveSite extends LiveValue<CurrentSite> {
  /** The settings of the installation with the identity of the site, which changes while the process runs. */
  readonly site: Site;

  constructor({
    db,
    settings,
    clock,
    log,
  }: { db: Queryable; settings: Site; clock: Clock; log: Pick<Logger, 'warn'> }) {
    super({
      initial: { ...STANDARD_SETTINGS, legal: NO_HISTORIES },
      read: async () => ({ ...(await readSite(db)), legal: await readHistories(db, clock()) }),
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
    const legalTexts = () => {
      const { legal } = this.current();
      const hasPage = ({ current, next, earlier }: LegalHistories['terms']) =>
        current?.isOwn || next?.isOwn || earlier.length > 0;
      const kinds = LEGAL_KINDS.filter((kind) =>
        kind === 'imprint' ? legal.imprint.current?.isOwn : hasPage(legal[kind]),
      );
      return kinds.length === 0 ? undefined : kinds;
    };
    Object.defineProperty(site, 'legalTexts', { enumerable: true, get: legalTexts });
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
