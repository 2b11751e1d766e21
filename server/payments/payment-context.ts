import type { Site } from '../../contract/documents.ts';
import type { Database } from '../platform/db/database.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import type { Paypal } from './paypal/client.ts';

/** What taking payments needs. */
export interface PaymentContext {
  db: Database;
  clock: Clock;
  site: Site;
  paypal: Paypal;
  log?: { warn(about: object, words: string): void; error(about: object, words: string): void } | undefined;
}
