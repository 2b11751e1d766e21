import type pg from 'pg';
import { oneClientPool } from '../../../db/one-client-pool.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { removeRestoredPictures } from '../../uploads/removal-rules.ts';
import { type RemovedPicture, removedPictures } from '../../uploads/shared/removed-pictures-store.ts';

/**
 * Reads from the database that a restore replaces which pictures administrators have removed: an older archive may
 * still have them.
 */
export async function readRemovedPictures(client: pg.Client): Promise<RemovedPicture[]> {
  const { rows } = await client.query(`select where to_regclass('public.removed_pictures') is not null`);
  return rows.length > 0 ? removedPictures(openDatabase(oneClientPool(client))) : [];
}

/** Removes these pictures again, in the transaction of the restore. */
export async function removeAgain(client: pg.Client, removed: RemovedPicture[], now: Date): Promise<void> {
  const db = openDatabase(oneClientPool(client));
  await db.transaction().execute((trx) => removeRestoredPictures(trx, removed, now));
}
