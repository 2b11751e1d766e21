import type { RenewalQuote } from '../../contract/payments.ts';
import { PLANS, type Plan, planForHandle } from '../../contract/plans.ts';
import { lockRenewable, prolong, type RenewableHandle, renewable, yearsAfter } from '../handles/paid-rules.ts';
import { activeHandlesEndingBy } from '../handles/resting-rules.ts';
import type { Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { PaymentContext } from './payment-context.ts';
import { priceOf } from './price-rules.ts';

/** What another year of an own handle costs now, and until when it would be good. */
export async function quoteRenewal(
  { db, clock }: PaymentContext,
  owner: { accountId: number; id: number },
): Promise<RenewalQuote> {
  const terms = await renewable(db, owner, clock());
  return {
    handle: terms.handle,
    price: (await renewalPrice(db, terms, clock())) / 100,
    paidUntil: terms.paidUntil.toISOString(),
    renewedUntil: terms.renewedUntil.toISOString(),
    lockedUntil: terms.locked?.until.toISOString() ?? null,
  };
}

/** A year more of an own handle while that costs nothing. Throws `payment_required` where it costs something. */
export async function renewForNothing(
  { db, clock }: PaymentContext,
  owner: { accountId: number; id: number },
): Promise<{ handle: string; paidUntil: Date }> {
  return db.transaction().execute(async (trx) => {
    const terms = await lockRenewable(trx, owner, clock());
    if ((await renewalPrice(trx, terms, clock())) > 0) throw new ApiError('payment_required');
    const prolonged = await prolong(trx, owner.id, clock());
    if (!prolonged) throw new ApiError('not_renewable');
    return prolonged;
  });
}

/**
 * Adds a year to active handles whose year ends within so many days, or has ended, where it costs nothing: nobody is asked
 * to renew what is free of charge.
 */
export async function renewFreeYears({ db, clock }: PaymentContext, days: number): Promise<void> {
  const plans = PLANS.filter((plan) => plan !== 'Free');
  const prices = await Promise.all(plans.map((plan) => priceOf(db, plan)));
  const free: Plan[] = plans.filter((_plan, at) => prices[at] === 0);
  if (free.length === 0) return;
  const by = new Date(clock().getTime() + days * 24 * 3_600_000);
  for (let after = 0, batch = [{ id: after, handle: '' }]; batch.length > 0; after = batch.at(-1)?.id ?? after) {
    batch = await activeHandlesEndingBy(db, by, after);
    for (const { id, handle } of batch) {
      if (!free.includes(planForHandle(handle))) continue;
      await db.transaction().execute((trx) => prolong(trx, id, clock(), by));
    }
  }
}

/**
 * Cents of another year: what the plan costs now, but not more than the first price while that is kept. Throws
 * `renewal_too_early`.
 */
export async function renewalPrice(db: Queryable, terms: RenewableHandle, now: Date): Promise<number> {
  // One year ahead is enough: a price must not be kept for ever by paying many years at once.
  if (terms.paidUntil > yearsAfter(now, 1)) throw new ApiError('renewal_too_early');
  const current = await priceOf(db, planForHandle(terms.handle));
  return Math.min(current, terms.locked?.cents ?? current);
}
