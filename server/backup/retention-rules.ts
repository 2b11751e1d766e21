import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { DAY } from '../../contract/time.ts';

/** The name states when the backup began, so that names sort by time. */
const NAME = /^nameplate-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.tar\.gz(\.age)?$/;
const DRAFT = '.part';

/** An archive in the folder of BACKUP_DIR. */
export interface StoredArchive {
  file: string;
  at: Date;
  bytes: number;
}

/** The archives to keep: the newest `keep`, and none older than `keepDays`. */
export interface RetentionRule {
  keep: number;
  keepDays: number;
  now: Date;
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
  { keep, keepDays, now }: RetentionRule,
): Archive[] {
  const newestFirst = [...archives].sort((a, b) => b.at.getTime() - a.at.getTime());
  return newestFirst.filter(
    ({ at }, index) => index > 0 && (index >= keep || now.getTime() - at.getTime() > keepDays * DAY),
  );
}

/** Deletes expired archives. Returns them. */
export async function deleteExpired(folder: string, rule: RetentionRule): Promise<StoredArchive[]> {
  const expired = expiredArchives(await listArchives(folder), rule);
  for (const { file } of expired) await rm(file, { force: true });
  return expired;
}

/** Returns the file of an archive that is being written. */
export function draftOf(file: string): string {
  return `${file}${DRAFT}`;
}

/** Deletes the files of interrupted backups. The caller holds the backup lock, so none of these files is being written. */
export async function deleteDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(DRAFT) && NAME.test(name.slice(0, -DRAFT.length))) await rm(path.join(folder, name));
  }
}
