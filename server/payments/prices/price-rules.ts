import { formatDollars, parseCents } from '../../../contract/payments/cents.ts';
import { CURRENCY, INTENT } from '../../../contract/payments/currency.ts';
import type { PriceList } from '../../../contract/payments/packages.ts';
import { type Plan, planForHandle } from '../../../contract/payments/plans.ts';
import { costsNothing } from '../../handles/shared/site-names.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { readSite } from '../../site/site-rules.ts';
import { listPackages } from './package-rules.ts';

/** The price that a client has shown to the buyer. */
export interface QuotedPrice {
  amount: string | number;
  currency: string;
  intent: string;
}

/**
 * Returns the current price in cents of a year on a plan. The Free plan costs nothing, whatever the price of its package,
 * and so does a plan whose handles the operator gives away.
 */
export async function priceOf(db: Queryable, plan: Plan): Promise<number> {
  if (costsNothing((await readSite(db)).names, plan)) return 0;
  return priceIn(await listPackages(db), plan);
}

/** Returns the price in cents of a year on a plan at these prices. */
export function priceIn(packages: PriceList, plan: Plan): number {
  if (plan === 'Free') return 0;
  const price = packages.find(({ name }) => name === plan);
  const cents = price && parseCents(price.price_yearly_usd_now);
  if (cents === undefined || cents === null) throw new Error(`no price of ${plan}`);
  return cents;
}

/**
 * Returns the plan and price of a paid handle. Throws `plan_mismatch` for a handle of free length, and `nothing_to_pay`
 * while the price of its plan is 0: it is then claimed like a free handle.
 */
export async function priceOfHandle(db: Queryable, handle: string): Promise<{ plan: Plan; cents: number }> {
  const plan = planForHandle(handle);
  if (plan === 'Free') throw new ApiError('plan_mismatch');
  const cents = await priceOf(db, plan);
  if (cents === 0) throw new ApiError('nothing_to_pay');
  return { plan, cents };
}

/**
 * Returns the only paid plan with this price, for a client that does not name the handle. Throws if no plan or several
 * plans have it.
 */
export async function planAtPrice(db: Queryable, quoted: QuotedPrice): Promise<{ plan: Plan; cents: number }> {
  assertMoney(quoted);
  const cents = parseCents(quoted.amount) ?? 0;
  const plans = (['Plus', 'Deluxe', 'Vanity'] as const).map(async (plan) => ({ plan, cents: await priceOf(db, plan) }));
  const matching = (await Promise.all(plans)).filter((price) => price.cents === cents && cents > 0);
  const [only] = matching;
  if (!only)
    throw new ApiError('price_changed', { message: 'No plan has this price. Please reload the page and try again.' });
  if (matching.length > 1) throw new ApiError('order_ambiguous');
  return only;
}

/** Throws if the client's price, currency or intent differs from ours. */
export function assertQuotedPrice(quoted: QuotedPrice, cents: number): void {
  assertMoney(quoted);
  if (parseCents(quoted.amount) !== cents) {
    throw new ApiError('price_changed', {
      message: `The price is $${formatDollars(cents)} a year. Please reload the page and try again.`,
    });
  }
}

function assertMoney({ currency, intent }: QuotedPrice): void {
  if (currency.toUpperCase() !== CURRENCY) {
    throw new ApiError('price_changed', { message: `Payments here are in ${CURRENCY}.` });
  }
  if (intent.toUpperCase() !== INTENT) {
    throw new ApiError('price_changed', { message: `The intent of a payment here is ${INTENT}.` });
  }
}
