import { hasRight, type Place, type Right, roleIncludes } from '../../contract/roles.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { findAccess, type HandleAccess, type HandleId, lockAccess } from './handle-access-store.ts';

/** An account, a handle, and the right that the account needs there, such as the target of a call. */
export interface Wanted {
  account: { id: number };
  id: HandleId;
  right: Right;
}

/**
 * Returns a handle at which the account has the right. Throws `not_found` for strangers, whether or not the handle exists, and
 * `role_without_right` for a member whose role does not include the right. Members have access only while the handle is active
 * and its plan has teams; owners always.
 */
export async function requireHandle(db: Queryable, { account, id, right }: Wanted): Promise<HandleAccess> {
  return withRight(await findAccess(db, account.id, id), right);
}

/**
 * Like `requireHandle`, but also locks the handle for the rest of the transaction. Every write to a handle begins with
 * this call, which checks the current right: the person may have been removed while the request was under way.
 */
export async function lockHandle(trx: Transaction<DB>, { account, id, right }: Wanted): Promise<HandleAccess> {
  return withRight(await lockAccess(trx, account.id, id), right);
}

/** Returns a place if it includes the right. Throws `not_found` without a place, and `role_without_right` without the right. */
export function withRight<Found extends Place>(found: Found | undefined, right: Right): Found {
  if (!found) throw new ApiError('not_found');
  if (hasRight(found, right)) return found;
  if (!roleIncludes(found.role, right)) throw new ApiError('role_without_right');
  throw new ApiError('role_without_right', { message: 'The owner of this handle has not given you its mail.' });
}
