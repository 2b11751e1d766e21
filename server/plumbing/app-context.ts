import type { Site } from '../../contract/documents.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Database } from './database.ts';
import type { Pages } from './documents.ts';
import type { Sessions } from './sessions.ts';
import type { Storage } from './storage.ts';

/** What every room of the server is handed. */
export interface App {
  config: Config;
  site: Site;
  db: Database;
  clock: Clock;
  pages: Pages;
  sessions: Sessions;
  storage: Storage;
  /** The first signs, any verifies. */
  secrets: string[];
}
