import { orderUnlimitedEmail } from '../../emails/rules.ts';
import { notifyInboxesOfTransfer } from '../../forwarding/change-notice-rules.ts';
import { handOver } from '../../handles/transfer/transfer-rules.ts';
import { hasOpenPayment } from '../../payments/shared/open-payment-store.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { endMailAtTransfer } from '../../teams/members/member-mail-rules.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';
import { lockHandle } from '../suspension/suspension-store.ts';
import type { HandleMovedEmail } from './handle-moved-emails.ts';
import { lockOpenAccounts, ownerOf } from './owners-store.ts';

/**
 * Gives a handle to another account without an offer, and notifies both owners and the inboxes. The limit of free
 * handles does not apply. Throws `not_found`, `transfer_blocked` or `transfer_to_owner`.
 */
export async function transferHandle(
  db: Database,
  { actor, id, ownerId, reason }: { actor: Actor; id: number; ownerId: number; reason: string },
  now: Date,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const seen = await ownerOf(trx, id);
    if (!seen) throw new ApiError('not_found');
    if (seen.account_id === null) throw new ApiError('transfer_blocked');
    if (seen.account_id === ownerId) throw new ApiError('transfer_to_owner');
    // Accounts are locked before the handle, as in every transaction that locks both.
    const accounts = await lockOpenAccounts(trx, [seen.account_id, ownerId]);
    const handle = await lockHandle(trx, id);
    const before = accounts.find((account) => account.id === seen.account_id);
    const after = accounts.find((account) => account.id === ownerId);
    if (!after) throw new ApiError('not_found');
    const isTransferable = handle?.state === 'active' || handle?.state === 'resting';
    const isBlocked = !isTransferable || !before || handle.account_id !== before.id;
    if (isBlocked || (await hasOpenPayment(trx, id))) {
      throw new ApiError('transfer_blocked');
    }
    await notifyInboxesOfTransfer(trx, id);
    const mail = await handOver(trx, handle, ownerId, now);
    await endMailAtTransfer(trx, handle, after.email);
    const target = { kind: 'handle', id, name: handle.handle } as const;
    await recordAction(trx, {
      actor,
      act: 'transfer',
      target,
      reason,
      before: { ownerId: before.id },
      after: { ownerId },
    });
    const notices = [
      { kind: 'handle-taken', to: before.email, handle: handle.handle },
      { kind: 'handle-assigned', to: after.email, handle: handle.handle, mail },
    ] as const;
    for (const notice of notices) await orderUnlimitedEmail<HandleMovedEmail>(trx, notice);
  });
}
