import type { Database } from '../../platform/db/database.ts';
import { pauseQueue } from './queue-pause-store.ts';

const REASON =
  'This database was restored from a backup. Mail in the queue may have been delivered since the backup was made.';

/**
 * Pauses the queue of a restored backup until the operator resumes it, and releases the leases of running attempts,
 * which would otherwise expire and be counted as deaths of processes.
 */
export async function settleRestoredQueue(db: Database): Promise<void> {
  await db
    .updateTable('mail_recipients')
    .set({ lease: null, lease_until: null })
    .where('lease', 'is not', null)
    .execute();
  await pauseQueue(db, REASON);
}
