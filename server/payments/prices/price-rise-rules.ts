import type { PriceList } from '../../../contract/payments/packages.ts';
import { PLANS, type Plan } from '../../../contract/payments/plans.ts';
import { DAY } from '../../../contract/time.ts';
import type { DB } from '../../../db/schema.ts';
import { orderUnlimitedEmail } from '../../emails/rules.ts';
import type { Database, Queryable, Transaction } from '../../platform/db/database.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { paidPrices } from './package-rules.ts';
import type { PriceRiseEmail } from './price-rise-emails.ts';
import { countOwnersOfPlan, findRise, insertRise, lowestBeforeRise, ownersOfPlan } from './price-rise-store.ts';
import { priceIn, priceOf } from './price-rules.ts';

/** The terms promise 30 days; one more covers the time that the emails take to leave. */
const NOTICE_DAYS = 31;
const BATCH_SIZE = 500;

/** The job that emails the owners about a rise. Its name is stored in databases. */
export const PRICE_RISE_JOB = 'announce-price-rise';

interface RiseBatch {
  riseId: number;
  /** The account of the last batch. */
  after: number;
}

/**
 * Runs a change of prices, or of the plans that cost nothing. If it makes a plan more expensive, the owners of its handles get an email, and renew at the
 * old price until the notice period ends; new handles cost the new price immediately.
 */
export async function announcingRises<T>(trx: Transaction<DB>, now: Date, change: () => Promise<T>): Promise<T> {
  const before = await paidPrices(trx);
  const result = await change();
  for (const rise of risesBetween(before, await paidPrices(trx))) {
    const riseId = await insertRise(trx, { ...rise, now, effectiveAt: effectiveAfter(now) });
    await addJob(trx as Queryable, PRICE_RISE_JOB, { riseId, after: 0 } satisfies RiseBatch);
  }
  return result;
}

/**
 * Returns the rises that a change of prices would cause, with the number of people who would get an email about each.
 * Changes nothing.
 */
export async function foreseeRises(
  db: Queryable,
  { before, after, now }: { before: PriceList; after: PriceList; now: Date },
): Promise<(Rise & { owners: number; effectiveAt: Date })[]> {
  const effectiveAt = effectiveAfter(now);
  return Promise.all(
    risesBetween(before, after).map(async (rise) => ({
      ...rise,
      effectiveAt,
      owners: await countOwnersOfPlan(db, rise.plan),
    })),
  );
}

interface Rise {
  plan: Plan;
  /** Cents of a year. */
  before: number;
  after: number;
}

/** Returns the plans that cost more afterwards. */
function risesBetween(before: PriceList, after: PriceList): Rise[] {
  return PLANS.map((plan) => ({ plan, before: priceIn(before, plan), after: priceIn(after, plan) })).filter(
    (rise) => rise.after > rise.before,
  );
}

const effectiveAfter = (now: Date) => new Date(now.getTime() + NOTICE_DAYS * DAY);

/**
 * Returns the price in cents of another year on a plan: the current price, or the one before a rise whose notice period
 * has not ended.
 */
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
    for (const { id: accountId, email: to } of owners) {
      await orderUnlimitedEmail<PriceRiseEmail>(trx, { kind: 'price-rise', to, accountId, ...about });
    }
    const last = owners.at(-1);
    if (owners.length === BATCH_SIZE && last) {
      await addJob(trx as Queryable, PRICE_RISE_JOB, { riseId, after: last.id } satisfies RiseBatch);
    }
  });
}
