import { setTimeout } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';

/**
 * Maximum time that a statement of a migration waits for a lock. It is less than PostgreSQL's `deadlock_timeout` of one
 * second: a migration that waits for a transaction of the running release gives up before the transaction fails with a
 * deadlock.
 */
const LOCK_TIMEOUT_MS = 300;
/** A backup or a report may read a table for minutes. */
const MAX_WAIT_MS = 600_000;
/** During this pause, transactions that waited for the migration's locks can run. */
const PAUSE_MS = 150;

/** Limits the wait for each lock in the current transaction. */
export async function limitLockWaits(db: Kysely<unknown>): Promise<void> {
  await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT_MS)}`.execute(db);
}

/**
 * Runs one migration and repeats it while one of its tables is locked. Throws any other failure, and the last lock
 * failure after ten minutes.
 */
export async function retryWhileLocked<T>(attempt: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + MAX_WAIT_MS;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error)) throw error;
      if (performance.now() > deadline) {
        throw new Error(
          'A table is locked for ten minutes: end the transaction that reads or changes it, then start again',
          {
            cause: error,
          },
        );
      }
    }
    await setTimeout(PAUSE_MS * (1 + Math.random()));
  }
}

/** Returns whether an error is lock_not_available or deadlock_detected. */
function isLocked(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return code === '55P03' || code === '40P01';
}
