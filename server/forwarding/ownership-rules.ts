import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { type ForwardingRow, lockOwnedForwarding, ownedForwarding } from './store.ts';

/** Returns a forwarding record of the account. Throws `not_found` if it does not exist or belongs to another account. */
export async function requireOwnedRecord(db: Queryable, accountId: number, id: number): Promise<ForwardingRow> {
  const row = await ownedForwarding(db, accountId, id);
  if (!row) throw new ApiError('not_found');
  return row;
}

/** Like `requireOwnedRecord`, and locks the record for the rest of the transaction. */
export async function lockOwnedRecord(trx: Transaction<DB>, accountId: number, id: number): Promise<ForwardingRow> {
  const row = await lockOwnedForwarding(trx, accountId, id);
  if (!row) throw new ApiError('not_found');
  return row;
}
