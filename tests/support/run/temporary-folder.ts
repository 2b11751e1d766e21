import { readFileSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';

const MEMORY_FOLDER = '/dev/shm';
/** A run of all tests needs less than half of this at any time, most of it for databases. */
const MIN_FREE_BYTES = 6 * 1024 ** 3;

/**
 * Returns where the folder of a run belongs: in memory on Linux if there is plenty, because the tests copy and remove databases of
 * 1600 files, which costs a disk up to a second of processor time each. TMPDIR overrides it.
 */
export function temporaryFolder(): string {
  return process.env.TMPDIR || !isUsable(MEMORY_FOLDER) ? tmpdir() : MEMORY_FOLDER;
}

function isUsable(folder: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    // Respects the limit of a container, which counts this folder as memory.
    if (Math.min(bavail * bsize, process.availableMemory()) < MIN_FREE_BYTES) return false;
    const mounts = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '));
    const options = mounts.findLast(([, place]) => place === folder)?.[3]?.split(',');
    // Some tests run programs from their folder.
    return options?.includes('rw') === true && !options.includes('noexec');
  } catch {
    return false; // Not Linux.
  }
}
