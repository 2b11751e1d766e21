import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { createInTransaction, type MigrationFile, migrateInTransaction } from '../../db/migrate.ts';
import { oneClientPool } from '../../db/one-client-pool.ts';
import { settleRestoredQueue } from '../mail/shared/restored-queue-store.ts';
import { openDatabase } from '../platform/db/database.ts';
import { deleteJobsOfTask, unlockAllJobs } from '../platform/jobs/graphile-tables.ts';
import { type ArchivedTable, type ArchiveHeader, type ArchiveManifest, tableName } from './archive-format.ts';
import { BackupError } from './backup-error.ts';
import {
  type ForeignKey,
  quoted,
  readDropStatements,
  readForeignKeys,
  readJobQueueVersion,
  readMigrations,
  readTables,
  readTriggers,
  type Trigger,
} from './catalog-store.ts';
import { BACKUP_JOB } from './scheduled-backup.ts';

/** Tables whose rows are not archived: they describe running processes, or must not outlive a day. */
export const TRANSIENT_TABLES = ['public.process_heartbeats', 'public.page_visitors', 'public.visitor_salts'];

/** Maximum time to wait for connections that still use the tables. */
const LOCK_TIMEOUT = '10s';

/** Loads an archive into a transaction: `finish` completes it, and the caller commits. */
export interface Import {
  /** Adds a piece of the rows of a table. All pieces of one table are added in sequence. */
  addRows(table: ArchivedTable, content: Buffer): Promise<void>;
  /** Ends the last table, so that the connection can be used for other statements. */
  endRows(): Promise<void>;
  /** Stops loading after an error, so that the caller can roll back. */
  abort(): Promise<void>;
  /**
   * Compares the loaded rows with the manifest, and completes the database: sequences, foreign keys, and the migrations
   * that are newer than the archive.
   */
  finish(manifest: ArchiveManifest): Promise<void>;
}

/**
 * In the transaction of `client`, drops everything that belongs to Nameplate, and creates the tables as they were when
 * the archive was made. Throws if the archive has other tables.
 */
export async function beginImport(
  client: pg.Client,
  header: ArchiveHeader,
  migrations: Record<string, MigrationFile>,
): Promise<Import> {
  const before = (await readTables(client)).map(tableName);
  await client.query(`set local lock_timeout = '${LOCK_TIMEOUT}'`);
  for (const statement of await readDropStatements(client)) await client.query(statement).catch(explainLock);
  const archived = Object.entries(migrations).filter(([name]) => header.migrations.includes(name));
  await createInTransaction(client, Object.fromEntries(archived));
  const isSameJobQueue = (await readJobQueueVersion(client)) === header.jobQueue;
  const created = await readTables(client);
  checkTables(header.tables, created);

  // The rows need no triggers, which would change them or notify processes, and foreign keys would slow down the load.
  const triggers = await readTriggers(client);
  for (const { disable } of triggers) await client.query(disable);
  const foreignKeys = await readForeignKeys(client);
  for (const { drop } of foreignKeys) await client.query(drop);
  // The job queue's own list of migrations is kept, because this release may have newer ones.
  const isLoaded = ({ schema, name }: { schema: string; name: string }) =>
    isSameJobQueue || schema !== 'graphile_worker' || name !== 'migrations';
  await client.query(`truncate ${created.filter(isLoaded).map(quoted).join(', ')}`);
  return loadRows(client, { before, migrations: header.migrations, triggers, foreignKeys, isLoaded });
}

