import { noteLimitReached } from '../../forwarding/limit-rules.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import type { Logger } from '../../platform/log/log.ts';

/** Handles remembered for having been noted lately; the oldest are forgotten first. */
const MAX_REMEMBERED = 10_000;
const HOUR_MS = 3_600_000;
/** Milliseconds until a note that failed is tried again. */
const RETRY_AFTER = 60_000;

export interface LimitNotices {
  /** Notes it once an hour for each handle. Never blocks, never throws: it is called for every message that is put off. */
  reached(handle: string, limit: number): void;
  /** Resolves when what was begun has ended. */
  stop(): Promise<void>;
}

export function createLimitNotices(parts: { db: Database; clock: Clock; log: Pick<Logger, 'warn'> }): LimitNotices {
  const { db, clock, log } = parts;
  /** When a handle may be noted again, in milliseconds. */
  const quietUntil = new Map<string, number>();
  const pending = new Set<Promise<void>>();

  function remember(handle: string, until: number): void {
    quietUntil.delete(handle);
    quietUntil.set(handle, until);
    const [oldest] = quietUntil.keys();
    if (oldest !== undefined && quietUntil.size > MAX_REMEMBERED) quietUntil.delete(oldest);
  }

  async function write(handle: string, limit: number): Promise<void> {
    try {
      await noteLimitReached(db, handle, limit, clock());
      remember(handle, clock().getTime() + HOUR_MS);
    } catch (error) {
      log.warn({ event: 'mail.limit.note_failed', err: error, handle }, 'hourly limit could not be noted');
    }
  }

  return {
    reached(handle, limit) {
      const now = clock().getTime();
      if ((quietUntil.get(handle) ?? 0) > now) return;
      remember(handle, now + RETRY_AFTER);
      log.warn({ event: 'mail.limit.reached', handle, limit }, 'more mail than is forwarded in an hour');
      const writing = write(handle, limit).finally(() => pending.delete(writing));
      pending.add(writing);
    },

    async stop() {
      await Promise.all(pending);
    },
  };
}
