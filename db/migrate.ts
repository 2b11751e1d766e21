import { readdir } from 'node:fs/promises';
import { runMigrations } from 'graphile-worker';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { type Migration, type MigrationProvider, Migrator } from 'kysely/migration';
import pg from 'pg';
import { buildLargeIndexes, createLargeIndexes } from './large-indexes.ts';
import { limitLockWaits, retryWhileLocked } from './migration-locks.ts';
import { oneClientPool } from './one-client-pool.ts';
import { readUnknownMigrations } from './schema-changes.ts';

const FOLDER = new URL('./migrations/', import.meta.url);

/**
 * The exports of a migration file. A migration that removes something sets `compatibleSince` to the name of the
 * migration that older code must know to run on the new schema. Any older code can run after a migration without this
 * export, which only adds.
 */
export interface MigrationFile extends Migration {
  compatibleSince?: string;
  /** The first release whose code no longer needs the removed parts; `npm run check` compares it with the releases. */
  unusedSince?: string;
  /**
   * Corrections of released migrations, which can no longer change. Each runs before its migration, in the same
   * transaction.
   */
  mends?: Record<string, (db: Kysely<unknown>) => Promise<void>>;
}

/** Thrown if a newer release changed the schema and this release cannot run on the result. */
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

/** Records, in the transaction of the migration, which older code can run on the result. */
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

/** Returns a migration that can run while the previous release runs, and makes its transactions wait only briefly. */
function beside({ up }: Migration, mends: ((db: Kysely<unknown>) => Promise<void>)[]): Migration {
  return {
    async up(db) {
      await limitLockWaits(db);
      for (const mend of mends) await mend(db);
      await up(db);
    },
  };
}

/** Returns the corrections that later migrations make to a migration. */
function mendsOf(name: string, own: Record<string, MigrationFile>): ((db: Kysely<unknown>) => Promise<void>)[] {
  return Object.values(own).flatMap(({ mends }) => mends?.[name] ?? []);
}

/** Placeholder for a migration that a newer release has applied. */
const APPLIED_BY_NEWER_RELEASE: Migration = { up: async () => {} };

/** Returns the applied migrations of newer releases. Throws NewerSchemaError if one of them is incompatible. */
async function newerMigrations(pool: pg.Pool, own: string[]): Promise<string[]> {
  const newer = await readUnknownMigrations(pool, own);
  const incompatible = newer.filter(({ canRunOn }) => !canRunOn).map(({ migration }) => migration);
  if (incompatible.length === 0) return newer.map(({ migration }) => migration);
  throw new NewerSchemaError(
    `A newer release of Nameplate has changed this database (${incompatible.join(', ')}), and this release cannot run on ` +
      'the result. Start the newer release, or restore a backup made before the upgrade.',
  );
}

/**
 * Migrates a database to the newest schema, including the tables of the job queue. Several processes can call it
 * concurrently, because the migrator holds an advisory lock. Throws the first failure; earlier migrations stay applied.
 * Keeps the schema of a newer release if that release recorded this one as compatible; otherwise throws
 * NewerSchemaError. Returns the migrations of newer releases, and the indexes that a later start must build.
 */
export async function migrate(
  connectionString: string,
  migrations?: Record<string, MigrationFile>,
): Promise<{ newer: string[]; unbuilt: string[] }> {
  const pool = new pg.Pool({ connectionString, max: 2 });
  // An error event without a listener ends the process; the failed query reports the same error.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    const own = migrations ?? (await ownMigrations());
    let newer: string[] = [];
    const provider: MigrationProvider = {
      // The migrator calls this under its lock, so no other process changes the schema at the same time.
      async getMigrations() {
        newer = await newerMigrations(pool, Object.keys(own));
        return {
          ...Object.fromEntries(
            Object.entries(own).map(([name, file]) => [name, beside(withRecord(name, file), mendsOf(name, own))]),
          ),
          ...Object.fromEntries(newer.map((name) => [name, APPLIED_BY_NEWER_RELEASE])),
        };
      },
    };
    const migrator = new Migrator({ db, provider });
    // Each migration has a separate transaction, and the previous release waits for the tables of only one migration.
    const next = async () => {
      const { error, results = [] } = await migrator.migrateUp();
      if (error) throw error;
      return results.length > 0;
    };
    while (await retryWhileLocked(next));
    await runMigrations({ pgPool: pool });
    return { newer, unbuilt: await buildLargeIndexes(pool, Object.keys(own)) };
  } finally {
    await db.destroy();
  }
}

/**
 * Creates the tables of these migrations in the caller's transaction on `client`, whose database must be empty. Used by
 * a restore, which either replaces everything or changes nothing.
 */
export async function createInTransaction(client: pg.Client, migrations: Record<string, MigrationFile>): Promise<void> {
  await client.query('savepoint draft');
  await applyMigrations(oneClientPool(client), migrations);
  const enums = await readEnums(client);
  await client.query('rollback to savepoint draft');
  const pool = oneClientPool(client, enums);
  await applyMigrations(pool, migrations);
  await runMigrations({ pgPool: pool });
}

/** Migrates the tables to the schema of this release in the caller's transaction on `client`. */
export async function migrateInTransaction(client: pg.Client): Promise<void> {
  const pool = oneClientPool(client);
  await applyMigrations(pool, await ownMigrations());
  await createLargeIndexes(client);
  await runMigrations({ pgPool: pool });
}

async function applyMigrations(pool: pg.Pool, migrations: Record<string, MigrationFile>): Promise<void> {
  const all = Object.entries(migrations).map(([name, file]) => [name, withRecord(name, file)]);
  const provider: MigrationProvider = { getMigrations: async () => Object.fromEntries(all) };
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  const { error } = await new Migrator({ db, provider }).migrateToLatest();
  if (error) throw error;
}

/** Returns the values of every enum type, in order. */
async function readEnums(client: pg.Client): Promise<Map<string, string[]>> {
  const { rows } = await client.query<{ name: string; values: string[] }>(
    `select t.typname as name, array_agg(e.enumlabel::text order by e.enumsortorder) as values
    from pg_type t join pg_enum e on e.enumtypid = t.oid where t.typnamespace = 'public'::regnamespace group by t.typname`,
  );
  return new Map(rows.map(({ name, values }) => [name, values]));
}
