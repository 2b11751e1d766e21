import type { Queryable } from '../../platform/db/database.ts';
import type { Clock } from '../../platform/jobs/clock.ts';
import type { Logger } from '../../platform/log/log.ts';
import { markFailedVerification } from './failed-verification-store.ts';

/**
 * Records that one of our emails to an inbox failed for good, if a handle waits for that inbox to confirm. This can be any
 * of our emails: the queue does not know their kinds, and an inbox that refuses one refuses the others. Never rejects.
 */
export async function recordFailedVerification(
  { db, clock, log }: { db: Queryable; clock: Clock; log: Logger },
  to: string,
  enhanced: string,
): Promise<void> {
  try {
    await markFailedVerification(db, to, enhanced.startsWith('5.1.') ? 'gone' : 'other', clock());
  } catch (error) {
    log.warn({ event: 'mail.verification.write_failed', err: error }, 'a refused verification could not be recorded');
  }
}
