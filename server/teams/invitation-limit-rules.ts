import type { DB } from '../../db/schema.ts';
import type { Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { invitationTimes } from './members/members-store.ts';

const DAY = 24 * 3_600_000;
/** Emails to people who have no place at a handle yet, in a day. Without it, inviting and withdrawing would mail strangers for ever. */
const INVITATIONS_PER_DAY = 50;

/** Throws `too_many_requests` if a handle has invited as many people today as it may. The handle must be locked. */
export async function assertMayInvite(trx: Transaction<DB>, handleId: number, now: Date): Promise<void> {
  const since = new Date(now.getTime() - DAY);
  const times = await invitationTimes(trx, handleId, since, INVITATIONS_PER_DAY);
  const blocking = times[INVITATIONS_PER_DAY - 1];
  if (!blocking) return;
  throw new ApiError('too_many_requests', {
    message: `This handle has sent ${INVITATIONS_PER_DAY} invitations in a day, which is the limit. Please try again tomorrow.`,
    retryAfter: Math.ceil((blocking.getTime() - since.getTime()) / 1000),
  });
}
