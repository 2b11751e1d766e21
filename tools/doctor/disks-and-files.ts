import type { Config } from '../../server/platform/config/config.ts';
import { megabytes, readDiskSpace } from '../../server/platform/storage/disk-space.ts';
import { advice, type Finding, ok, wrong } from './finding.ts';
import { reachable, TIMEOUT_MS } from './ports-and-data-dir.ts';

/** The limits of the alerts in ops/prometheus/alerts.yaml. */
const FULL = { share: 0.03, bytes: 2e9 };
const NEARLY_FULL = { share: 0.1, bytes: 10e9 };
const MAX_OPEN_FILES = 0.8;

/** Checks the free space of DATA_DIR, and of BACKUP_DIR if this process makes backups. */
export async function checkDisks({
  dataDir,
  backup,
  roles,
}: Pick<Config, 'dataDir' | 'backup' | 'roles'>): Promise<Finding[]> {
  const folders = { DATA_DIR: dataDir, ...(roles.has('jobs') && { BACKUP_DIR: backup.folder }) };
  return Promise.all(Object.entries(folders).map(([setting, folder]) => checkDisk(setting, folder)));
}

async function checkDisk(setting: string, folder: string): Promise<Finding> {
  const space = await readDiskSpace(folder).catch((error: Error) => error);
  if (space instanceof Error) return wrong(`the disk of ${setting} cannot be read: ${space.message}`, 'check its path');
  return diskFinding(setting, folder, space);
}

/** Returns the finding about a disk. */
export function diskFinding(
  setting: string,
  folder: string,
  { freeBytes, freeShare }: { freeBytes: number; freeShare: number },
): Finding {
  const isBelow = ({ share, bytes }: typeof FULL) => freeShare < share && freeBytes < bytes;
  const free = `${megabytes(freeBytes)} free (${(freeShare * 100).toFixed(1)} %)`;
  const todo = 'free space there or enlarge the disk: "A full disk" in docs/operate.md lists what uses it';
  if (isBelow(FULL)) return wrong(`the disk of ${setting} ${folder} is full: ${free}`, todo);
  if (isBelow(NEARLY_FULL)) return advice(`the disk of ${setting} ${folder} is nearly full: ${free}`, todo);
  return ok(`the disk of ${setting} has ${free}`);
}

/** Reads the number of open files of the running process on METRICS_LISTEN. Returns nothing without a response or a count. */
export async function checkOpenFiles({ metricsListen }: Pick<Config, 'metricsListen'>): Promise<Finding[]> {
  if (!metricsListen) return [];
  const name = reachable(metricsListen.host);
  const address = `http://${name.includes(':') ? `[${name}]` : name}:${metricsListen.port}/metrics`;
  const text = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) }).then(
    (response) => response.text(),
    () => '',
  );
  const share = Number(/^nameplate_open_files_ratio (\S+)$/m.exec(text)?.[1] ?? Number.NaN);
  if (Number.isNaN(share)) return [];
  const used = `the process at ${metricsListen.host}:${metricsListen.port} has opened ${(share * 100).toFixed(1)} % of the files that it may open`;
  return [
    share > MAX_OPEN_FILES
      ? wrong(used, 'raise LimitNOFILE of its unit (ulimit -n), or look for clients that keep connections')
      : ok(used),
  ];
}
