import type { DB } from '../../../db/schema.ts';
import { isEntitled } from '../../handle-access/entitlement.ts';
import { lockHandle } from '../../handle-access/handle-access.ts';
import type { Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import type { Target } from '../../platform/http/call-server.ts';
import type { PlanLimits } from '../limits/limits-rules.ts';
import { reserve } from '../limits/limits-rules.ts';
import { verifiedInboxOf } from '../submission/submission-rules.ts';
import { findSendingSettings } from './status-store.ts';

/** A handle that sends a test to its owner's inbox. */
export interface TestSender {
  id: number;
  handle: string;
  inbox: string;
}

/**
 * Returns the sender of a test, and counts its recipient against the limits of the handle. Throws `not_found`,
 * `plan_without_sending`, `sending_paused`, `no_inbox`, `sending_limit`.
 */
export async function reserveTest(trx: Transaction<DB>, plans: PlanLimits, at: Target, now: Date): Promise<TestSender> {
  const found = await lockHandle(trx, at);
  const { id, handle } = found;
  if (!isEntitled(found, 'sending')) throw new ApiError('plan_without_sending');
  const settings = await findSendingSettings(trx, id);
  if (settings?.paused_at) throw new ApiError('sending_paused');
  const inbox = await verifiedInboxOf(trx, handle, now);
  if (inbox === null) throw new ApiError('no_inbox');
  const reached = await reserve(trx, plans, { ...found, recipients: 1 }, now);
  if (reached) {
    const retryAfter = reached.until && Math.ceil((reached.until.getTime() - now.getTime()) / 1000);
    throw new ApiError('sending_limit', { ...(retryAfter && { retryAfter }) });
  }
  return { id, handle, inbox };
}
