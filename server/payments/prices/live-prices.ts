import type { Site } from '../../../contract/documents.ts';
import type { PriceList } from '../../../contract/payments/packages.ts';
import { FALLBACK_PRICES } from '../../../contract/payments/plans.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log/log.ts';
import { offeredPackages, withoutPaidPlans } from './package-rules.ts';

/** A price change without a notification, such as one made by hand in the database, is shown after this time at the latest. */
const MAX_AGE_MS = 60_000;

/**
 * Keeps the offered prices in memory, so that a document with prices costs no query. While prices cannot be read, the
 * last ones stay.
 */
export class LivePrices {
  readonly #db: Database;
  readonly #site: Site;
  readonly #log: Pick<Logger, 'warn'>;
  readonly #timer: NodeJS.Timeout;
  #prices: PriceList;
  /** Readings happen one after the other, so the last one stored is the newest. */
  #reading: Promise<void> = Promise.resolve();
  #stopped = false;

  constructor(db: Database, site: Site, log: Pick<Logger, 'warn'>) {
    this.#db = db;
    this.#site = site;
    this.#log = log;
    this.#prices = withoutPaidPlans(site, FALLBACK_PRICES);
    this.#timer = setInterval(() => this.changed(), MAX_AGE_MS).unref();
  }

  current(): PriceList {
    return this.#prices;
  }

  /** Reads the prices. Rejects if the database cannot be read. */
  load(): Promise<void> {
    const result = this.#reading.then(async () => {
      this.#prices = await offeredPackages(this.#db, this.#site);
    });
    this.#reading = result.catch(() => {});
    return result;
  }

  /** Call this for a notification on PRICES_CHANNEL, and when notifications begin, because earlier ones may have been lost. */
  changed(): void {
    if (this.#stopped) return;
    this.load().catch((error: unknown) => {
      if (!this.#stopped) this.#log.warn({ event: 'payments.prices_unread', err: error }, 'could not read the prices');
    });
  }

  stop(): void {
    this.#stopped = true;
    clearInterval(this.#timer);
  }
}
