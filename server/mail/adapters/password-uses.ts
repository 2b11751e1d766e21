import type { Log } from '../../../mail/host/runtime.ts';
import type { Database } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import { loggedNetwork } from '../../platform/log/security-log.ts';
import { recordPasswordUses } from '../../sending/submission/submission-rules.ts';

const WRITE_INTERVAL_MS = 5000;
/** A program that sends every second costs one write in this time. */
const QUIET_MS = 60_000;
/** Passwords kept in memory because they were written recently. The oldest are dropped first. */
const MAX_REMEMBERED = 10_000;

export interface PasswordUses {
  /** Records that a password was used from an address. Never blocks, never throws. */
  note(id: number, client: string): void;
  /** Writes the recorded uses. */
  flush(): Promise<void>;
  /** Writes the remaining uses and ends. */
  stop(): Promise<void>;
}

/** Writes the last use of app passwords to the database: a few seconds later, many in one statement, and once a minute each. */
export function createPasswordUses(parts: { db: Database; clock: Clock; log: Pick<Log, 'warn'> }): PasswordUses {
  const { db, clock, log } = parts;
  const noted = new Map<number, { at: Date; network: string }>();
  const written = new Map<number, { at: Date; network: string }>();
  const timer = setInterval(() => void flush(), WRITE_INTERVAL_MS);
  timer.unref();
  let writing = Promise.resolve();

  async function write(): Promise<void> {
    const uses = [...noted].map(([id, use]) => ({ id, ...use }));
    noted.clear();
    if (uses.length === 0) return;
    try {
      await recordPasswordUses(db, uses);
    } catch (error) {
      // Retried with the next write, unless the password was used again meanwhile.
      for (const { id, ...use } of uses) if (!noted.has(id)) noted.set(id, use);
      log.warn({ event: 'sending.password_use.write_failed', err: error }, 'the use of app passwords was not recorded');
      return;
    }
    for (const { id, ...use } of uses) {
      written.delete(id);
      written.set(id, use);
      const [oldest] = written.keys();
      if (oldest !== undefined && written.size > MAX_REMEMBERED) written.delete(oldest);
    }
  }

  function flush(): Promise<void> {
    writing = writing.then(write);
    return writing;
  }

  return {
    note(id, client) {
      const use = { at: clock(), network: loggedNetwork(client) };
      const last = written.get(id);
      if (last?.network === use.network && use.at.getTime() - last.at.getTime() < QUIET_MS) return;
      noted.set(id, use);
    },

    flush,

    async stop() {
      clearInterval(timer);
      await flush();
    },
  };
}
