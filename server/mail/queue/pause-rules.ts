import type { Database, Queryable } from '../../platform/db/database.ts';
import type { Logger } from '../../platform/log/log.ts';
import { callRunners } from './operator-store.ts';
import { lockPause, noteMark, readMark, readPause, setPaused, setResumed } from './pause-store.ts';

/** Since when nothing leaves the queue and why, or null while it runs. */
export async function queuePause(db: Queryable): Promise<{ at: Date; reason: string } | null> {
  const row = await readPause(db);
  return row?.paused_at ? { at: row.paused_at, reason: row.pause_reason ?? '' } : null;
}

/** Stops the queue in every process: what is under way ends, nothing more is taken. False where it stood already. */
export async function pauseQueue(db: Queryable, reason: string): Promise<boolean> {
  return setPaused(db, reason);
}

/** Lets the queue go on, in every process at once. False where it was running. */
export async function resumeQueue(db: Queryable): Promise<boolean> {
  const resumed = await setResumed(db);
  if (resumed) await callRunners(db);
  return resumed;
}

const RESTORED =
  'This database was restored from a copy, or a standby took over: what waits here may have been delivered since the copy was made.';

/**
 * Pauses the queue where the database is not the one that was here before: its mail may be delivered twice. To be called
 * before the queue is started. The first start only remembers which database it is.
 */
export async function pauseAfterRestore(db: Database, log: Pick<Logger, 'warn' | 'error'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const before = await lockPause(trx);
    const mark = await readMark(trx);
    const isSame = before?.system_identifier === mark.identifier && before.timeline === mark.timeline;
    if (isSame && !before.loaded) return;
    await noteMark(trx, mark);
    if (!before || before.system_identifier === null) return;
    await setPaused(trx, RESTORED);
    log.error(
      {
        before: `${before.system_identifier} timeline ${before.timeline}`,
        now: `${mark.identifier} timeline ${mark.timeline}`,
      },
      `THE MAIL QUEUE IS PAUSED. ${RESTORED} Look into it with "npm run queue -- list", then "npm run queue -- resume".`,
    );
  });
}
