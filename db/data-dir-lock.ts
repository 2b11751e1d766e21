import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Thrown while another live process uses the folder. The message contains its pid and the remedy. */
export class DataDirTakenError extends Error {
  override name = 'DataDirTakenError';
}

/**
 * The locks of this process. Without these references, garbage collection would close the databases and release the
 * locks.
 */
const locks = new Set<DatabaseSync>();

/**
 * Locks DATA_DIR for this process and creates the folder if needed. Throws DataDirTakenError if another process holds
 * the lock; its message names `pid`. SQLite locks the file `nameplate.lock`, so the kernel releases the lock when the process ends or crashes.
 */
export function lockDataDir(dataDir: string, pid = process.pid): { release(): void } {
  const folder = resolve(dataDir);
  mkdirSync(folder, { recursive: true });
  // SQLite reports the same error for a folder without access and for a damaged file.
  accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  const pidFile = join(folder, 'nameplate.pid');
  const lock = new DatabaseSync(join(folder, 'nameplate.lock'));
  try {
    lock.exec('PRAGMA locking_mode = EXCLUSIVE; PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (errcodeOf(error) === SQLITE_FULL) throw noSpace(folder);
    if (errcodeOf(error) !== SQLITE_BUSY) throw error;
    throw new DataDirTakenError(
      `another Nameplate${ownerOf(pidFile)} is already using DATA_DIR ${folder}; stop it or set another DATA_DIR`,
    );
  }
  writeFileSync(pidFile, `${pid}\n`);
  locks.add(lock);
  return {
    release() {
      if (!locks.delete(lock)) return;
      rmSync(pidFile, { force: true });
      lock.close();
    },
  };
}

const SQLITE_BUSY = 5;
const SQLITE_FULL = 13;

function errcodeOf(error: unknown): unknown {
  return error instanceof Error && 'errcode' in error ? error.errcode : undefined;
}

/** Creates the file system error, which SQLite does not pass on. */
function noSpace(path: string): Error {
  return Object.assign(new Error(`ENOSPC: no space left on device, lock '${path}'`), { code: 'ENOSPC', path });
}

function ownerOf(pidFile: string): string {
  try {
    return ` (pid ${readFileSync(pidFile, 'utf8').trim()})`;
  } catch {
    return '';
  }
}
