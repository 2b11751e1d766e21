import type { StatsFs } from 'node:fs';
import { statfs } from 'node:fs/promises';
import path from 'node:path';

/** The size of a disk, and the space that an ordinary user may still write. */
export interface DiskSpace {
  sizeBytes: number;
  freeBytes: number;
  /** The free part of the disk, by bytes or by files, whichever is less. */
  freeShare: number;
}

type Counts = Pick<StatsFs, 'bavail' | 'blocks' | 'bfree' | 'bsize' | 'ffree' | 'files'>;

/** Error codes of a file system that accepts no more bytes: it is full, a quota is used up, or it was remounted read-only. */
const DISK_FAULTS: Record<string, string> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  EROFS: 'the file system is read-only',
};

/** Returns why a file could not be written, or undefined if the disk is not the reason. */
export function diskFault(error: unknown): string | undefined {
  return DISK_FAULTS[String((error as NodeJS.ErrnoException | null | undefined)?.code)];
}

/** Returns the free space of the disk of a folder, or of the nearest existing parent. */
export async function readDiskSpace(folder: string): Promise<DiskSpace> {
  const stats = await statfs(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || path.dirname(folder) === folder) throw error;
  });
  if (!stats) return readDiskSpace(path.dirname(folder));
  return spaceOf(stats);
}

/** Returns the space of a disk from what the system reports about it. */
export function spaceOf({ bavail, blocks, bfree, bsize, ffree, files }: Counts): DiskSpace {
  // As in df, space reserved for the superuser is neither free nor used.
  const share = bavail / Math.max(1, blocks - bfree + bavail);
  // Some file systems do not count files.
  return {
    sizeBytes: blocks * bsize,
    freeBytes: bavail * bsize,
    freeShare: files > 0 ? Math.min(share, ffree / files) : share,
  };
}

/** Returns a number of bytes for people, such as "12.3 MB". */
export function megabytes(bytes: number): string {
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}
