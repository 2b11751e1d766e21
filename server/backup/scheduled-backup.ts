import type { Config } from '../platform/config/config.ts';
import { type IsolationLimits, runIsolated } from '../platform/jobs/isolated-process.ts';

/** The job that makes the scheduled backup. Job names are stored. */
export const BACKUP_JOB = 'back-up';

const PROGRAM = new URL('./backup-process.ts', import.meta.url);
/** The job queue gives a job four hours, then it starts the next attempt. */
const LIMITS: IsolationLimits = { within: 4 * 3_600_000, silence: 120_000, memory: 1024 };

/**
 * Makes a backup in a separate process, so that it takes neither memory nor time from requests and mail. Rejects if it fails or
 * `signal` aborts; the job queue then retries.
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
