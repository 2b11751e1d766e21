import { parseCronItem } from 'graphile-worker';
import { DAY, HOUR, MINUTE } from '../../contract/time.ts';
import type { Config } from '../platform/config/config.ts';
import { type IsolationLimits, runIsolated } from '../platform/jobs/isolated-process.ts';

/** The job that makes the scheduled backup. Job names are stored. */
export const BACKUP_JOB = 'back-up';

const PROGRAM = new URL('./backup-process.ts', import.meta.url);
/** The job queue gives a job four hours, then it starts the next attempt. */
const LIMITS: IsolationLimits = { within: 4 * HOUR, silence: 120_000, memory: 1024 };

/** A schedule is searched this far back. */
const LOOK_BACK_MS = 62 * DAY;

/**
 * Makes a backup in a separate process, so that it takes neither memory nor time from requests and mail. Rejects if the
 * backup fails or `signal` aborts; the job queue then retries.
 */
export async function runScheduledBackup(
  { databaseUrl, databaseDirectUrl }: Pick<Config, 'databaseUrl' | 'databaseDirectUrl'>,
  { url, signal }: { url?: string | undefined; signal?: AbortSignal | undefined },
): Promise<void> {
  const direct = databaseDirectUrl ?? databaseUrl ?? url;
  if (!direct) throw new Error('No database is known for the backup');
  const result = await runIsolated(PROGRAM, { url: direct } satisfies BackupInput, {
    env: process.env,
    signal: signal ?? new AbortController().signal,
    limits: LIMITS,
  });
  if (result.kind === 'failed') throw new Error(`The backup failed: ${result.message}`);
  if (result.kind === 'died') throw new Error(`The backup failed: ${result.reason}`);
}

/** The input of the separate process. */
export interface BackupInput {
  url: string;
}

/**
 * Returns when a schedule was last due, up to and including the minute of `until`; undefined if that was before `since` or two
 * months ago.
 */
export function lastDue(
  schedule: string,
  until: Date,
  since = new Date(until.getTime() - LOOK_BACK_MS),
): Date | undefined {
  const { match } = parseCronItem({ task: 'backup', match: schedule });
  const first = Math.floor(until.getTime() / MINUTE) * MINUTE;
  for (let time = first; time > since.getTime(); time -= MINUTE) {
    const at = new Date(time);
    const digest = {
      min: at.getUTCMinutes(),
      hour: at.getUTCHours(),
      date: at.getUTCDate(),
      month: at.getUTCMonth() + 1,
      dow: at.getUTCDay(),
    };
    if (match(digest)) return at;
  }
  return undefined;
}
