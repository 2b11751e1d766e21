import { FEATURES } from '../../contract/payments/features.ts';
import { PLANS, type Plan, planForHandle } from '../../contract/payments/plans.ts';
import type { NewSupportRequest, SupportOffer } from '../../contract/support/support.ts';
import { orderUnlimitedEmail } from '../emails/rules.ts';
import { isEntitled } from '../handle-access/entitlement.ts';
import { requireHandle } from '../handle-access/handle-access.ts';
import { requireUse } from '../limits/count-use.ts';
import type { Database, Queryable } from '../platform/db/database.ts';
import { activeHandles, insertRequest } from './store.ts';
import type { SupportEmail } from './support-emails.ts';

/**
 * Returns how an account reaches support: with priority for owners and team members of a plan with priority, and by
 * phone only for owners. `phone` is the number of this installation, if any.
 */
export async function supportFor(db: Queryable, accountId: number, phone: string | undefined): Promise<SupportOffer> {
  const handles = await activeHandles(db, accountId);
  const owned = handles.filter((handle) => handle.owned);
  return {
    priority: handles.some((handle) => isEntitled(handle, 'priority-support')),
    priorityFrom: FEATURES['priority-support'][0],
    phone: owned.some((handle) => isEntitled(handle, 'phone-support')) ? (phone ?? null) : null,
    phoneFrom: FEATURES['phone-support'][0],
    phoneOffered: phone !== undefined,
  };
}

/**
 * Stores a request and orders the email to the inbox of support, and its confirmation, in one transaction. Throws
 * `not_found` for the handle of a stranger, `role_without_right` if deliveries are attached and the role does not
 * include the delivery log, and `too_many_support_requests`.
 */
export async function sendRequest(
  db: Database,
  { account, inbox }: { account: { id: number; email: string }; inbox: string },
  { subject, text, handleId, attachDeliveries = false }: NewSupportRequest,
  now: Date,
): Promise<{ id: number; priority: boolean }> {
  return db.transaction().execute(async (trx) => {
    await requireUse(trx, { kind: 'support-request', by: { account: account.id } }, now);
    if (handleId !== undefined)
      await requireHandle(trx, { account, id: handleId, right: attachDeliveries ? 'mail' : 'page' });
    const handles = await activeHandles(trx, account.id);
    const priority = handles.some((handle) => isEntitled(handle, 'priority-support'));
    const id = await insertRequest(trx, {
      account_id: account.id,
      handle_id: handleId ?? null,
      subject,
      text,
      attach_deliveries: attachDeliveries && handleId !== undefined,
      plan: largestPlan(handles.map(({ handle }) => handle)),
      priority,
      created_at: now,
    });
    await orderUnlimitedEmail<SupportEmail>(trx, { kind: 'support-request', to: inbox, requestId: id });
    await orderUnlimitedEmail<SupportEmail>(trx, { kind: 'support-received', to: account.email, requestId: id });
    return { id, priority };
  });
}

function largestPlan(handles: readonly string[]): Plan | null {
  const held = new Set(handles.map(planForHandle));
  return PLANS.findLast((plan) => held.has(plan)) ?? null;
}
