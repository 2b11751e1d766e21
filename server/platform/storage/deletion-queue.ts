import type { DB } from '../../../db/schema.ts';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { addJob } from '../jobs/jobs.ts';
import type { Storage } from './storage.ts';

/** The name of the job that deletes doomed objects. */
export const DELETION_JOB = 'delete-doomed-objects';

/** Time within which an object that was announced must be put to use. */
const HOUR = 3_600_000;
const A_BATCH = 20;
/** How long one that could not be deleted waits, so that it holds up no other. */
const AGAIN_AFTER = 10 * 60_000;

/** Names objects that are to be deleted from this moment on; for one that is named already the new moment holds. */
export async function scheduleDeletion(db: Queryable, keys: string[], at: Date): Promise<void> {
  if (keys.length === 0) return;
  await db
    .insertInto('doomed_objects')
    .values(keys.map((key) => ({ key, doomed_at: at })))
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet((expression) => ({ doomed_at: expression.ref('excluded.doomed_at') })),
    )
    .execute();
}

/** To be called before objects are written: what a process that dies leaves behind is deleted after an hour. */
export async function registerUpload(db: Queryable, keys: string[], now: Date): Promise<void> {
  await scheduleDeletion(db, keys, new Date(now.getTime() + HOUR));
}

/** Takes announced objects off in the transaction that puts them to use. False where one is deleted already. */
export async function cancelDeletion(trx: Transaction<DB>, keys: string[]): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('doomed_objects').where('key', 'in', keys).executeTakeFirstOrThrow();
  return Number(numDeletedRows) === keys.length;
}

/** Has what is doomed by now deleted as soon as the caller's transaction is committed. */
export async function enqueueDeletionJob(db: Queryable): Promise<void> {
  await addJob(db, DELETION_JOB, {});
}

/**
 * Deletes every object that is doomed by this moment, the object first, then its name. Rejects with the first failure
 * once the others are done; what failed is due again ten minutes later.
 */
export async function deleteScheduledObjects(db: Database, storage: Storage, now: Date): Promise<void> {
  const faults: unknown[] = [];
  for (let found = A_BATCH; found === A_BATCH; ) {
    found = await db.transaction().execute(async (trx) => {
      // Locked, so that a transaction that would put one to use sees that it is gone.
      const rows = await trx
        .selectFrom('doomed_objects')
        .select('key')
        .where('doomed_at', '<=', now)
        .orderBy('doomed_at')
        .limit(A_BATCH)
        .forUpdate()
        .skipLocked()
        .execute();
      const results = await Promise.allSettled(rows.map(({ key }) => storage.delete(key)));
      const gone = rows.filter((_, index) => results[index]?.status === 'fulfilled').map(({ key }) => key);
      const left = rows.filter(({ key }) => !gone.includes(key)).map(({ key }) => key);
      if (gone.length > 0) await trx.deleteFrom('doomed_objects').where('key', 'in', gone).execute();
      await scheduleDeletion(trx, left, new Date(now.getTime() + AGAIN_AFTER));
      faults.push(...results.filter((result) => result.status === 'rejected').map(({ reason }) => reason));
      return rows.length;
    });
  }
  if (faults.length > 0) throw faults[0];
}
