import type { MailQueue } from '../../../contract/admin/mail-queue.ts';
import { queuePause, resumeQueue } from '../../mail/queue/pause-rules.ts';
import { pauseQueue } from '../../mail/shared/queue-pause-store.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { missingRoles } from '../../platform/jobs/heartbeat.ts';
import { type Actor, recordAction } from '../audit/audit-store.ts';
import { readAlarms, readWaitingMail } from './queue-store.ts';

const MAX_DESTINATIONS = 100;
const MAX_ALARMS = 50;

/** Returns the waiting mail by destination, whether the queue is paused, and the alarms. */
export async function mailQueueStatus(db: Queryable): Promise<MailQueue> {
  const { totals, destinations } = await readWaitingMail(db, MAX_DESTINATIONS);
  const pause = await queuePause(db);
  const alarms = await readAlarms(db, MAX_ALARMS);
  return {
    count: totals?.count ?? 0,
    oldest: totals?.oldest?.toISOString() ?? null,
    held: totals?.held ?? 0,
    missingRoles: await missingRoles(db),
    paused: pause && { at: pause.at.toISOString(), reason: pause.reason },
    alarms: alarms.map(({ kind, host, words, count, first_at, last_at }) => ({
      kind: kind as MailQueue['alarms'][number]['kind'],
      host,
      words,
      count,
      firstAt: first_at.toISOString(),
      lastAt: last_at.toISOString(),
    })),
    destinations: destinations.map(({ domain, count, oldest, next_try, last_words }) => ({
      domain,
      count,
      oldest: oldest.toISOString(),
      nextTry: next_try.toISOString(),
      lastWords: last_words,
    })),
  };
}

/** Pauses or resumes the queue and records the action. Returns false if the queue is already in that state. */
export async function changeQueue(
  db: Database,
  action: 'pause' | 'resume',
  { actor, reason }: { actor: Actor; reason: string },
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const changed = action === 'pause' ? await pauseQueue(trx, reason) : await resumeQueue(trx);
    if (!changed) return false;
    await recordAction(trx, {
      actor,
      act: `${action} queue`,
      target: { kind: 'list', id: null, name: 'mail queue' },
      reason,
    });
    return true;
  });
}
