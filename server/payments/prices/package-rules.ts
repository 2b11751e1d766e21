import { sql } from 'kysely';
import type { Site } from '../../../contract/documents.ts';
import type { PriceList } from '../../../contract/payments/packages.ts';
import { FALLBACK_PRICES, PLANS, plansFromLength } from '../../../contract/payments/plans.ts';
import { costsNothing, type Names } from '../../handles/shared/site-names.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { readSite } from '../../site/site-rules.ts';
import { allPackages, seedPackages } from './package-store.ts';

const cents = (dollars: number) => Math.round(dollars * 100);

/** Lists the prices of all packages. A standard package that was deleted or renamed has its fallback price. */
export async function listPackages(db: Queryable): Promise<PriceList> {
  return packagesOf(await allPackages(db));
}

/** Returns the prices that follow from these stored packages. */
export function packagesOf(rows: readonly StoredPrice[]): PriceList {
  const standard = FALLBACK_PRICES.map((fallback) => {
    const row = rows.find(({ name }) => name === fallback.name);
    return row ? toPrice(row) : fallback;
  });
  const others = rows.filter(({ name }) => !FALLBACK_PRICES.some((fallback) => fallback.name === name));
  return [...standard, ...others.map(toPrice)];
}

/** Lists the packages that this installation offers. */
export async function offeredPackages(db: Queryable, site: Site): Promise<PriceList> {
  const { names } = await readSite(db);
  return offeredOf(site, names, await listPackages(db));
}

/**
 * Sets the price of plans that the operator gives away. Leaves out plans whose handles are shorter than the minimum, and
 * plans with a price if this installation sells nothing (PAYPAL_ENV=off).
 */
export function offeredOf({ paidPlans }: Site, names: Names, packages: PriceList): PriceList {
  const tooShort: string[] = PLANS.filter((plan) => !plansFromLength(names.minimum).includes(plan));
  return withFreePlans(
    names,
    packages
      .filter(({ name }) => !tooShort.includes(name))
      .filter(({ name }) => paidPlans !== false || name === 'Free' || costsNothing(names, name)),
  );
}

/** Sets the price of plans that the operator gives away. */
export function withFreePlans(names: Names, packages: PriceList): PriceList {
  return packages.map((price) =>
    costsNothing(names, price.name) ? { ...price, price_yearly_usd_now: 0, price_yearly_usd_full: 0 } : price,
  );
}

/** Lists the prices that are paid: those of all packages, where plans that the operator gives away cost nothing. */
export async function paidPrices(db: Queryable): Promise<PriceList> {
  return withFreePlans((await readSite(db)).names, await listPackages(db));
}

/** The channel of changed packages; every process that shows prices listens. */
export const PRICES_CHANNEL = 'prices_changed';

/** Notifies every process of changed packages, once the transaction commits. */
export async function notifyPricesChanged(trx: Queryable): Promise<void> {
  await sql`select pg_notify(${PRICES_CHANNEL}, '')`.execute(trx);
}

interface StoredPrice {
  name: string;
  price_now_cents: number;
  price_full_cents: number;
}

function toPrice(row: StoredPrice) {
  return {
    name: row.name,
    price_yearly_usd_now: row.price_now_cents / 100,
    price_yearly_usd_full: row.price_full_cents / 100,
  };
}

/** Throws if this installation sells nothing (PAYPAL_ENV=off). */
export function assertSelling({ paidPlans }: Site): void {
  if (paidPlans === false)
    throw new ApiError('paid_plans_off', { message: 'This installation does not sell handles.' });
}

/** Inserts the standard packages at their standard prices. Runs when the service first starts. */
export async function seedStandardPackages(db: Database): Promise<void> {
  await seedPackages(
    db,
    FALLBACK_PRICES.map((price) => ({
      name: price.name,
      price_now_cents: cents(price.price_yearly_usd_now),
      price_full_cents: cents(price.price_yearly_usd_full),
    })),
  );
}
