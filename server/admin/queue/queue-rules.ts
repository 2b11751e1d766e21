import type { MailQueue } from '../../../contract/admin.ts';
import { pauseQueue, queuePause, resumeQueue } from '../../mail/queue/pause-rules.ts';
import type { Database, Queryable } from '../../platform/db/database.ts';
import { missingRoles } from '../../platform/jobs/heartbeat.ts';
import { type Actor, noteAct } from '../audit/audit-rules.ts';
import { readAlarms, readQueue } from './queue-store.ts';

const DESTINATIONS = 100;
const ALARMS = 50;

/** Mail that waits: how much, since when, and for whom; whether the queue stands, and what needs a look. */
export async function watchQueue(db: Queryable): Promise<MailQueue> {
  const { totals, destinations } = await readQueue(db, DESTINATIONS);
  const pause = await queuePause(db);
  const alarms = await readAlarms(db, ALARMS);
  return {
    count: totals?.count ?? 0,
    oldest: totals?.oldest?.toISOString() ?? null,
    held: totals?.held ?? 0,
    missingRoles: await missingRoles(db),
    paused: pause && { at: pause.at.toISOString(), reason: pause.reason },
    alarms: alarms.map(({ kind, host, words, count, first_at, last_at }) => ({
      ...{ kind: kind as MailQueue['alarms'][number]['kind'], host, words, count },
      ...{ firstAt: first_at.toISOString(), lastAt: last_at.toISOString() },
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

/** Stops the queue, or lets it go on, and notes who did. Where it is so already nothing is noted. */
export async function actOnQueue(
  db: Database,
  act: 'pause' | 'resume',
  { actor, reason }: { actor: Actor; reason: string },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const changed = act === 'pause' ? await pauseQueue(trx, reason) : await resumeQueue(trx);
    if (!changed) return;
    await noteAct(trx, { actor, act: `${act} queue`, target: { kind: 'list', id: null, name: 'mail queue' }, reason });
  });
}
