import type { DB } from '../../db/schema.ts';
import type { Queryable, Transaction } from '../platform/db/database.ts';
import { enqueueDeletionJob } from '../platform/storage/deletion-queue.ts';
import { emptyRows, handleIdsOf } from './emptying-store.ts';
import { countHandles, deleteOwnerless, quarantine, unquarantine } from './quarantine-store.ts';

/** How long a handle is nobody's before it can be claimed again. */
const QUARANTINE_MONTHS = 12;
const A_BATCH = 500;

/** The owner leaves: pages go offline and mail is refused at once, and nobody can claim the names. */
export async function quarantineHandles(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  await quarantine(trx, accountId, now);
}

/** The owner came back in time: every handle is what it was before. */
export async function restoreHandles(trx: Transaction<DB>, accountId: number, now: Date): Promise<void> {
  await unquarantine(trx, accountId, now);
}

/** How many handles an account has, whatever their state. */
export async function handlesOfAccount(db: Queryable, accountId: number): Promise<number> {
  return countHandles(db, accountId);
}

/**
 * Takes handles from their owner and deletes everything that the owner added to them, stored objects included. They stay
 * in quarantine, where no one can claim them. Returns the ids of the forwardings that were deleted.
 */
export async function emptyHandles(trx: Transaction<DB>, ids: number[], now: Date): Promise<number[]> {
  const forwardingIds = await emptyRows(trx, ids, now);
  await enqueueDeletionJob(trx);
  return forwardingIds;
}

/** Empties all handles of an account, as `emptyHandles` does. */
export async function emptyHandlesOf(trx: Transaction<DB>, accountId: number, now: Date): Promise<number[]> {
  return emptyHandles(trx, await handleIdsOf(trx, accountId), now);
}

/** Frees handles whose quarantine is over: who wrote to the old owner must not reach a new one before. */
export async function freeOldHandles(db: Queryable, now: Date): Promise<void> {
  const end = new Date(now);
  end.setUTCMonth(end.getUTCMonth() - QUARANTINE_MONTHS);
  while ((await deleteOwnerless(db, end, A_BATCH)) === A_BATCH);
}