function loadRows(
  client: pg.Client,
  {
    before,
    migrations,
    triggers,
    foreignKeys,
    isLoaded,
  }: {
    before: string[];
    migrations: string[];
    triggers: Trigger[];
    foreignKeys: ForeignKey[];
    isLoaded: (table: { schema: string; name: string }) => boolean;
  },
): Import {
  const rows = new Map<string, number>();
  let current: { name: string; copy: ReturnType<typeof copyFrom>; done: Promise<void> } | undefined;

  async function endRows(): Promise<void> {
    if (!current) return;
    const { name, copy, done } = current;
    current = undefined;
    copy.end();
    await done;
    rows.set(name, copy.rowCount);
  }

  function begin(table: ArchivedTable): NonNullable<typeof current> {
    const columns = table.columns.map((name) => pg.escapeIdentifier(name)).join(', ');
    const copy = client.query(copyFrom(`copy ${quoted(table)} (${columns}) from stdin`));
    const done = finished(copy).catch((error: Error) => {
      throw new BackupError(`The rows of ${tableName(table)} do not fit into the database: ${error.message}`);
    });
    done.catch(() => {});
    return { name: tableName(table), copy, done };
  }

  return {
    async addRows(table, content) {
      if (current?.name !== tableName(table)) {
        await endRows();
        if (!isLoaded(table)) return;
        current = begin(table);
      }
      const { copy, done } = current as NonNullable<typeof current>;
      // biome-ignore lint/plugin: waits for the first of two events, not for a time
      if (!copy.write(content)) await Promise.race([once(copy, 'drain'), done]);
    },

    endRows,

    async abort() {
      const copy = current?.copy;
      current = undefined;
      copy?.destroy();
    },

    async finish({ tables, sequences }) {
      await endRows();
      for (const table of tables.filter(isLoaded)) checkCount(table, rows.get(tableName(table)) ?? 0);
      if ((await readMigrations(client)).join() !== migrations.join()) {
        throw new BackupError('The archive is damaged: its list of migrations differs from that in its database.');
      }
      for (const { schema, name, value, called } of sequences) {
        await client.query('select setval(to_regclass($1), $2::bigint, $3)', [quoted({ schema, name }), value, called]);
      }
      for (const { create } of foreignKeys) {
        await client.query(create).catch((error: Error) => {
          throw new BackupError(`The archive's tables do not fit together: ${error.message}`);
        });
      }
      for (const { enable } of triggers) await client.query(enable);
      await settle(client);
      await migrateInTransaction(client);
      await checkForeign(client, before);
    },
  };
}

function checkCount(table: ArchiveManifest['tables'][number], loaded: number): void {
  if (loaded === table.rows) return;
  throw new BackupError(
    `The archive is damaged: ${tableName(table)} has ${loaded} rows, and its manifest lists ${table.rows}.`,
  );
}

/** Resets what was in progress when the archive was made: jobs and deliveries of processes that no longer run. */
async function settle(client: pg.Client): Promise<void> {
  await unlockAllJobs(client);
  const db = openDatabase(oneClientPool(client));
  await deleteJobsOfTask(db, BACKUP_JOB);
  await settleRestoredQueue(db);
}

/** Compares the tables of an archive with those that this release creates for its migrations. */
function checkTables(archived: ArchivedTable[], created: ArchivedTable[]): void {
  const own = new Map(created.map((table) => [tableName(table), table]));
  const unknown = archived.flatMap((table) => {
    const name = tableName(table);
    const columns = own.get(name)?.columns;
    return columns
      ? table.columns.filter((column) => !columns.includes(column)).map((column) => `${name}.${column}`)
      : [name];
  });
  if (unknown.length > 0) {
    throw new BackupError(
      `The archive has ${unknown.slice(0, 5).join(', ')}, which this release does not know. Restore it with the release that made it, ` +
        'then upgrade.',
    );
  }
  const names = new Set(archived.map(tableName));
  const missing = [...own.keys()].filter((name) => !names.has(name) && !name.startsWith('graphile_worker.'));
  if (missing.length > 0) throw new BackupError(`The archive is damaged: it lacks the tables ${missing.join(', ')}.`);
}

/** Throws if the drop removed tables that are not Nameplate's; the caller rolls back. */
async function checkForeign(client: pg.Client, before: string[]): Promise<void> {
  const own = new Set((await readTables(client)).map(tableName));
  const foreign = before.filter((name) => !own.has(name) && !name.startsWith('graphile_worker.'));
  if (foreign.length === 0) return;
  throw new BackupError(
    `The database has tables that this release does not create (${foreign.slice(0, 5).join(', ')}), and a restore would delete ` +
      'them. Restore into a database of its own, or drop these tables first.',
  );
}

function explainLock(error: Error & { code?: unknown }): never {
  if (error.code === '55P03') {
    throw new BackupError('Another connection uses the tables. Stop every process of Nameplate, then try again.');
  }
  if (error.code === '42501') {
    throw new BackupError(
      `This role cannot replace the tables: ${error.message}. Set DATABASE_URL to the role that owns them, then run the grants ` +
        'of "Database roles" in docs/operate.md again.',
    );
  }
  throw error;
}
