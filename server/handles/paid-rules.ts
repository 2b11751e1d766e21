import { LOCK_YEARS, yearsAfter } from '../../contract/payments/paid-years.ts';
import { GUARANTEE_MS } from '../../contract/payments/payments.ts';
import type { DB } from '../../db/schema.ts';
import { lockInvitation, spendInvitation } from '../claim-invitations/invitation-rules.ts';
import { lockHandle, requireHandle, type Wanted } from '../handle-access/handle-access.ts';
import { profileChanged } from '../page-changes/page-changes.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { type Admission, assertMayPay } from '../site/claim-rights-rules.ts';
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

/** A handle that its owner can pay for again. */
export interface RenewableHandle {
  id: number;
  handle: string;
  paidUntil: Date;
  /** The end of the paid time if another year is bought now. */
  renewedUntil: Date;
  /** The first price, while it is locked. */
  locked: { cents: number; until: Date } | undefined;
}

/**
 * Grants a paid handle to an account for a year. Returns its id and the end of that year, or the reason for a refund: it
 * is taken, reserved, invalid or held for somebody else, or the rule of the site refuses the claim now.
 */
export async function grantPaidHandle(
  trx: Transaction<DB>,
  claim: {
    handle: string;
    accountId: number;
    email: string;
    cents: number;
    holder: string;
    invitation: number | undefined;
  },
  now: Date,
): Promise<{ id: number; paidUntil: Date } | { refused: 'handle-gone' | 'rule-changed' | 'invitation-ended' }> {
  const { handle, holder, invitation } = claim;
  // Locked, because a claim that has begun to insert the handle must find the use that the rule has seen.
  await lockInvitation(trx, invitation);
  let admission: Admission | undefined;
  try {
    admission = await assertMayPay(trx, claim, now);
    await assertAvailable(trx, handle, now, { reference: holder, invitation: admission.invitation });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (admission) return { refused: 'handle-gone' };
    const hadInvitation = error.code === 'claims_invitation' && invitation !== undefined;
    return { refused: hadInvitation ? 'invitation-ended' : 'rule-changed' };
  }
  const paidUntil = yearsAfter(now, 1);
  const id = await insertPaid(trx, { ...claim, paidUntil }, now);
  if (id === undefined) return { refused: 'handle-gone' };
  await spendInvitation(trx, admission.invitation, now);
  await profileChanged(trx, id);
  return { id, paidUntil };
}

/**
 * Returns the renewal terms of a handle for its owner. Throws `not_found`, `role_without_right` for a member, and
 * `not_renewable`.
 */
export async function renewableHandle(db: Queryable, owner: Wanted, now: Date): Promise<RenewableHandle> {
  const { id } = await requireHandle(db, owner);
  const row = await paidHandle(db, id);
  const terms = row && renewalTerms(row, now);
  if (!terms) throw new ApiError('not_renewable');
  return terms;
}

/** Like `renewableHandle`, but also locks the handle for the rest of the transaction. */
export async function lockRenewable(trx: Transaction<DB>, owner: Wanted, now: Date): Promise<RenewableHandle> {
  await lockHandle(trx, owner);
  return renewableHandle(trx, owner, now);
}

/** Returns the renewal terms of a handle on a day; undefined if it cannot be renewed then. */
export async function termsOn(db: Queryable, id: number, day: Date): Promise<RenewableHandle | undefined> {
  const row = await paidHandle(db, id);
  return row && renewalTerms(row, day);
}

/** Returns whether an owner can renew a handle now. */
export async function isRenewable(
  db: Queryable,
  { accountId, id }: { accountId: number; id: number },
  now: Date,
): Promise<boolean> {
  const row = await paidHandle(db, id);
  return row?.account_id === accountId && renewalTerms(row, now) !== undefined;
}

