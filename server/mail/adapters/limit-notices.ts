import { LRUCache } from 'lru-cache';
import { HOUR } from '../../../contract/time.ts';
import { reportLimitReached } from '../../forwarding/hourly-limit-rules.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import type { Logger } from '../../platform/log/log.ts';

/** Handles kept in memory because they were reported recently. The oldest are dropped first. */
const MAX_REMEMBERED = 10_000;
/** Milliseconds until a failed report is retried. */
const RETRY_AFTER = 60_000;

export interface LimitNotices {
  /**
   * Reports a reached limit once an hour for each handle. Never blocks or throws, because it is called for every deferred
   * message.
   */
  reached(handle: string, limit: number): void;
  /** Resolves when the running reports have ended. */
  stop(): Promise<void>;
}

export function createLimitNotices(parts: { db: Database; clock: Clock; log: Pick<Logger, 'warn'> }): LimitNotices {
  const { db, clock, log } = parts;
  /** Time from which a handle may be reported again, in milliseconds. */
  const quietUntil = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  const pending = new Set<Promise<void>>();

  async function write(handle: string, limit: number): Promise<void> {
    try {
      await reportLimitReached(db, handle, limit, clock());
      quietUntil.set(handle, clock().getTime() + HOUR);
    } catch (error) {
      log.warn({ event: 'mail.limit.note_failed', err: error, handle }, 'the hourly limit could not be reported');
    }
  }

  return {
    reached(handle, limit) {
      const now = clock().getTime();
      if ((quietUntil.get(handle) ?? 0) > now) return;
      quietUntil.set(handle, now + RETRY_AFTER);
      log.warn({ event: 'mail.limit.reached', handle, limit }, 'the hourly limit of a handle was reached');
      const writing = write(handle, limit).finally(() => pending.delete(writing));
      pending.add(writing);
    },

    async stop() {
      await Promise.all(pending);
    },
  };
}
