import type { Site } from '../../../contract/documents.ts';
import type { LegalHistories } from '../../../contract/site/legal-texts.ts';
import type { SiteSettings } from '../../../contract/site/site-document.ts';
import type { Config } from '../config/config.ts';
import type { DomainList } from '../config/domain-list.ts';
import type { Database } from '../db/database.ts';
import type { LiveValue } from '../db/live-value.ts';
import type { ReplicaReads } from '../db/replica-reads.ts';
import type { Clock } from '../jobs/clock.ts';
import type { Storage } from '../storage/storage.ts';
import type { Pages } from './pages/renderer.ts';
import type { Sessions } from './sessions/sessions.ts';

/** The context that every capability of the server receives. */
export interface App {
  config: Config;
  /** Settings of the installation with the current identity of the site. */
  site: Site;
  /** The current document of the site, with the versions of its legal texts in place of the texts. */
  liveSite: LiveValue<SiteSettings & { legal: LegalHistories }>;
  db: Database;
  /** Reads public pages from a replica; undefined if no replica is set. */
  replica?: ReplicaReads | undefined;
  clock: Clock;
  pages: Pages;
  sessions: Sessions;
  storage: Storage;
  /** Domains that pages may not link to. */
  linkBlocklist: DomainList;
  /** The first one signs; all of them verify. */
  secrets: string[];
}
