import { CURRENCY, INTENT } from '../../contract/currency.ts';
import { formatDollars, parseCents } from '../../contract/payments.ts';
import { type Plan, planForHandle } from '../../contract/plans.ts';
import type { Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { listPackages } from './package-rules.ts';

/** What the client says an order costs. */
export interface Said {
  amount: string | number;
  currency: string;
  intent: string;
}

/** Cents that a year on a plan costs now; the Free plan costs nothing whatever its package says. */
export async function priceOf(db: Queryable, plan: Plan): Promise<number> {
  if (plan === 'Free') return 0;
  const price = (await listPackages(db)).find(({ name }) => name === plan);
  const cents = price && parseCents(price.price_yearly_usd_now);
  if (cents === undefined || cents === null) throw new Error(`no price of ${plan}`);
  return cents;
}

/**
 * The plan and price of a handle that costs something. Throws `plan_mismatch` for one of free length, `nothing_to_pay`
 * while an administrator has set the price of its plan to 0: it is then claimed like a free one.
 */
export async function priceOfHandle(db: Queryable, handle: string): Promise<{ plan: Plan; cents: number }> {
  const plan = planForHandle(handle);
  if (plan === 'Free') throw new ApiError('plan_mismatch');
  const cents = await priceOf(db, plan);
  if (cents === 0) throw new ApiError('nothing_to_pay');
  return { plan, cents };
}

/** The one paid plan that costs this now, for a client that does not say what it pays for. Throws where none or several do. */
export async function planAtPrice(db: Queryable, said: Said): Promise<{ plan: Plan; cents: number }> {
  assertMoney(said);
  const cents = parseCents(said.amount) ?? 0;
  const plans = (['Plus', 'Deluxe', 'Vanity'] as const).map(async (plan) => ({ plan, cents: await priceOf(db, plan) }));
  const fitting = (await Promise.all(plans)).filter((price) => price.cents === cents && cents > 0);
  const [only] = fitting;
  if (!only)
    throw new ApiError('price_changed', { message: 'Nothing here costs that. Please reload the page and try again.' });
  if (fitting.length > 1) throw new ApiError('order_ambiguous');
  return only;
}

/** Throws where the client says another price, currency or intent than ours. */
export function assertSaid(said: Said, cents: number): void {
  assertMoney(said);
  if (parseCents(said.amount) !== cents) {
    throw new ApiError('price_changed', {
      message: `The price is $${formatDollars(cents)} a year. Please reload the page and try again.`,
    });
  }
}

function assertMoney({ currency, intent }: Said): void {
  if (currency.toUpperCase() !== CURRENCY) {
    throw new ApiError('price_changed', { message: `Payments here are in ${CURRENCY}.` });
  }
  if (intent.toUpperCase() !== INTENT) {
    throw new ApiError('price_changed', { message: `The intent of a payment here is ${INTENT}.` });
  }
}
