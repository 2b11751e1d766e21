import type { Transaction } from 'kysely';
import { FORWARDERS_PER_INBOX, planForHandle } from '../../contract/plans.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { handlesServedBy, hasProven, isStopped, lockInbox, ownHandlesServedBy } from './inbox-store.ts';
import { inboxKey } from './shared/inbox-key.ts';

/** A handle that wants an inbox. */
export interface Asking {
  id: number;
  handle: string;
}

/** Whether the inbox is the verified one of as many handles of this plan as it may be, whoever owns them. */
export async function isFull(db: Queryable, address: string, handle: Asking): Promise<boolean> {
  return fills(await handlesServedBy(db, inboxKey(address), handle.id), handle);
}

function fills(served: string[], { handle }: Asking): boolean {
  const plan = planForHandle(handle);
  return served.filter((other) => planForHandle(other) === plan).length >= FORWARDERS_PER_INBOX[plan];
}

function full({ handle }: Asking): ApiError {
  const plan = planForHandle(handle);
  return new ApiError('forwarder_limit', {
    message: `This inbox already receives ${FORWARDERS_PER_INBOX[plan]} ${plan} handles, which is the limit. Please use another inbox.`,
  });
}

/**
 * Whether an account may ask an inbox for its consent. Throws `forwarder_limit` where the account's own handles fill the inbox.
 * What others do with the inbox, and what its owner wants, is told only to an account that the inbox has proven itself to:
 * anybody else gets the same answer for every inbox, and its owner learns the rest behind the mailed link. Nobody else
 * decides about this inbox until the transaction ends.
 */
export async function assertMayAsk(
  trx: Transaction<DB>,
  address: string,
  handle: Asking & { accountId: number },
): Promise<void> {
  const key = inboxKey(address);
  await lockInbox(trx, key);
  if (fills(await ownHandlesServedBy(trx, key, handle.id, handle.accountId), handle)) throw full(handle);
  if (await hasProven(trx, key, handle.accountId)) await assertRoom(trx, address, handle);
}

/**
 * Throws `inbox_stopped` where the inbox's owner wants nothing from us, and `forwarder_limit` where it already serves as
 * many handles of this plan as it may. Nobody else decides about this inbox until the transaction ends.
 */
export async function assertRoom(trx: Transaction<DB>, address: string, handle: Asking): Promise<void> {
  const key = inboxKey(address);
  await lockInbox(trx, key);
  if (await isStopped(trx, key)) throw new ApiError('inbox_stopped');
  if (await isFull(trx, address, handle)) throw full(handle);
}

/** Whether the owner of an inbox wants no letter that asks for it. */
export async function wantsNoLetter(db: Queryable, address: string): Promise<boolean> {
  return isStopped(db, inboxKey(address));
}
