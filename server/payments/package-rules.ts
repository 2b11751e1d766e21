import type { Site } from '../../contract/documents.ts';
import { FALLBACK_PRICES, type Price } from '../../contract/plans.ts';
import type { Database, Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { allPackages, seedPackages } from './package-store.ts';

const cents = (dollars: number) => Math.round(dollars * 100);

/** Live prices of all packages; a standard one that is gone or renamed stands at its fallback price. */
export async function listPackages(db: Queryable): Promise<(Omit<Price, 'name'> & { name: string })[]> {
  const rows = await allPackages(db);
  const standard = FALLBACK_PRICES.map((fallback) => {
    const row = rows.find(({ name }) => name === fallback.name);
    return row ? wire(row) : fallback;
  });
  const others = rows.filter(({ name }) => !FALLBACK_PRICES.some((fallback) => fallback.name === name));
  return [...standard, ...others.map(wire)];
}

function wire(row: { name: string; price_now_cents: number; price_full_cents: number }) {
  return {
    name: row.name,
    price_yearly_usd_now: row.price_now_cents / 100,
    price_yearly_usd_full: row.price_full_cents / 100,
  };
}

/** Throws where nothing is sold here (PAYPAL_ENV=off). */
export function assertSelling({ paidPlans }: Site): void {
  if (paidPlans === false) throw new ApiError('paid_plans_off', { message: 'Nothing is sold here.' });
}

/** First start: the standard packages at their standard prices. */
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
