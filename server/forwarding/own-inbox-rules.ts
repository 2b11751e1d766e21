import type { DB } from '../../db/schema.ts';
import { assertForeignAddress } from '../addresses/foreign-address.ts';
import { inboxKey } from '../addresses/inbox-key.ts';
import type { Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { notifyFirstInbox } from './change-notice-rules.ts';
import { assertInboxAvailable, type RequestingHandle } from './inbox-rules.ts';
import { verifiedAccountAddress } from './inbox-store.ts';
import { confirmPending, forwardingOfHandle, setPending } from './store.ts';

/**
 * Sets the address of an account as the inbox of a locked handle. This needs no verification email, because signing in
 * has proven the address. Returns false if it already is that inbox. Throws `not_own_address` for another address,
 * `inbox_stopped` and `forwarder_limit`.
 */
export async function takeOwnInbox(
  trx: Transaction<DB>,
  { handle, accountId }: { handle: RequestingHandle & { member_id: number | null }; accountId: number },
  address: string,
  mailDomain: string,
): Promise<boolean> {
  const own = await verifiedAccountAddress(trx, accountId);
  if (own === undefined || own.toLowerCase() !== address.toLowerCase()) throw new ApiError('not_own_address');
  assertForeignAddress(own, mailDomain);
  const known = await forwardingOfHandle(trx, handle.id);
  if (known?.address === own && known.pending_address === null) return false;
  await assertInboxAvailable(trx, own, handle);
  await setPending(trx, handle.id, { address: own, key: inboxKey(own), memberId: handle.member_id });
  const before = await forwardingOfHandle(trx, handle.id);
  if (!before || !(await confirmPending(trx, before.id, own))) throw new ApiError('not_found');
  if (before.address !== own) await notifyFirstInbox(trx, before, own, handle.member_id);
  return true;
}
