import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { StoredPolicy, PolicyStore } from './mta-sts-cache.ts';

/** No policy holds for longer than a year after it was fetched (RFC 8461 3.2). */
const YEAR_MS = 31_557_600_000;
/** How often files of policies that have run out are looked for, in milliseconds. */
const PRUNE_INTERVAL_MS = 24 * 3_600_000;

/** MTA-STS policies as files of a folder, one for each domain, so that all processes of a machine know them. */
export function createFilePolicyStore(folder: string): PolicyStore {
  // A domain in ASCII has no character that means something to a file system.
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
      if (Date.now() - prunedAt < PRUNE_INTERVAL_MS) return;
      prunedAt = Date.now();
      await prune(folder, prunedAt - YEAR_MS);
    },
  };
}

/** Removes files that were written before this time, and drafts of processes that died. */
async function prune(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    const { mtimeMs } = await stat(file).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
    if (mtimeMs < before) await rm(file, { force: true });
  }
}
