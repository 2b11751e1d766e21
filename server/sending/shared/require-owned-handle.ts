import type { DB } from '../../../db/schema.ts';
import type { Queryable, Transaction } from '../../platform/db/database.ts';
import { ApiError } from '../../platform/http/api-error.ts';
import { findOwnedHandle, lockOwnedHandle, type OwnedHandle } from './owned-handle-store.ts';

/** Returns a handle of an account. Throws `not_found`, also for the handle of another account. */
export async function requireOwnedHandle(db: Queryable, accountId: number, id: number): Promise<OwnedHandle> {
  const row = await findOwnedHandle(db, accountId, id);
  if (!row) throw new ApiError('not_found');
  return row;
}

/** Like `requireOwnedHandle`, and locks the handle for the rest of the transaction. */
export async function requireLockedHandle(trx: Transaction<DB>, accountId: number, id: number): Promise<OwnedHandle> {
  const row = await lockOwnedHandle(trx, accountId, id);
  if (!row) throw new ApiError('not_found');
  return row;
}
