import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log/log.ts';
import {
  clearPause,
  lockQueueState,
  pauseQueue,
  readIdentity,
  readQueueState,
  storeIdentity,
} from '../shared/queue-pause-store.ts';
import { wakeQueueRunners } from './operator-store.ts';

/** Returns since when and why the queue is paused, or null if it is running. */
export async function queuePause(db: Queryable): Promise<{ at: Date; reason: string } | null> {
  const row = await readQueueState(db);
  return row?.paused_at ? { at: row.paused_at, reason: row.pause_reason ?? '' } : null;
}

/**
 * Resumes the queue and wakes every process. Returns false if it was not paused. Also stores the identity of the
 * database, so that a mail process that starts later in a restored database does not pause the queue again.
 */
export async function resumeQueue(db: Queryable): Promise<boolean> {
  const resumed = await clearPause(db);
  await storeIdentity(db, await readIdentity(db));
  if (resumed) await wakeQueueRunners(db);
  return resumed;
}

const RESTORED =
  'This database was restored from a backup, or a standby was promoted. Mail in the queue may have been delivered since the backup was made.';

/**
 * Pauses the queue if the database is not the same as at the last start, because its mail might be delivered twice.
 * Call this before the queue is started. The first start only stores the identity of the database.
 */
export async function pauseAfterRestore(db: Database, log: Pick<Logger, 'warn' | 'error'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await lockQueueState(trx);
    const identity = await readIdentity(trx);
    const isSame = before?.system_identifier === identity.identifier && before.timeline === identity.timeline;
    if (isSame && !before.loaded) return;
    await storeIdentity(trx, identity);
    if (!before || before.system_identifier === null) return;
    await pauseQueue(trx, RESTORED);
    log.error(
      {
        event: 'mail.queue.paused_after_restore',
        before: `${before.system_identifier} timeline ${before.timeline}`,
        now: `${identity.identifier} timeline ${identity.timeline}`,
      },
      `THE MAIL QUEUE IS PAUSED. ${RESTORED} Check it with "npm run queue -- list", then "npm run queue -- resume".`,
    );
  });
}
