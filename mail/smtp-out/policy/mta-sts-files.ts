import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DAY } from '../../message/time.ts';
import type { PolicyStore, StoredPolicy } from './mta-sts-cache.ts';

/** Maximum max_age of a policy (RFC 8461 3.2). */
const YEAR_MS = 365.25 * DAY;
/** Interval between removals of expired policies, in milliseconds. */
const PRUNE_INTERVAL_MS = DAY;

/** Stores MTA-STS policies as one file per domain, shared by all processes of a machine. */
export function createFilePolicyStore(folder: string): PolicyStore {
  // A domain in ASCII contains no path separator.
  let prunedAt = 0;
  const fileOf = (domain: string) => join(folder, `${domain}.json`);
  return {
    async get(domain) {
      try {
        return JSON.parse(await readFile(fileOf(domain), 'utf8')) as StoredPolicy;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
        throw error;
      }
    },
    async set(domain, policy) {
      await mkdir(folder, { recursive: true });
      const temporary = join(folder, `.${domain}.${process.pid}.tmp`);
      await writeFile(temporary, JSON.stringify(policy));
      await rename(temporary, fileOf(domain));
      // biome-ignore lint/plugin: compared with the times of files
      const now = Date.now();
      if (now - prunedAt < PRUNE_INTERVAL_MS) return;
      prunedAt = now;
      await prune(folder, prunedAt - YEAR_MS);
    },
  };
}

/** Removes files last modified before this time, including temporary files of crashed processes. */
async function prune(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < before) await rm(file, { force: true });
  }
}
