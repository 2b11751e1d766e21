import { planForHandle } from '../../../contract/payments/plans.ts';
import type { Invitations } from '../../../contract/teams/teams.ts';
import type { DB } from '../../../db/schema.ts';
import { orderUnlimitedEmail } from '../../emails/rules.ts';
import { notifyInboxesOfTransfer } from '../../forwarding/change-notice-rules.ts';
import { assertBelowLimit } from '../../handles/free-limit-rules.ts';
import { handOver } from '../../handles/transfer/transfer-rules.ts';
import { hasOpenPayment } from '../../payments/shared/open-payment-store.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { assertMayClaim } from '../../site/claim-rights-rules.ts';
import { recordAbout } from '../activity-rules.ts';
import type { TeamNotice } from '../emails/team-emails.ts';
import { endMailAtTransfer } from '../members/member-mail-rules.ts';
import type { TeamContext } from '../members/members-rules.ts';
import { lockAnyHandle } from '../members/members-store.ts';
import { assertSettledAddress } from './transfers-rules.ts';
import { deleteOfferOf, findOffersTo, findOfferTo, lockOpenAccounts } from './transfers-store.ts';

/** Returns the handles that are offered to an account. */
export async function offersTo(db: Queryable, accountId: number, now: Date): Promise<Invitations['transfers']> {
  const rows = await findOffersTo(db, accountId, now);
  return rows.map((row) => ({
    id: row.id,
    handle: row.handle,
    plan: planForHandle(row.handle),
    offeredBy: row.owner_email,
    paidUntil: row.paid_until?.toISOString() ?? null,
    expiresAt: row.expires_at.toISOString(),
  }));
}

/**
 * Gives an offered handle to the account to which it was offered, and notifies both accounts. Throws `not_found` for an
 * offer to another address, `transfer_expired`, `transfer_blocked`, `handle_limit` and the
 * errors of `assertMayClaim`.
 */
export async function acceptTransfer(
  { db, clock, handlesPerAccount }: TeamContext & { handlesPerAccount: number },
  accountId: number,
  id: number,
): Promise<{ handleId: number; handle: string }> {
  const now = clock();
  return db.transaction().execute(async (trx) => {
    const offer = await lockOffer(trx, accountId, id);
    if (offer.expires_at <= now) throw new ApiError('transfer_expired');
    const isTransferable = offer.state === 'active' || offer.state === 'resting';
    if (!isTransferable || (await hasOpenPayment(trx, offer.handle_id))) throw new ApiError('transfer_blocked');
    await assertSettledAddress(trx, offer.offered_by, now);
    await assertMayClaim(trx, { email: offer.receiver.email, handle: offer.handle, invitation: undefined }, now);
    if (offer.first_paid_at === null) {
      await assertBelowLimit(trx, accountId, offer.receiver.free_handle_limit ?? handlesPerAccount);
    }
    const handle = { id: offer.handle_id, handle: offer.handle };
    await notifyInboxesOfTransfer(trx, handle.id);
    const mail = await handOver(trx, handle, accountId, now);
    await endMailAtTransfer(trx, handle, offer.receiver.email);
    await recordAbout(trx, { handleId: handle.id, accountId }, 'transfer.accepted', offer.receiver.email);
    const [given, received] = [offer.owner_email, offer.receiver.email];
    const common = { handle: handle.handle, other: received } as const;
    await orderUnlimitedEmail<TeamNotice>(trx, { kind: 'handle-given', to: given, ...common });
    await orderUnlimitedEmail<TeamNotice>(trx, {
      kind: 'handle-received',
      to: received,
      ...common,
      other: given,
      mail,
    });
    return { handleId: handle.id, handle: handle.handle };
  });
}

/**
 * Locks the two accounts, then the handle, like every transaction that locks both. Returns the offer as read under the
 * locks: it may have been withdrawn, and the handle may have another owner.
 */
async function lockOffer(trx: Transaction<DB>, accountId: number, id: number) {
  const found = await findOfferTo(trx, accountId, id);
  if (!found) throw new ApiError('not_found');
  const accounts = await lockOpenAccounts(trx, [accountId, found.offered_by]);
  const receiver = accounts.find((account) => account.id === accountId);
  if (!receiver || accounts.length < 2 || !(await lockAnyHandle(trx, found.handle_id))) throw new ApiError('not_found');
  const offer = await findOfferTo(trx, accountId, id);
  if (!offer) throw new ApiError('not_found');
  return { ...offer, receiver };
}

/** Deletes an offer that the account does not want, and notifies the owner. Throws `not_found`. */
export async function declineTransfer({ db }: TeamContext, accountId: number, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const found = await findOfferTo(trx, accountId, id);
    const handle = found && (await lockAnyHandle(trx, found.handle_id));
    const offer = handle && (await findOfferTo(trx, accountId, id));
    if (!offer) throw new ApiError('not_found');
    await deleteOfferOf(trx, offer.handle_id);
    const actor = { handleId: offer.handle_id, accountId };
    await recordAbout(trx, actor, 'transfer.withdrawn', offer.email);
    const notice = {
      kind: 'transfer-declined',
      to: offer.owner_email,
      handle: offer.handle,
      other: offer.email,
    } as const;
    await orderUnlimitedEmail<TeamNotice>(trx, notice);
  });
}
