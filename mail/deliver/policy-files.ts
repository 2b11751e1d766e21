import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { KeptPolicy, PolicyStore } from './sts-policies.ts';

/** MTA-STS policies as files of a folder, one for each domain, so that all processes of a machine know them. */
export function filePolicies(folder: string): PolicyStore {
  // A domain in ASCII has no character that means something to a file system.
  const fileOf = (domain: string) => join(folder, `${domain}.json`);
  return {
    async get(domain) {
      try {
        return JSON.parse(await readFile(fileOf(domain), 'utf8')) as KeptPolicy;
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
    },
  };
}
