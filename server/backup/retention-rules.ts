import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** The name states when the backup began, so that names sort by time. */
const NAME = /^nameplate-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz(\.age)?$/;
const DAY_MS = 24 * 3_600_000;

/** An archive in the folder of BACKUP_DIR. */
export interface StoredArchive {
  file: string;
  at: Date;
  bytes: number;
}

export function archiveName(at: Date, isEncrypted: boolean): string {
  const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
  return `nameplate-${time}.tar.gz${isEncrypted ? '.age' : ''}`;
}

/** Returns the archives of a folder, newest first; empty if the folder does not exist. */
export async function listArchives(folder: string): Promise<StoredArchive[]> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[];
    throw error;
  });
  const found = names.filter((name) => NAME.test(name)).sort((a, b) => (a < b ? 1 : -1));
  return Promise.all(
    found.map(async (name) => {
      const [, year, month, day, hour, minute, second] = NAME.exec(name) ?? [];
      const file = path.join(folder, name);
      return {
        file,
        at: new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`),
        bytes: (await stat(file)).size,
      };
    }),
  );
}

/** Returns the archives to delete: all but the newest `keep`, and those older than `keepDays`, but never the newest. */
export function expiredArchives<Archive extends { at: Date }>(
  archives: Archive[],
  { keep, keepDays, now }: { keep: number; keepDays: number; now: Date },
): Archive[] {
  const newestFirst = [...archives].sort((a, b) => b.at.getTime() - a.at.getTime());
  return newestFirst.filter(
    ({ at }, index) => index > 0 && (index >= keep || now.getTime() - at.getTime() > keepDays * DAY_MS),
  );
}

/** Deletes expired archives, and what interrupted backups left a day ago. Returns the deleted archives. */
export async function deleteExpired(
  folder: string,
  rule: { keep: number; keepDays: number; now: Date },
): Promise<StoredArchive[]> {
  const expired = expiredArchives(await listArchives(folder), rule);
  for (const { file } of expired) await rm(file, { force: true });
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.part') || !NAME.test(name.slice(0, -'.part'.length))) continue;
    const file = path.join(folder, name);
    const { mtimeMs } = await stat(file);
    if (rule.now.getTime() - mtimeMs > DAY_MS) await rm(file, { force: true });
  }
  return expired;
}
