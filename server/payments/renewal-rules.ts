import type { RenewalQuote } from '../../contract/payments.ts';
import { planForHandle } from '../../contract/plans.ts';
import { type RenewableHandle, renewable, yearsAfter } from '../handles/paid-rules.ts';
import type { Queryable } from '../plumbing/database.ts';
import { Failure } from '../plumbing/failure.ts';
import type { Desk } from './desk.ts';
import { priceOf } from './price-rules.ts';

/** What another year of an own handle costs now, and until when it would be good. */
export async function quoteRenewal(
  { db, clock }: Desk,
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

/** Cents of another year: the first price while it is kept, else what the plan costs now. Throws `renewal_too_early`. */
export async function renewalPrice(db: Queryable, terms: RenewableHandle, now: Date): Promise<number> {
  // One year ahead is enough: a price must not be kept for ever by paying many years at once.
  if (terms.paidUntil > yearsAfter(now, 1)) throw new Failure('renewal_too_early');
  return terms.locked?.cents ?? priceOf(db, planForHandle(terms.handle));
}
