import type { Config } from '../platform/config/config.ts';
import { systemClock } from '../platform/jobs/clock.ts';
import { reading } from '../platform/metrics/reading.ts';
import { listArchives } from './retention-rules.ts';
import { lastDue } from './scheduled-backup.ts';

const backups = reading('backups', [
  { name: 'nameplate_backup_age_seconds', help: 'Time since the newest archive in BACKUP_DIR was begun' },
  {
    name: 'nameplate_backup_overdue_seconds',
    help: 'How long a backup by BACKUP_SCHEDULE has been due without an archive',
  },
]);

/** Measures, at each scrape, the archives of a process that makes backups. */
export function measureBackups({ folder, schedule }: Config['backup'], clock = systemClock): void {
  // A schedule is searched minute by minute, so the search covers only the minutes since the last scrape.
  let due: Date | undefined;
  let searched: Date | undefined;
  backups.use(async () => {
    const now = clock();
    const [newest] = await listArchives(folder);
    const secondsSince = (at: Date) => (now.getTime() - at.getTime()) / 1000;
    if (schedule !== undefined) {
      due = lastDue(schedule, now, searched) ?? due;
      searched = now;
    }
    // An archive is dated by the start of its backup, which may be some seconds after it was due.
    const isMissing = due !== undefined && (newest === undefined || newest.at < due);
    return {
      ...(newest && { nameplate_backup_age_seconds: [{ value: secondsSince(newest.at) }] }),
      ...(schedule !== undefined && {
        nameplate_backup_overdue_seconds: [{ value: due && isMissing ? secondsSince(due) : 0 }],
      }),
    };
  });
}
