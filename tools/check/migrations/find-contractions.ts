import pg from 'pg';
import { type MigrationFile, migrate } from '../../../db/migrate.ts';
import { readCatalog } from './catalog.ts';
import { contractionsBetween } from './contractions.ts';
import { type CheckedMigration, LAST_UNCHECKED } from './release-marks.ts';

/** Applies migrations to an empty database one by one, and returns what each checked migration removes. */
export async function findContractions(
  connectionString: string,
  migrations: Record<string, MigrationFile>,
): Promise<CheckedMigration[]> {
  const entries = Object.entries(migrations);
  const upTo = (count: number) => Object.fromEntries(entries.slice(0, count));
  const first = entries.findIndex(([name]) => name > LAST_UNCHECKED);
  if (first === -1) {
    await migrate(connectionString, migrations);
    return [];
  }
  await migrate(connectionString, upTo(first));
  await using pool = Object.assign(new pg.Pool({ connectionString, max: 1 }), {
    async [Symbol.asyncDispose]() {
      await pool.end();
    },
  });
  const checked: CheckedMigration[] = [];
  let before = await readCatalog(pool);
  for (let count = first + 1; count <= entries.length; count++) {
    const [name, { compatibleSince, unusedSince }] = entries[count - 1] as (typeof entries)[number];
    await migrate(connectionString, upTo(count));
    const after = await readCatalog(pool);
    checked.push({ name, compatibleSince, unusedSince, contractions: contractionsBetween(before, after) });
    before = after;
  }
  return checked;
}
