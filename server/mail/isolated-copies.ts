import type { MailHost } from '../../mail/host.ts';
import { splitAddress } from '../../mail/message/address.ts';
import type { LeasedCopy } from '../../mail/message/queued-message.ts';
import type { Queryable } from '../platform/db/database.ts';
import { raiseIsolationAlarm } from '../platform/jobs/isolated-job-store.ts';
import { ISOLATION_LIMITS, runIsolated } from '../platform/jobs/isolated-process.ts';
import type { Logger } from '../platform/log/log.ts';

type IsolatedAttempt = NonNullable<MailHost['attemptIsolated']>;

const PROGRAM = new URL('./isolated-copy.ts', import.meta.url);
/** An attempt has five minutes up to the final dot, and ten for its reply (RFC 5321 4.5.3.2.6). */
const LIMITS = { ...ISOLATION_LIMITS, within: 1_000_000 };
/** Processes at once: each takes some 100 MB. */
const AT_ONCE = 2;
/** Seconds until a copy that ended its process is tried again. */
const RETRY_AFTER = 6 * 3600;

/** What an isolated process is told: the copy, and the lease that proves it ours. */
export interface IsolatedCopy {
  id: string;
  lease: string;
}

/**
 * Returns what attempts copies in processes of their own, two at once. That process records the fate. Where it ends without
 * one the copy raises an alarm, stays in the queue however old it is, and is tried again after hours.
 */
export function createIsolatedAttempt(parts: { db: Queryable; url: string; log: Logger }): IsolatedAttempt {
  const lanes: Promise<unknown>[] = Array.from({ length: AT_ONCE }, () => Promise.resolve());
  let next = 0;

  return (claim, signal) => {
    const lane = next++ % AT_ONCE;
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
  log.warn({ event: 'mail.queue.isolated', copy: id }, 'queued mail is tried in a process of its own');
  const copy: IsolatedCopy = { id, lease };
  const result = await runIsolated(PROGRAM, copy, {
    env: { ...process.env, DATABASE_URL: url },
    signal,
    limits: LIMITS,
  });
  if (result.kind === 'done') return null;
  if (result.kind === 'failed') return { kind: 'retry', after: signal.aborted ? 0 : 300, text: result.message };
  const { reason } = result;
  log.error({ event: 'mail.queue.isolated_died', copy: id, reason }, 'queued mail ended the process that tried it');
  const domain = splitAddress(destination)?.domain.toLowerCase() ?? destination;
  await raiseIsolationAlarm(db, domain, `Copy ${id}: ${reason}. npm run queue -- show ${id}`).catch((error: unknown) =>
    log.warn({ err: error }, 'an alarm could not be written'),
  );
  return { kind: 'retry', after: RETRY_AFTER, text: `Not tried to the end: ${reason}` };
}
