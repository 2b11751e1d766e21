import { isDueForRenewal } from '../../../contract/payments/paid-years.ts';
import type { RenewalQuote } from '../../../contract/payments/payments.ts';
import { PLANS, type Plan, planForHandle } from '../../../contract/payments/plans.ts';
import { DAY } from '../../../contract/time.ts';
import type { Wanted } from '../../handle-access/handle-access.ts';
import { lockRenewable, type RenewableHandle, renewableHandle, renewFreeOfCharge } from '../../handles/paid-rules.ts';
import { activeHandlesEndingBy } from '../../handles/shared/renewal-store.ts';
import type { Queryable } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { PaymentContext } from '../payment-context.ts';
import { renewalPriceOf } from '../prices/price-rise-rules.ts';

/** Returns the price of another year of an owner's handle, and when that year ends. */
export async function quoteRenewal({ db, clock }: PaymentContext, owner: Wanted): Promise<RenewalQuote> {
  const terms = await renewableHandle(db, owner, clock());
  return {
    handle: terms.handle,
    price: (await renewalPrice(db, terms, clock())) / 100,
    paidUntil: terms.paidUntil.toISOString(),
    renewedUntil: terms.renewedUntil.toISOString(),
    lockedUntil: terms.locked?.until.toISOString() ?? null,
  };
}

/** Adds a year to an owner's handle while its price is 0. Throws `payment_required` otherwise. */
export async function renewWithoutPayment(
  { db, clock }: PaymentContext,
  owner: Wanted,
): Promise<{ handle: string; paidUntil: Date }> {
  return db.transaction().execute(async (trx) => {
    const terms = await lockRenewable(trx, owner, clock());
    if ((await renewalPrice(trx, terms, clock())) > 0) throw new ApiError('payment_required');
    const prolonged = await renewFreeOfCharge(trx, terms.id, clock());
    if (!prolonged) throw new ApiError('not_renewable');
    return prolonged;
  });
}

/**
 * Adds a year free of charge to active handles whose plan costs 0, or still does after an announced rise, and whose year
 * ends within `days` or has ended. Their owners get no reminder.
 */
export async function renewFreePlans({ db, clock }: PaymentContext, days: number): Promise<void> {
  const plans = PLANS.filter((plan) => plan !== 'Free');
  const prices = await Promise.all(plans.map((plan) => renewalPriceOf(db, plan, clock())));
  const free: Plan[] = plans.filter((_plan, at) => prices[at] === 0);
  if (free.length === 0) return;
  const by = new Date(clock().getTime() + days * DAY);
  for (let after = 0, batch = [{ id: after, handle: '' }]; batch.length > 0; after = batch.at(-1)?.id ?? after) {
    batch = await activeHandlesEndingBy(db, by, after);
    for (const { id, handle } of batch) {
      if (!free.includes(planForHandle(handle))) continue;
      await db.transaction().execute((trx) => renewFreeOfCharge(trx, id, clock(), by));
    }
  }
}

/**
 * Returns the price of another year in cents: that of the plan, where a rise is announced before it applies, but no
 * more than the first price while that is locked. Throws `renewal_too_early`.
 */
export async function renewalPrice(db: Queryable, terms: RenewableHandle, now: Date): Promise<number> {
  if (!isDueForRenewal(terms.paidUntil, now)) throw new ApiError('renewal_too_early');
  const current = await renewalPriceOf(db, planForHandle(terms.handle), now);
  return Math.min(current, terms.locked?.cents ?? current);
}
