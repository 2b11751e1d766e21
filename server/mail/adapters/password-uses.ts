import { LRUCache } from 'lru-cache';
import type { Log } from '../../../mail/host/runtime.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { loggedNetwork } from '../../platform/log/security-log.ts';
import { WaitingItems, WriteBehind } from '../../platform/write-behind.ts';
import { recordPasswordUses } from '../../sending/submission/submission-rules.ts';

const WRITE_INTERVAL_MS = 5000;
/** A program that sends every second causes one write in this time. */
const QUIET_MS = 60_000;
/**
 * Passwords kept in memory because their use waits to be written or was written recently. The oldest written ones are
 * dropped first.
 */
const MAX_REMEMBERED = 10_000;

interface Use {
  at: Date;
  network: string;
}

export interface PasswordUses {
  /** Records that a password was used from an address. Never blocks, never throws. */
  note(id: number, client: string): void;
  /** Writes the recorded uses. */
  flush(): Promise<void>;
  /** Writes the remaining uses and ends. */
  stop(): Promise<void>;
}

/**
 * Writes the last use of app passwords to the database: after a few seconds, many in one statement, and each at most
 * once a minute.
 */
export function createPasswordUses(parts: { db: Database; clock: Clock; log: Pick<Log, 'warn'> }): PasswordUses {
  const { db, clock, log } = parts;
  const waiting = new WaitingItems<number, Use>(MAX_REMEMBERED);
  const written = new LRUCache<number, Use>({ max: MAX_REMEMBERED });
  const uses = new WriteBehind({
    name: 'password-uses',
    waiting,
    async write(batch) {
      await recordPasswordUses(
        db,
        [...batch].map(([id, use]) => ({ id, ...use })),
      );
      for (const [id, use] of batch) written.set(id, use);
    },
    onFailure: (err) =>
      log.warn({ event: 'sending.password_use.write_failed', err }, 'the use of app passwords was not recorded'),
    intervalMs: WRITE_INTERVAL_MS,
    batchSize: MAX_REMEMBERED,
  });

  return {
    note(id, client) {
      const use = { at: clock(), network: loggedNetwork(client) };
      const last = written.peek(id);
      if (last?.network === use.network && use.at.getTime() - last.at.getTime() < QUIET_MS) return;
      waiting.add(id, use);
      uses.added();
    },

    flush: () => uses.flush().catch(() => {}),
    stop: () => uses.stop(),
  };
}
