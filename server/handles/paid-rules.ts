import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { profileChanged } from '../profiles/rules.ts';
import {
  followLinksPaidBefore,
  insertPaid,
  lockPaidHandle,
  type PaidHandle,
  paidHandle,
  setFirstPrice,
  setPaidUntil,
} from './paid-store.ts';
import { emptyHandles } from './quarantine-rules.ts';
import { assertAvailable } from './rules.ts';

/** For how long after the first payment its price holds for renewals. */
const LOCK_YEARS = 2;

/** A handle that its owner can pay for again. */
export interface RenewableHandle {
  id: number;
  handle: string;
  paidUntil: Date;
  /** When another year, paid for at this moment, ends. */
  renewedUntil: Date;
  /** The first price, while it is kept. */
  locked: { cents: number; until: Date } | undefined;
}

/** The same day so many years on; 29 February becomes 1 March. */
export function yearsAfter(moment: Date, years: number): Date {
  const later = new Date(moment);
  later.setUTCFullYear(later.getUTCFullYear() + years);
  return later;
}

/**
 * Gives a handle that was paid for to an account, for a year; answers its id and the end of that year, or undefined where
 * it can't be had any more: taken, reserved, no handle at all, or held for somebody else.
 */
export async function grantPaidHandle(
  trx: Transaction<DB>,
  claim: { handle: string; accountId: number; cents: number; holder: string },
  now: Date,
): Promise<{ id: number; paidUntil: Date } | undefined> {
  try {
    await assertAvailable(trx, claim.handle, now, { reference: claim.holder });
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
  const paidUntil = yearsAfter(now, 1);
  const id = await insertPaid(trx, { ...claim, paidUntil }, now);
  if (id === undefined) return undefined;
  await profileChanged(trx, id);
  return { id, paidUntil };
}

/** An owner's handle as it can be renewed. Throws `not_found` for another's, `not_renewable` for one that can't be. */
export async function renewable(
  db: Queryable,
  owner: { accountId: number; id: number },
  now: Date,
): Promise<RenewableHandle> {
  const row = await paidHandle(db, owner.id);
  if (row?.account_id !== owner.accountId) throw new ApiError('not_found');
  const terms = termsOf(row, now);
  if (!terms) throw new ApiError('not_renewable');
  return terms;
}

/** The same, locked for the rest of the transaction. */
export async function lockRenewable(
  trx: Transaction<DB>,
  owner: { accountId: number; id: number },
  now: Date,
): Promise<RenewableHandle> {
  await lockPaidHandle(trx, owner.id);
  return renewable(trx, owner, now);
}

/** Whether an owner can renew a handle at this moment. */
export async function isRenewable(
  db: Queryable,
  { accountId, id }: { accountId: number; id: number },
  now: Date,
): Promise<boolean> {
  const row = await paidHandle(db, id);
  return row?.account_id === accountId && termsOf(row, now) !== undefined;
}

/** A year more for a handle that was paid for; undefined where it has gone to rest for good, or to nobody. */
export async function renewHandle(
  trx: Transaction<DB>,
  paid: { id: number; accountId: number | null; cents: number },
  now: Date,
): Promise<{ handle: string; paidUntil: Date } | undefined> {
  const row = await lockPaidHandle(trx, paid.id);
  if (!row || row.account_id === null || row.account_id !== paid.accountId) return undefined;
  const terms = termsOf(row, now);
  if (!terms) return undefined;
  await setPaidUntil(trx, row.id, terms.renewedUntil, now);
  if (!terms.locked) await setFirstPrice(trx, row.id, paid.cents, now);
  await profileChanged(trx, row.id);
  return { handle: row.handle, paidUntil: terms.renewedUntil };
}

/** A year more free of charge; undefined where it cannot be renewed, or its year ends after `endingBy` already. */
export async function prolong(
  trx: Transaction<DB>,
  id: number,
  now: Date,
  endingBy?: Date,
): Promise<{ handle: string; paidUntil: Date } | undefined> {
  const row = await lockPaidHandle(trx, id);
  const terms = row && row.account_id !== null ? termsOf(row, now) : undefined;
  if (!terms || (endingBy && terms.paidUntil > endingBy)) return undefined;
  await setPaidUntil(trx, id, terms.renewedUntil, now);
  await profileChanged(trx, id);
  return { handle: terms.handle, paidUntil: terms.renewedUntil };
}

/** How a handle can be renewed; undefined where it was never paid for, or is nobody's to renew. */
export function termsOf(row: PaidHandle, now: Date): RenewableHandle | undefined {
  if (row.paid_until === null || (row.state !== 'active' && row.state !== 'resting')) return undefined;
  const lockedUntil = row.first_paid_at && yearsAfter(row.first_paid_at, LOCK_YEARS);
  // A handle that rested was of no use: its new year begins when it is paid for.
  const from = row.state === 'resting' ? now : row.paid_until;
  return {
    id: row.id,
    handle: row.handle,
    paidUntil: row.paid_until,
    renewedUntil: yearsAfter(from, 1),
    locked:
      lockedUntil && row.first_price_cents !== null && now <= lockedUntil
        ? { cents: row.first_price_cents, until: lockedUntil }
        : undefined,
  };
}

/**
 * Has search engines follow the links of handles whose first payment is 30 days old: it can no longer be taken back, so that
 * such links cannot be had for nothing. To be called every day.
 */
export async function followLinksOfPaidHandles(db: Queryable, now: Date): Promise<void> {
  await followLinksPaidBefore(db, new Date(now.getTime() - 30 * 24 * 3_600_000), now);
}

/** The payment of a claim was returned: the handle is nobody's, and nobody gets it while mail for its owner may come. */
export async function takeBackHandle(trx: Transaction<DB>, id: number, now: Date): Promise<void> {
  await emptyHandles(trx, [id], now);
  await profileChanged(trx, id);
}

/** The payment of a renewal was returned: its year is taken off again. */
export async function takeBackYear(trx: Transaction<DB>, id: number, now: Date): Promise<void> {
  const row = await lockPaidHandle(trx, id);
  if (row?.paid_until) await setPaidUntil(trx, id, yearsAfter(row.paid_until, -1), now);
}
