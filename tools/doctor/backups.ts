import { parseCronItem } from 'graphile-worker';
import { listArchives } from '../../server/backup/retention-rules.ts';
import type { Config } from '../../server/platform/config/config.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

const MINUTE_MS = 60_000;
/** Time within which a scheduled backup should have been written. */
const GRACE_MS = 60 * MINUTE_MS;
/** The longest time between two backups that is looked at. */
const LOOK_BACK_MS = 62 * 24 * 60 * MINUTE_MS;

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

/** Returns when a schedule was last due before `until`. */
function lastDue(schedule: string, until: Date): Date | undefined {
  const { match } = parseCronItem({ task: 'backup', match: schedule });
  const first = Math.floor(until.getTime() / MINUTE_MS) * MINUTE_MS;
  for (let time = first; time > first - LOOK_BACK_MS; time -= MINUTE_MS) {
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
