import { HOUR } from '../../contract/time.ts';
import { listArchives } from '../../server/backup/retention-rules.ts';
import { lastDue } from '../../server/backup/scheduled-backup.ts';
import type { Config } from '../../server/platform/config/config.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Time within which a scheduled backup should have been written. */
const GRACE_MS = HOUR;

/** Checks that the last scheduled backup was written, and that backups are encrypted. */
export async function checkBackups(
  { backup, roles }: Pick<Config, 'backup' | 'roles'>,
  now = new Date(),
): Promise<Finding[]> {
  const { folder, schedule, key, keyFile } = backup;
  if (schedule === undefined) return [note('no backups are scheduled: set BACKUP_SCHEDULE')];
  if (!roles.has('jobs')) return [];
  const encryption = key || keyFile ? [] : [note('backups are not encrypted: set BACKUP_KEY or BACKUP_KEY_FILE')];
  const [newest] = await listArchives(folder);
  const due = lastDue(schedule, new Date(now.getTime() - GRACE_MS));
  const todo = `look for backup.failed in the log of the role jobs, or run npm run backup`;
  if (newest && (!due || newest.at.getTime() >= due.getTime())) {
    return [ok(`the last backup was made at ${newest.at.toISOString()}`), ...encryption];
  }
  if (!newest && !due) return [note('the first scheduled backup is not due yet'), ...encryption];
  const last = newest ? `the last backup was made at ${newest.at.toISOString()}` : `there is no backup in ${folder}`;
  return [wrong(`${last}, and one was due at ${due?.toISOString()}`, todo), ...encryption];
}
