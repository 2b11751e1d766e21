import { PLANS, type Plan } from '../../../contract/payments/plans.ts';
import type { DB } from '../../../db/schema.ts';
import { orderUnlimitedEmail } from '../../emails/rules.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import type { PriceRiseEmail } from './price-rise-emails.ts';
import { deleteRisesBefore, findRise, insertRise, lowestBeforeRise, ownersOfPlan } from './price-rise-store.ts';
import { priceOf } from './price-rules.ts';

/** The terms promise 30 days; the emails take a while to leave, so that nobody has less. */
const NOTICE_DAYS = 31;
const DAY = 24 * 3_600_000;
const BATCH_SIZE = 500;

/** The job that mails the owners about a rise. Its name is stored in databases. */
export const PRICE_RISE_JOB = 'announce-price-rise';

interface RiseBatch {
  riseId: number;
  /** The account of the last batch. */
  after: number;
}

/**
 * Runs a change of prices. If it makes a plan dearer, the owners of its handles are told by email, and renew at the old price
 * until the notice is over; new handles cost the new price at once.
 */
export async function announcingRises<T>(trx: Transaction<DB>, now: Date, change: () => Promise<T>): Promise<T> {
  const before = await pricesOf(trx);
  const result = await change();
  for (const [plan, cents] of await pricesOf(trx)) {
    const earlier = before.get(plan) ?? cents;
    if (cents <= earlier) continue;
    const effectiveAt = new Date(now.getTime() + NOTICE_DAYS * DAY);
    const riseId = await insertRise(trx, { plan, before: earlier, after: cents, now, effectiveAt });
    await addJob(trx as Queryable, PRICE_RISE_JOB, { riseId, after: 0 } satisfies RiseBatch);
  }
  return result;
}

async function pricesOf(db: Queryable): Promise<Map<Plan, number>> {
  const prices = new Map<Plan, number>();
  for (const plan of PLANS) prices.set(plan, await priceOf(db, plan));
  return prices;
}

/** Cents of another year on a plan: the price now, or the one before a rise whose notice is not over. */
export async function renewalPriceOf(db: Queryable, plan: Plan, now: Date): Promise<number> {
  const current = await priceOf(db, plan);
  return Math.min(current, (await lowestBeforeRise(db, plan, now)) ?? current);
}

/** Handles the job: orders the emails of one batch of owners, and the job of the next batch in the same transaction. */
export async function announceRise(db: Database, { riseId, after }: RiseBatch): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const rise = await findRise(trx, riseId);
    if (!rise) return;
    const plan = rise.plan as Plan;
    const owners = await ownersOfPlan(trx, plan, after, BATCH_SIZE);
    const about = { plan, before: rise.cents_before, after: rise.cents_after, from: rise.effective_at.toISOString() };
    for (const { email: to } of owners) {
      await orderUnlimitedEmail<PriceRiseEmail>(trx, { kind: 'price-rise', to, ...about });
    }
    const last = owners.at(-1);
    if (owners.length === BATCH_SIZE && last) {
      await addJob(trx as Queryable, PRICE_RISE_JOB, { riseId, after: last.id } satisfies RiseBatch);
    }
  });
}

/** Deletes rises that have been in effect for a year. Call it every day. */
export async function deleteOldRises(db: Queryable, now: Date): Promise<void> {
  await deleteRisesBefore(db, new Date(now.getTime() - 365 * DAY));
}
