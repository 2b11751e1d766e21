import type { Site } from '../../../contract/documents.ts';
import type { PriceList } from '../../../contract/payments/packages.ts';
import { FALLBACK_PRICES } from '../../../contract/payments/plans.ts';
import { STANDARD_SITE } from '../../../contract/site/site-document.ts';
import type { Database } from '../../platform/db/database.ts';
import { LiveValue } from '../../platform/db/live-value.ts';
import type { Logger } from '../../platform/log/log.ts';
import { offeredOf, offeredPackages } from './package-rules.ts';

/** Keeps the offered prices in memory, so that a document with prices costs no query. */
export class LivePrices extends LiveValue<PriceList> {
  constructor(db: Database, site: Site, log: Pick<Logger, 'warn'>) {
    super({
      initial: offeredOf(site, STANDARD_SITE.names, FALLBACK_PRICES),
      read: () => offeredPackages(db, site),
      log,
      unread: { event: 'payments.prices_unread', message: 'could not read the prices' },
    });
  }
}
