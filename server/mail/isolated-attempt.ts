import type { MailHost } from '../../mail/host.ts';
import { splitAddress } from '../../mail/message/address.ts';
import type { LeasedCopy } from '../../mail/message/queued-message.ts';
import type { Queryable } from '../platform/db/database.ts';
import { raiseIsolationAlarm } from '../platform/jobs/isolated-job-store.ts';
import { ISOLATION_LIMITS, runIsolated } from '../platform/jobs/isolated-process.ts';
import type { Logger } from '../platform/log/log.ts';

type IsolatedAttempt = NonNullable<MailHost['attemptIsolated']>;

const PROGRAM = new URL('./isolated-attempt-process.ts', import.meta.url);
/** An attempt may take five minutes until the final dot, and another ten until its reply (RFC 5321 4.5.3.2.6). */
const LIMITS = { ...ISOLATION_LIMITS, within: 1_000_000 };
/** Concurrent processes. Each takes about 100 MB. */
const CONCURRENCY = 2;
/** Seconds until the next attempt of a copy that ended its process. */
const RETRY_AFTER = 6 * 3600;

/** The input of an isolated process. */
export interface IsolatedCopy {
  id: string;
  lease: string;
}

/**
 * Returns a function that attempts each copy in a separate process, which records the outcome. If the process ends
 * without an outcome, the copy raises an alarm, stays in the queue however old it is, and is retried hours later.
 */
export function createIsolatedAttempt(parts: { db: Queryable; url: string; log: Logger }): IsolatedAttempt {
  const lanes: Promise<unknown>[] = Array.from({ length: CONCURRENCY }, () => Promise.resolve());
  let next = 0;

  return (claim, signal) => {
    const lane = next++ % CONCURRENCY;
    const attempt = (lanes[lane] as Promise<unknown>).then(() => attemptIsolated(parts, claim, signal));
    lanes[lane] = attempt.catch(() => {});
    return attempt;
  };
}

async function attemptIsolated(
  { db, url, log }: { db: Queryable; url: string; log: Logger },
  { id, lease, destination }: LeasedCopy,
  signal: AbortSignal,
): ReturnType<IsolatedAttempt> {
  log.warn({ event: 'mail.queue.isolated', copy: id }, 'attempting a queued copy in a separate process');
  const copy: IsolatedCopy = { id, lease };
  const result = await runIsolated(PROGRAM, copy, {
    env: { ...process.env, DATABASE_URL: url },
    signal,
    limits: LIMITS,
  });
  if (result.kind === 'done') return null;
  if (result.kind === 'failed') return { kind: 'retry', after: signal.aborted ? 0 : 300, text: result.message };
  const { reason } = result;
  log.error(
    { event: 'mail.queue.isolated_died', copy: id, reason },
    'a queued copy ended the process that attempted it',
  );
  const domain = splitAddress(destination)?.domain.toLowerCase() ?? destination;
  await raiseIsolationAlarm(db, domain, `Copy ${id}: ${reason}. npm run queue -- show ${id}`).catch((error: unknown) =>
    log.warn({ event: 'mail.alarm_failed', err: error }, 'an alarm could not be written'),
  );
  return { kind: 'retry', after: RETRY_AFTER, text: `The attempt did not finish: ${reason}` };
}
