import { hasRight, type Place, type Right, roleIncludes } from '../../contract/roles.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { findAccess, type HandleAccess, type HandleId, lockAccess } from './handle-access-store.ts';

/** An account, a handle, and the right that the account needs there. The target of a call is one. */
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
 * Like `requireHandle`, and locks the handle for the rest of the transaction. Every write of a handle begins with it: the
 * right is the one at this moment, also if the person was removed while the request was under way.
 */
export async function lockHandle(trx: Transaction<DB>, { account, id, right }: Wanted): Promise<HandleAccess> {
  return withRight(await lockAccess(trx, account.id, id), right);
}

/** Returns what an account found, or throws `not_found` for nothing and `role_without_right` for a person without the right. */
export function withRight<Found extends Place>(found: Found | undefined, right: Right): Found {
  if (!found) throw new ApiError('not_found');
  if (hasRight(found, right)) return found;
  if (!roleIncludes(found.role, right)) throw new ApiError('role_without_right');
  throw new ApiError('role_without_right', { message: 'The owner of this handle has not given you its mail.' });
}
