import { setPriority } from 'node:os';
import { parseConfig } from '../platform/config/config.ts';
import { systemClock } from '../platform/jobs/clock.ts';
import { runAsIsolatedProcess } from '../platform/jobs/isolated-process.ts';
import { createLog } from '../platform/log/log.ts';
import { openStorage } from '../platform/storage/open-storage.ts';
import { makeBackup } from './backup-rules.ts';
import type { BackupInput } from './scheduled-backup.ts';

// The separate process of the scheduled backup.
runAsIsolatedProcess(async ({ url }: BackupInput) => {
  // Requests and mail have priority.
  setPriority(10);
  const config = parseConfig(process.env);
  const log = createLog(config.logLevel, config.production);
  const started = performance.now();
  try {
    const storage = await openStorage(config);
    const { file, bytes, manifest, deleted } = await makeBackup({ config, url, storage, now: systemClock() });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    const seconds = Math.round((performance.now() - started) / 1000);
    const fields = { file, bytes, rows, objects: manifest.objects.count, deleted: deleted.length, seconds };
    log.info({ event: 'backup.written', ...fields }, 'a backup was written and verified');
  } catch (error) {
    log.error({ event: 'backup.failed', err: error }, 'the backup failed');
    throw error;
  }
});
