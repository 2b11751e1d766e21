import type pg from 'pg';
import { measureBackups } from './backup/backup-metrics-rules.ts';
import { measureQueue } from './mail/metrics/queue-metrics-rules.ts';
import { measurePayments } from './payments/payment-metrics-rules.ts';
import type { Config } from './platform/config/config.ts';
import type { Database } from './platform/db/database.ts';
import { isFullIn } from './platform/db/refused-writes.ts';
import { measureJobs } from './platform/jobs/job-metrics.ts';
import { exposition } from './platform/metrics/child-metrics.ts';
import { measurePool } from './platform/metrics/pool-metrics.ts';
import { type MetricValues, measureProcess } from './platform/metrics/registry.ts';
import { measureDisks } from './platform/storage/disk-metrics.ts';
import { countReplacedBefore } from './platform/supervisor/replaced-processes.ts';

/** Returns the metrics of this process, and of its child processes once these are added. */
export function startMetrics({
  config,
  db,
  pool,
}: {
  config: Pick<Config, 'metricsListen' | 'roles' | 'dataDir' | 'backup'>;
  db: Database;
  pool: pg.Pool;
}): {
  addChildren(collect: () => Promise<MetricValues[]>): void;
  /** Returns whether a child process could not write in the last minute because a disk was full. */
  isFullForChild(): Promise<boolean>;
  read(): Promise<string>;
} {
  let children = async (): Promise<MetricValues[]> => [];
  if (config.metricsListen) measureProcess();
  countReplacedBefore(process.env);
  measurePool(pool);
  measureJobs(db);
  measureQueue(db);
  measurePayments(db);
  // BACKUP_DIR belongs to the process that makes the backups.
  const makesBackups = config.roles.has('jobs');
  measureDisks({ DATA_DIR: config.dataDir, ...(makesBackups && { BACKUP_DIR: config.backup.folder }) });
  if (makesBackups) measureBackups(config.backup);
  return {
    addChildren(collect) {
      children = collect;
    },
    isFullForChild: async () => (await children()).some(isFullIn),
    read: async () => exposition(await children()),
  };
}
