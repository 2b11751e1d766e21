import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const HASHES = 'hashes.json';

/**
 * Compares the migration files in `folder` with their committed hashes. Returns the faults: files that were changed or
 * deleted after databases applied them. With `write`, adds hashes of new files; never changes an existing hash.
 */
export function checkMigrationHashes(folder: string, { write }: { write: boolean }): string[] {
  const kept = JSON.parse(readFileSync(join(folder, HASHES), 'utf8')) as Record<string, string>;
  const files = readdirSync(folder).filter((file) => file.endsWith('.ts'));
  const found = Object.fromEntries(files.sort().map((file) => [file, hashOfMigration(join(folder, file))]));
  const faults: string[] = [];
  for (const [file, hash] of Object.entries(kept)) {
    if (found[file] === undefined) faults.push(`${file} is gone. Restore it: released migrations must not be deleted.`);
    else if (found[file] !== hash) {
      faults.push(
        `${file} has changed, but databases that applied it keep the old result. Restore it and write a new migration. ` +
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

/** Returns the hash of a migration without comments on separate lines, which do not change its result. */
export function hashOfMigration(file: string): string {
  const lines = readFileSync(file, 'utf8').split('\n');
  const code = lines.filter((line) => !/^\s*(?:--|\/\/|\/\*\*.*\*\/$)/.test(line)).join('\n');
  return createHash('sha256').update(code).digest('hex');
}
