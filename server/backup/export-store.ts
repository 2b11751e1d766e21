import type { Readable } from 'node:stream';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { BACKUP_LOCK } from '../platform/storage/backup-lock.ts';
import { type ArchivedSequence, type ArchivedTable, CHUNK_BYTES } from './archive-format.ts';
import { BackupError } from './backup-error.ts';
import {
  quoted,
  readHiddenTables,
  readJobQueueVersion,
  readMigrations,
  readSequenceNames,
  readTables,
} from './catalog-store.ts';

/** Maximum time to wait for another backup, and for deletions of objects in progress. */
const LOCK_TIMEOUT = '60s';

/** The content of the snapshot. */
export interface Snapshot {
  tables: ArchivedTable[];
  sequences: ArchivedSequence[];
  migrations: string[];
  jobQueue: number;
  postgres: string;
}

/** Waits until no other backup runs and no object is being deleted, and prevents both while the connection lasts. */
export async function lockForBackup(client: pg.Client): Promise<void> {
  await client.query(`set lock_timeout = '${LOCK_TIMEOUT}'`);
  await client
    .query('select pg_advisory_lock($1)', [BACKUP_LOCK])
    .catch((error: { code?: unknown; message: string }) => {
      if (error.code !== '55P03') throw error;
      throw new BackupError('Another backup of this database is running. Try again when it has finished.');
    });
}

/**
 * Begins a transaction with a snapshot of the database, which lasts until `endSnapshot`, and describes its content.
 * Until then migrations wait, but reads and writes do not.
 */
export async function beginSnapshot(client: pg.Client): Promise<Snapshot> {
  // Listed and locked before the first query, which takes the snapshot, so that no migration changes the tables in between.
  const listed = await readTables(client);
  await client.query('begin isolation level repeatable read, read only');
  if (listed.length > 0) await client.query(`lock table ${listed.map(quoted).join(', ')} in access share mode`);
  const tables = await readTables(client);
  const migrations = await readMigrations(client);
  if (migrations.length === 0)
    throw new BackupError('The database has no tables of Nameplate: there is nothing to back up.');
  if (JSON.stringify(tables) !== JSON.stringify(listed)) {
    throw new BackupError('The tables changed while the backup began. Run it again.');
  }
  const hidden = await readHiddenTables(client);
  if (hidden.length > 0) {
    throw new BackupError(
      `Row-level security hides rows of ${hidden.join(', ')} from this role. Connect as the owner of the tables, or run the ` +
        'grants of "Database roles" in docs/operate.md.',
    );
  }
  return {
    tables,
    migrations,
    sequences: await readSequences(client),
    jobQueue: await readJobQueueVersion(client),
    postgres: (await client.query<{ server_version: string }>('show server_version')).rows[0]?.server_version ?? '',
  };
}

/** Sequences are not transactional: their values are at least those in the rows of the snapshot. */
async function readSequences(client: pg.Client): Promise<ArchivedSequence[]> {
  const sequences: ArchivedSequence[] = [];
  for (const sequence of await readSequenceNames(client)) {
    const { rows } = await client.query<{ value: string; called: boolean }>(
      `select last_value::text as value, is_called as called from ${quoted(sequence)}`,
    );
    const [state] = rows;
    if (state) sequences.push({ ...sequence, ...state });
  }
  return sequences;
}

/** Ends the transaction of `beginSnapshot`; the lock stays. */
export async function endSnapshot(client: pg.Client): Promise<void> {
  await client.query('commit');
}

/** Passes the rows of a table to `onChunk` in pieces of CHUNK_BYTES. Returns the number of rows. */
export async function copyRows(
  client: pg.Client,
  table: ArchivedTable,
  onChunk: (chunk: Buffer) => Promise<void>,
): Promise<number> {
  const columns = table.columns.map((name) => pg.escapeIdentifier(name)).join(', ');
  // A query, because PostgreSQL does not copy partitioned tables by name.
  const rows = client.query(copyTo(`copy (select ${columns} from ${quoted(table)}) to stdout`));
  for await (const chunk of inChunks(rows)) await onChunk(chunk);
  // The number arrives after the rows.
  await client.query('select 1');
  return rows.rowCount;
}

/** Cuts a stream into pieces of equal size, each a buffer of its own. */
async function* inChunks(stream: Readable): AsyncGenerator<Buffer> {
  let chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  let used = 0;
  for await (let bytes of stream as AsyncIterable<Buffer>) {
    while (bytes.length > 0) {
      const copied = bytes.copy(chunk, used);
      used += copied;
      bytes = bytes.subarray(copied);
      if (used < CHUNK_BYTES) continue;
      yield chunk;
      chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      used = 0;
    }
  }
  if (used > 0) yield chunk.subarray(0, used);
}
