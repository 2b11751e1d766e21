import type { Transaction } from 'kysely';
import { featurePlan } from '../../contract/payments/features.ts';
import { FORWARDERS_PER_INBOX, planForHandle } from '../../contract/payments/plans.ts';
import { commonFeatures } from '../../contract/site/site-document.ts';
import type { DB } from '../../db/schema.ts';
import { inboxKey } from '../addresses/inbox-key.ts';
import type { Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { readSite } from '../site/site-rules.ts';
import { handlesServedBy, hasVerified, isInboxStopped, lockInbox, ownHandlesServedBy } from './inbox-store.ts';

/** A handle that asks to forward its mail to an inbox. */
export interface RequestingHandle {
  id: number;
  handle: string;
}

/** Returns whether the inbox already serves the maximum number of handles of this plan, of all accounts. */
export async function isInboxFull(db: Queryable, address: string, handle: RequestingHandle): Promise<boolean> {
  return reachesLimit(db, await handlesServedBy(db, inboxKey(address), handle.id), handle);
}

async function reachesLimit(db: Queryable, served: string[], { handle }: RequestingHandle): Promise<boolean> {
  const plan = planForHandle(handle);
  return served.filter((other) => planForHandle(other) === plan).length >= (await forwardersPerInbox(db, handle));
}

async function forwardersPerInbox(db: Queryable, handle: string): Promise<number> {
  return FORWARDERS_PER_INBOX[featurePlan(planForHandle(handle), commonFeatures(await readSite(db)))];
}

async function limitError(db: Queryable, { handle }: RequestingHandle): Promise<ApiError> {
  const limit = await forwardersPerInbox(db, handle);
  return new ApiError('forwarder_limit', {
    message: `This inbox already receives ${limit} ${planForHandle(handle)} handles, which is the limit. Please use another inbox.`,
  });
}

/**
 * Checks whether an account may ask an inbox for consent. Throws `forwarder_limit` if the owner's own handles reach the
 * limit. Only an account that has verified the inbox may learn what other accounts do with it and what its owner
 * decided; any other account gets the same result for every inbox, including a member who names an inbox of the owner.
 * Locks the inbox until the transaction ends.
 */
export async function assertMayRequest(
  trx: Transaction<DB>,
  address: string,
  handle: RequestingHandle & { owner_id: number | null; accountId: number },
): Promise<void> {
  const key = inboxKey(address);
  await lockInbox(trx, key);
  const own = await ownHandlesServedBy(trx, key, handle.id, handle.owner_id ?? handle.accountId);
  if (await reachesLimit(trx, own, handle)) throw await limitError(trx, handle);
  if (await hasVerified(trx, key, handle.accountId)) await assertInboxAvailable(trx, address, handle);
}

/**
 * Throws `inbox_stopped` if the owner of the inbox stopped all forwarding to it, and `forwarder_limit` if it already
 * serves the maximum number of handles of this plan. Locks the inbox until the transaction ends.
 */
export async function assertInboxAvailable(
  trx: Transaction<DB>,
  address: string,
  handle: RequestingHandle,
): Promise<void> {
  const key = inboxKey(address);
  await lockInbox(trx, key);
  if (await isInboxStopped(trx, key)) throw new ApiError('inbox_stopped');
  if (await isInboxFull(trx, address, handle)) throw await limitError(trx, handle);
}

/** Returns whether the owner of an inbox stopped all forwarding to it, and with it our emails about forwarding. */
export async function refusesEmails(db: Queryable, address: string): Promise<boolean> {
  return isInboxStopped(db, inboxKey(address));
}
