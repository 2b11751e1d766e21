import { readdir } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { readUnknownMigrations } from './schema-changes.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/**
 * What a migration file exports. `compatibleSince` is for one that takes something away: the name of the migration that
 * older code must know to run on the new schema. Without it the migration only adds, and any older code does.
 */
export interface MigrationFile extends Migration {
  compatibleSince?: string;
}

/** A newer release changed the schema, and this release cannot run on it. */
export class NewerSchemaError extends Error {
  override name = 'NewerSchemaError';
}

/** Returns the migrations of this release by name, oldest first. */
export async function ownMigrations(): Promise<Record<string, MigrationFile>> {
  const files = (await readdir(FOLDER)).filter((file) => /^\d{4}_\w+\.ts$/.test(file)).sort();
  const migrations: Record<string, MigrationFile> = {};
  for (const file of files) {
    migrations[file.replace(/\.ts$/, '')] = (await import(new URL(file, FOLDER).href)) as MigrationFile;
  }
  return migrations;
}

/** Also records, in the transaction of the migration, which older code can run on the result. */
function withRecord(name: string, { up, compatibleSince }: MigrationFile): Migration {
  return {
    async up(db) {
      await up(db);
      const { rows } = await sql`select where to_regclass('public.schema_changes') is not null`.execute(db);
      if (rows.length === 0) return;
      await sql`insert into schema_changes (migration, compatible_since) values (${name}, ${compatibleSince ?? null})
        on conflict (migration) do update set compatible_since = excluded.compatible_since`.execute(db);
    },
  };
}

/** Placeholder for a migration that a newer release has applied. */
const APPLIED_BY_NEWER_RELEASE: Migration = { up: async () => {} };

/** Returns the migrations of a newer release with which this release can run. Throws NewerSchemaError for any other. */
async function newerMigrations(pool: pg.Pool, own: string[]): Promise<string[]> {
  const newer = await readUnknownMigrations(pool, own);
  const inTheWay = newer.filter(({ canRunOn }) => !canRunOn).map(({ migration }) => migration);
  if (inTheWay.length === 0) return newer.map(({ migration }) => migration);
  throw new NewerSchemaError(
    `A newer release of Nameplate has changed this database (${inTheWay.join(', ')}), and this release cannot run on ` +
      'the result. Start the newer release, or restore a backup made before the upgrade.',
  );
}

/**
 * Brings a database to the newest schema, the job queue's own tables included. Safe to run from several processes at
 * once: the migrator holds an advisory lock. Throws the first failure; what came before it stays applied. A schema of a
 * newer release is left as it is where that release says that ours can run on it; else throws NewerSchemaError.
 */
export async function migrate(
  connectionString: string,
  migrations?: Record<string, MigrationFile>,
): Promise<{ newer: string[] }> {
  const pool = new pg.Pool({ connectionString, max: 2 });
  // The query that fails reports the error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const own = migrations ?? (await ownMigrations());
    let newer: string[] = [];
    const provider: MigrationProvider = {
      // The migrator calls this under its lock: no other process changes the schema meanwhile.
      async getMigrations() {
        newer = await newerMigrations(pool, Object.keys(own));
        return {
          ...Object.fromEntries(Object.entries(own).map(([name, file]) => [name, withRecord(name, file)])),
          ...Object.fromEntries(newer.map((name) => [name, APPLIED_BY_NEWER_RELEASE])),
        };
      },
    };
    const { error } = await new Migrator({ db, provider }).migrateToLatest();
    if (error) throw error;
    await runMigrations({ pgPool: pool });
    return { newer };
  } finally {
    await db.destroy();
  }
}
