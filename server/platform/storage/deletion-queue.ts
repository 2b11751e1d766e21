import { HOUR, MINUTE } from '../../../contract/time.ts';
import type { DB } from '../../../db/schema.ts';
import type { Database, Queryable, Transaction } from '../db/database.ts';
import { addJob } from '../jobs/jobs.ts';
import { mayDeleteObjects } from './backup-lock.ts';
import type { Storage } from './storage.ts';

/** The job that deletes scheduled objects. */
export const DELETION_JOB = 'delete-doomed-objects';

/** Time within which a registered upload must be published. */
const UPLOAD_LIFE_MS = HOUR;
const BATCH_SIZE = 20;
/** Delay after a failed deletion, so that it does not hold up others. */
const RETRY_MS = 10 * MINUTE;

/** Schedules the deletion of objects at `at`, in place of any earlier schedule. */
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

/** Schedules deletion before objects are written, so that the objects of a process that dies are deleted after an hour. */
export async function registerUpload(db: Queryable, keys: string[], now: Date): Promise<void> {
  await scheduleDeletion(db, keys, new Date(now.getTime() + UPLOAD_LIFE_MS));
}

/**
 * Cancels the deletion in the transaction that publishes the objects. Returns false if one of them has already been deleted.
 */
export async function cancelDeletion(trx: Transaction<DB>, keys: string[]): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('doomed_objects').where('key', 'in', keys).executeTakeFirstOrThrow();
  return Number(numDeletedRows) === keys.length;
}

/** Queues the deletion job, which runs as soon as the caller's transaction is committed. */
export async function enqueueDeletionJob(db: Queryable): Promise<void> {
  await addJob(db, DELETION_JOB, {});
}

/** Deletes an object that nothing refers to, now or after the running backup. */
export async function deleteObject(db: Database, storage: Storage, key: string, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await mayDeleteObjects(trx)) await storage.delete(key);
    else await scheduleDeletion(trx, [key], now);
  });
}

/**
 * Deletes every object that is due, first the object, then its row. Rejects with the first error after the others are
 * done; failed deletions are due again ten minutes later. Nothing is deleted while a backup runs.
 */
export async function deleteScheduledObjects(db: Database, storage: Storage, now: Date): Promise<void> {
  const errors: unknown[] = [];
  for (let found = BATCH_SIZE; found === BATCH_SIZE; ) {
    found = await db.transaction().execute(async (trx) => {
      if (!(await mayDeleteObjects(trx))) return 0;
      // Locked, so that a concurrent transaction cannot publish an object that is being deleted.
      const rows = await trx
        .selectFrom('doomed_objects')
        .select('key')
        .where('doomed_at', '<=', now)
        .orderBy('doomed_at')
        .limit(BATCH_SIZE)
        .forUpdate()
        .skipLocked()
        .execute();
      const results = await Promise.allSettled(rows.map(({ key }) => storage.delete(key)));
      const deleted = rows.filter((_, index) => results[index]?.status === 'fulfilled').map(({ key }) => key);
      const failed = rows.filter(({ key }) => !deleted.includes(key)).map(({ key }) => key);
      if (deleted.length > 0) await trx.deleteFrom('doomed_objects').where('key', 'in', deleted).execute();
      await scheduleDeletion(trx, failed, new Date(now.getTime() + RETRY_MS));
      errors.push(...results.filter((result) => result.status === 'rejected').map(({ reason }) => reason));
      return rows.length;
    });
  }
  if (errors.length > 0) throw errors[0];
}
