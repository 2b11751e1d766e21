import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HASHES = 'hashes.json';

/**
 * Compares the migration files in `folder` with the hashes that were committed beside them. Returns the faults: a file that
 * changed or went after databases had it applied. With `write`, files without a hash get one; hashes that are there stay.
 */
export function checkMigrationHashes(folder: string, { write }: { write: boolean }): string[] {
  const kept = JSON.parse(readFileSync(join(folder, HASHES), 'utf8')) as Record<string, string>;
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const found = Object.fromEntries(files.sort().map((file) => [file, hashOf(join(folder, file))]));
  const faults: string[] = [];
  for (const [file, hash] of Object.entries(kept)) {
    if (found[file] === undefined) faults.push(`${file} is gone. Migrations that were released stay: restore it.`);
    else if (found[file] !== hash) {
      faults.push(
        `${file} has changed, but databases that had it applied will not see that. Restore it and write a new migration. ` +
          `Only if no release contains it: delete its line in ${HASHES} and run npm run schema.`,
      );
    }
  }
  const fresh = files.filter((file) => kept[file] === undefined);
  if (write) {
    const all = Object.entries({ ...found, ...kept }).sort(([one], [other]) => (one < other ? -1 : 1));
    writeFileSync(join(folder, HASHES), `${JSON.stringify(Object.fromEntries(all), null, 2)}\n`);
  } else faults.push(...fresh.map((file) => `${file} has no hash in ${HASHES}: npm run schema adds it.`));
  return faults;
}

function hashOf(file: string): string {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
