import { type DiskSpace, megabytes, readDiskSpace } from '../platform/storage/disk-space.ts';
import type { ArchiveWriter } from './archive-writer.ts';
import { BackupError } from './backup-error.ts';
import { deleteExpired, listArchives, type RetentionRule, type StoredArchive } from './retention-rules.ts';

/** An archive may be larger than the last one by this factor. */
const GROWTH = 1.1;
/**
 * The space that a backup leaves free, because the database and the mail spool may be on the same disk: a share of the
 * disk, up to a maximum.
 */
const RESERVED_SHARE = 0.01;
const MAX_RESERVED_BYTES = 100_000_000;
/** Bytes written between two checks of the disk. */
const CHECK_EVERY_BYTES = 4 * 1024 * 1024;

const reserved = ({ sizeBytes }: DiskSpace) => Math.min(MAX_RESERVED_BYTES, sizeBytes * RESERVED_SHARE);

/**
 * Checks that there is space for the next archive, estimated from the last one. If not, deletes the archives that the
 * settings no longer keep, but never the newest, and returns them. Throws BackupError if that does not free enough space.
 */
export async function makeRoom(folder: string, rule: RetentionRule): Promise<StoredArchive[]> {
  const [newest] = await listArchives(folder);
  const expected = (newest?.bytes ?? 0) * GROWTH;
  const missesSpace = async () => {
    const space = await readDiskSpace(folder);
    const needed = expected + reserved(space);
    return space.freeBytes < needed && `${megabytes(space.freeBytes)} free, and a backup needs ${megabytes(needed)}`;
  };
  if (!(await missesSpace())) return [];
  const deleted = await deleteExpired(folder, rule);
  const missing = await missesSpace();
  if (!missing) return deleted;
  throw new BackupError(
    `No backup was begun: the disk of ${folder} has ${missing}. Free space there, or set BACKUP_DIR to a folder on another disk.`,
  );
}

/** Returns a writer that throws BackupError before an archive fills the last part of the disk of `folder`. */
export function leavingRoom(archive: ArchiveWriter, folder: string, readSpace = readDiskSpace): ArchiveWriter {
  let unchecked = CHECK_EVERY_BYTES;
  return {
    ...archive,
    async add(name, content, at) {
      unchecked += content.length;
      if (unchecked >= CHECK_EVERY_BYTES) {
        unchecked = 0;
        const space = await readSpace(folder);
        if (space.freeBytes < reserved(space)) {
          throw new BackupError(
            `The backup stopped and left no file: the disk of ${folder} has only ${megabytes(space.freeBytes)} free. Free space ` +
              'there, or set BACKUP_DIR to a folder on another disk.',
          );
        }
      }
      await archive.add(name, content, at);
    },
  };
}
