import { formatUtcDay } from '../../../contract/dates.ts';
import type { DB } from '../../../db/schema.ts';
import { undoableChanges } from '../../accounts/shared/former-address-store.ts';
import { assertForeignAddress } from '../../addresses/foreign-address.ts';
import { orderEmail } from '../../emails/rules.ts';
import { lockHandle } from '../../handle-access/handle-access.ts';
import { requireUse } from '../../limits/count-use.ts';
import { hasOpenPayment } from '../../payments/shared/open-payment-store.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Target } from '../../platform/http/call-server.ts';
import { sendSecurityEmail } from '../../sessions/rules.ts';
import { assertMayClaim } from '../../site/claim-rights-rules.ts';
import { recordAbout } from '../activity-rules.ts';
import type { TransferEmail } from '../emails/team-emails.ts';
import { expiryFrom, isSameAddress, type TeamContext } from '../members/members-rules.ts';
import { deleteOfferOf, deleteOffersSince, findOfferOf, saveOffer } from './transfers-store.ts';

/**
 * Offers a handle to the account of an address, and warns the owner by email. Throws `role_without_right`, `transfer_blocked`,
 * `transfer_pending`, `transfer_to_owner`, `own_domain` and the limits of invitations.
 */
export async function offerHandle(
  { db, clock, mailDomain }: TeamContext & { mailDomain: string },
  { account, id: handleId, right }: Target,
  email: string,
) {
  const now = clock();
  assertForeignAddress(email, mailDomain, 'email');
  return db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, { account, id: handleId, right });
    if (isSameAddress(account.email, email)) throw new ApiError('transfer_to_owner');
    const isTransferable = handle.state === 'active' || handle.state === 'resting';
    if (!isTransferable || (await hasOpenPayment(trx, handle.id))) throw new ApiError('transfer_blocked');
    await assertSettledAddress(trx, account.id, now);
    await assertMayClaim(trx, { email, handle: handle.handle, invitation: undefined }, now);
    const known = await findOfferOf(trx, handle.id);
    if (known && known.expires_at > now) throw new ApiError('transfer_pending');
    await requireUse(trx, { kind: 'invitation', by: { handle: handle.id } }, now);
    const offer = { handleId: handle.id, email, offeredBy: account.id, now, expiresAt: expiryFrom(now) };
    const row = await saveOffer(trx, offer);
    await recordAbout(trx, { handleId, accountId: account.id }, 'transfer.offered', email);
    const quota = { kind: 'account', account: account.id } as const;
    await orderEmail<TransferEmail>(trx, { kind: 'transfer-offer', to: email, transferId: row.id }, now, quota);
    const warning = { kind: 'transfer-offered', to: account.email, handle: handle.handle, receiver: email } as const;
    await sendSecurityEmail(trx, { ...warning, at: now.toISOString() }, now);
    return {
      id: row.id,
      email: row.email,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
    };
  });
}

/**
 * Throws `transfer_blocked` while an earlier sign-in address of the owner can still be restored, because a handle that
 * was handed over could not be recovered.
 */
export async function assertSettledAddress(db: Queryable, ownerId: number, now: Date): Promise<void> {
  const until = (await undoableChanges(db, ownerId, now))
    .map((change) => change.undo_until ?? now)
    .sort(byTime)
    .at(-1);
  if (!until) return;
  const message = `The sign-in address of the owner was changed a few days ago, so this handle cannot be handed over yet. Please try again after ${formatUtcDay(until)}.`;
  throw new ApiError('transfer_blocked', { message });
}

const byTime = (one: Date, other: Date) => one.getTime() - other.getTime();

/** Withdraws the offers that an account has made since a point in time, and returns their handles. */
export async function withdrawOffersSince(trx: Transaction<DB>, accountId: number, since: Date): Promise<string[]> {
  return deleteOffersSince(trx, accountId, since);
}

/** Withdraws the offer of a handle. Throws `not_found` if the handle is not offered. */
export async function withdrawOffer({ db }: TeamContext, at: Target): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const handle = await lockHandle(trx, at);
    const offer = await deleteOfferOf(trx, handle.id);
    if (!offer) throw new ApiError('not_found');
    await recordAbout(trx, { handleId: at.id, accountId: at.account.id }, 'transfer.withdrawn', offer.email);
  });
}
