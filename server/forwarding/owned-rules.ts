import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { ApiError } from '../platform/http/api-error.ts';
import { type ForwardingRow, lockOwnedForwarding, ownedForwarding } from './store.ts';

/** A forwarding record of this account's. Throws `not_found` for one that is not there, or another's. */
export async function requireOwnedRecord(db: Queryable, accountId: number, id: number): Promise<ForwardingRow> {
  const row = await ownedForwarding(db, accountId, id);
  if (!row) throw new ApiError('not_found');
  return row;
}

/** The same, locked for the rest of the transaction. */
export async function lockOwnedRecord(trx: Transaction<DB>, accountId: number, id: number): Promise<ForwardingRow> {
  const row = await lockOwnedForwarding(trx, accountId, id);
  if (!row) throw new ApiError('not_found');
  return row;
}
