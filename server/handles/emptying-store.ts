import type { DB } from '../../db/schema.ts';
import { deleteRowsOfHandles, emptyHandleRows } from '../held-data/erasure.ts';
import type { Transaction } from '../platform/db/database.ts';
import { deletePicturesOf } from '../uploads/shared/handle-pictures-store.ts';

/** Returns the ids of the handles of an account, in any state. */
export async function handleIdsOf(trx: Transaction<DB>, accountId: number): Promise<number[]> {
  const rows = await trx.selectFrom('handles').select('id').where('account_id', '=', accountId).execute();
  return rows.map(({ id }) => id);
}

/** Deleted data that is needed to delete the rest. */
export interface Emptied {
  forwardingIds: number[];
  /** Paths of pictures whose objects must be deleted. */
  pictures: string[];
}

/** Empties handles and removes their owners. */
export async function emptyRows(trx: Transaction<DB>, ids: number[], now: Date): Promise<Emptied> {
  if (ids.length === 0) return { forwardingIds: [], pictures: [] };
  // Must run first, because it locks the handles against additions.
  await emptyHandleRows(trx, ids, now);
  const pictures = await deletePicturesOf(trx, ids);
  const forwardings = await trx.deleteFrom('forwardings').where('handle_id', 'in', ids).returning('id').execute();
  await deleteRowsOfHandles(trx, ids, 'all');
  return { forwardingIds: forwardings.map(({ id }) => id), pictures };
}
