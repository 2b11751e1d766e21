import { QUARANTINE_MONTHS } from '../../contract/handles/give-up.ts';
import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { enqueueDeletionJob, scheduleDeletion } from '../platform/storage/deletion-queue.ts';
import { pictureObjects } from '../platform/storage/picture-objects.ts';
import { emptyRows, handleIdsOf } from './emptying-store.ts';
import { deleteOwnerless } from './quarantine-store.ts';

const BATCH_SIZE = 500;

/**
 * Takes handles from their owner and deletes everything that the owner added to them, including stored objects. The
 * handles stay in quarantine, where no one can claim them. Returns the ids of the deleted forwardings.
 */
export async function emptyHandles(trx: Transaction<DB>, ids: number[], now: Date): Promise<number[]> {
  const { forwardingIds, pictures } = await emptyRows(trx, ids, now);
  await scheduleDeletion(trx, pictures.flatMap(pictureObjects), now);
  await enqueueDeletionJob(trx);
  return forwardingIds;
}

/** Empties all handles of an account, as `emptyHandles` does. */
export async function emptyHandlesOf(trx: Transaction<DB>, accountId: number, now: Date): Promise<number[]> {
  return emptyHandles(trx, await handleIdsOf(trx, accountId), now);
}

/** Deletes handles whose quarantine has ended. */
export async function releaseQuarantinedHandles(db: Queryable, now: Date): Promise<void> {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() - QUARANTINE_MONTHS);
  while ((await deleteOwnerless(db, end, BATCH_SIZE)) === BATCH_SIZE);
}
