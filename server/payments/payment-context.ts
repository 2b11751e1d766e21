import type { Site } from '../../contract/documents.ts';
import type { Database } from '../platform/db/database.ts';
import type { Clock } from '../platform/jobs/clock.ts';
import type { Paypal } from './paypal/client.ts';

/** Dependencies of the payment rules. */
export interface PaymentContext {
  db: Database;
  clock: Clock;
  site: Site;
  paypal: Paypal;
  log?: { warn(fields: object, message: string): void; error(fields: object, message: string): void } | undefined;
}
