import type { DB } from '../../db/schema.ts';
import { lockHandle, withRight } from '../handle-access/handle-access.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import type { Target } from '../platform/http/call-server.ts';
import { accessibleForwarding, type ForwardingRow, forwardingOfHandle, handleOfForwarding } from './store.ts';

/** Returns a forwarding record that the account manages. Throws `not_found` for strangers, and `role_without_right`. */
export async function requireForwarding(db: Queryable, { account, id, right }: Target): Promise<ForwardingRow> {
  return withRight(await accessibleForwarding(db, account.id, id), right);
}

/**
 * Like `requireForwarding`, but also locks the handle for the rest of the transaction, so that writes run one after the
 * other and with the current rights. `askedBy` is the account's place in the team; null for the owner.
 */
export async function lockForwarding(
  trx: Transaction<DB>,
  at: Target,
): Promise<ForwardingRow & { askedBy: number | null }> {
  const handle = await lockHandle(trx, atHandle(at));
  // Read after the lock, because a statement that waited for the lock read the record as it was before.
  return { ...(await requireRecord(trx, handle.id)), askedBy: handle.member_id };
}

/** Replaces the forwarding record in a target with its handle. */
export function atHandle(at: Target) {
  return { ...at, id: handleOfForwarding(at.id) };
}

/** Returns the forwarding record of a handle. Throws `not_found`. */
export async function requireRecord(db: Queryable, handleId: number): Promise<ForwardingRow> {
  const row = await forwardingOfHandle(db, handleId);
  if (!row) throw new ApiError('not_found');
  return row;
}