/** Adds a paid year to a handle. Returns undefined if it can no longer be renewed or has another owner. */
export async function renewHandle(
  trx: Transaction<DB>,
  paid: { id: number; accountId: number | null; cents: number },
  now: Date,
): Promise<{ handle: string; paidUntil: Date } | undefined> {
  const row = await lockPaidHandle(trx, paid.id);
  if (!row || row.account_id === null || row.account_id !== paid.accountId) return undefined;
  const terms = renewalTerms(row, now);
  if (!terms) return undefined;
  await setPaidUntil(trx, row.id, terms.renewedUntil, now);
  if (!terms.locked) await setFirstPrice(trx, row.id, paid.cents, now);
  await profileChanged(trx, row.id);
  return { handle: row.handle, paidUntil: terms.renewedUntil };
}

/** Adds a year free of charge. Returns undefined if the handle cannot be renewed, or if its year ends after `endingBy`. */
export async function renewFreeOfCharge(
  trx: Transaction<DB>,
  id: number,
  now: Date,
  endingBy?: Date,
): Promise<{ handle: string; paidUntil: Date } | undefined> {
  const row = await lockPaidHandle(trx, id);
  const terms = row && row.account_id !== null ? renewalTerms(row, now) : undefined;
  if (!terms || (endingBy && terms.paidUntil > endingBy)) return undefined;
  await setPaidUntil(trx, id, terms.renewedUntil, now);
  await profileChanged(trx, id);
  return { handle: terms.handle, paidUntil: terms.renewedUntil };
}

/** Returns the renewal terms of a handle; undefined if it was never paid for, or if its state does not allow a renewal. */
export function renewalTerms(row: PaidHandle, now: Date): RenewableHandle | undefined {
  if (row.paid_until === null || (row.state !== 'active' && row.state !== 'resting')) return undefined;
  const lockedUntil = row.first_paid_at && yearsAfter(row.first_paid_at, LOCK_YEARS);
  // A resting handle does not work, so its new year begins when it is paid for.
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
 * Lets search engines follow the links of handles whose first payment is older than the guarantee period. Such a
 * payment cannot be refunded, so these links always cost something. Call this every day.
 */
export async function followLinksOfPaidHandles(db: Queryable, now: Date): Promise<void> {
  await followLinksPaidBefore(db, new Date(now.getTime() - GUARANTEE_MS), now);
}

/**
 * Returns whether a handle that an account paid for has been transferred and now belongs to another account. Locks the handle.
 */
export async function wasTransferred(trx: Transaction<DB>, id: number, payerId: number | null): Promise<boolean> {
  const row = await lockPaidHandle(trx, id);
  return row !== undefined && row.account_id !== null && row.account_id !== payerId;
}

/**
 * Revokes the year of a transferred handle whose former owner got a refund. The new owner keeps the handle, which falls due
 * for renewal now at the earliest, so that there is time to pay. Returns the new owner; undefined if nothing was revoked.
 */
export async function revokeTransferredYear(
  trx: Transaction<DB>,
  id: number,
  now: Date,
): Promise<{ accountId: number; handle: string; paidUntil: Date } | undefined> {
  const row = await lockPaidHandle(trx, id);
  if (!row || row.account_id === null || row.paid_until === null || row.paid_until <= now) return undefined;
  const before = yearsAfter(row.paid_until, -1);
  const paidUntil = before > now ? before : now;
  await setPaidUntil(trx, id, paidUntil, now);
  await profileChanged(trx, id);
  return { accountId: row.account_id, handle: row.handle, paidUntil };
}

/** Revokes a handle whose payment was refunded: it loses its owner and stays in quarantine. */
export async function revokeHandle(trx: Transaction<DB>, id: number, now: Date): Promise<void> {
  await emptyHandles(trx, [id], now);
  await profileChanged(trx, id);
}

/** Revokes the year of a renewal whose payment was refunded. */
export async function revokeYear(trx: Transaction<DB>, id: number, now: Date): Promise<void> {
  const row = await lockPaidHandle(trx, id);
  if (row?.paid_until) await setPaidUntil(trx, id, yearsAfter(row.paid_until, -1), now);
}
