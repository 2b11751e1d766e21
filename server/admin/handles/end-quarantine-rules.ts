import { planForHandle } from '../../../contract/payments/plans.ts';
import { orderUnlimitedEmail } from '../../emails/rules.ts';
import { profileChanged } from '../../page-changes/page-changes.ts';
import type { Database } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';
import { lockHandle } from '../suspension/suspension-store.ts';
import type { HandleMovedEmail } from './handle-moved-emails.ts';
import { giveToOwner, lockOpenAccounts } from './owners-store.ts';

/**
 * Ends the quarantine of a handle without an owner and gives the handle to an account. What the former owner added is
 * already deleted, so the page and the forwarding start empty. For a handle of a paid plan, the end of its paid time
 * must be given. Throws `not_found`, `not_restorable`, or `invalid_input`.
 */
export async function restoreHandle(
  db: Database,
  request: { actor: Actor; id: number; ownerId: number; paidUntil: Date | null; reason: string },
  now: Date,
): Promise<void> {
  const { actor, id, ownerId, paidUntil, reason } = request;
  await db.transaction().execute(async (trx) => {
    const [owner] = await lockOpenAccounts(trx, [ownerId]);
    if (!owner) throw new ApiError('not_found');
    const row = await lockHandle(trx, id);
    if (!row) throw new ApiError('not_found');
    if (row.state !== 'quarantined') throw new ApiError('not_restorable');
    // Only the person who closed the account or gave up the handle may undo that.
    if (row.account_id !== null) {
      throw new ApiError('not_restorable', {
        message: row.given_up_at
          ? 'The owner has given up the handle. It is restored if they decide to keep it.'
          : 'The owner has closed the account. The handle is restored when they sign in again.',
      });
    }
    if (planForHandle(row.handle) !== 'Free' && (paidUntil === null || paidUntil <= now)) {
      throw new ApiError('invalid_input', {
        message: 'This handle belongs to a paid plan. Please give the day until which it is paid.',
      });
    }
    await giveToOwner(trx, id, { ownerId, paidUntil, now });
    await profileChanged(trx, id);
    await recordAction(trx, {
      actor,
      act: 'restore',
      target: { kind: 'handle', id, name: row.handle },
      reason,
      before: { status: row.state },
      after: { status: 'active', ownerId, ...(paidUntil && { paidUntil: paidUntil.toISOString() }) },
    });
    const notice = { kind: 'handle-assigned', to: owner.email, handle: row.handle } as const;
    await orderUnlimitedEmail<HandleMovedEmail>(trx, notice);
  });
}
