import type { DB } from '../../db/schema.ts';
import type { Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { secondsToNextInvitation } from './members/members-store.ts';

/** Emails to people without a place at the handle, in a day: else inviting and withdrawing in turn could mail any number of strangers. */
const INVITATIONS_PER_DAY = 50;

/** Throws `too_many_requests` if a handle has invited as many people today as it may. The handle must be locked. */
export async function assertMayInvite(trx: Transaction<DB>, handleId: number): Promise<void> {
  const retryAfter = await secondsToNextInvitation(trx, handleId, INVITATIONS_PER_DAY);
  if (retryAfter === null) return;
  throw new ApiError('too_many_requests', {
    message: `This handle has sent ${INVITATIONS_PER_DAY} invitations in a day, which is the limit. Please try again tomorrow.`,
    retryAfter,
  });
}
