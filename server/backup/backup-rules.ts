import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Config } from '../platform/config/config.ts';
import { VERSION } from '../platform/jobs/heartbeat.ts';
import { diskFault } from '../platform/storage/disk-space.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { type ArchiveManifest, encodeHeader, MAX_OBJECT_BYTES, rowsEntry, tableName } from './archive-format.ts';
import { verifyArchive } from './archive-reader.ts';
import { type ArchiveWriter, createArchiveWriter } from './archive-writer.ts';
import { BackupError } from './backup-error.ts';
import { withConnection } from './connection-store.ts';
import { leavingRoom, makeRoom } from './disk-room.ts';
import { type BackupKey, loadBackupKey } from './encryption.ts';
import { beginSnapshot, copyRows, endSnapshot, lockForBackup, type Snapshot } from './export-store.ts';
import { TRANSIENT_TABLES } from './import-store.ts';
import { readKeys } from './key-files.ts';
import { archiveName, deleteDrafts, deleteExpired, draftOf, type StoredArchive } from './retention-rules.ts';

/** Objects that are read at the same time. */
const READ_AHEAD = 4;

export interface BackupParts {
  config: Config;
  /** The address of PostgreSQL itself, not of a pooler. */
  url: string;
  storage: Storage;
  now: Date;
  signal?: AbortSignal | undefined;
}

export interface BackupResult {
  file: string;
  bytes: number;
  manifest: ArchiveManifest;
  /** Archives that the retention rule deleted. */
  deleted: StoredArchive[];
}

/**
 * Writes the database, the keys and the objects to a new archive in BACKUP_DIR, verifies it by reading it, and then
 * deletes the archives that the settings no longer keep. A backup that fails leaves no file, and a backup begins only
 * if there is space for it.
 */
export async function makeBackup(parts: BackupParts): Promise<BackupResult> {
  const { folder } = parts.config.backup;
  try {
    const key = await loadBackupKey(parts.config.backup);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return await withConnection(parts.url, (client) => writeArchive(parts, key, client), parts.signal);
  } catch (error) {
    parts.signal?.throwIfAborted();
    const fault = diskFault(error);
    if (!fault) throw error;
    throw new BackupError(
      `The backup stopped and left no file: ${fault} at ${folder} (${(error as NodeJS.ErrnoException).code}). Free or repair ` +
        'that disk, or set BACKUP_DIR to a folder on another one.',
    );
  }
}

/**
 * Writes the archive under a lock that lasts until the archive has its final name: only then may another backup delete drafts.
 */
async function writeArchive(
  parts: BackupParts,
  key: BackupKey | undefined,
  client: Parameters<typeof beginSnapshot>[0],
): Promise<BackupResult> {
  const { now, config } = parts;
  const { folder, keep, keepDays } = config.backup;
  const rule = { keep, keepDays, now };
  const file = path.join(folder, archiveName(now, key !== undefined));
  const draft = draftOf(file);
  await lockForBackup(client);
  await deleteDrafts(folder);
  const early = await makeRoom(folder, rule);
  try {
    const written = await writeDraft(draft, parts, key, client);
    const { manifest } = await verifyArchive(draft, key);
    if (JSON.stringify(manifest.tables) !== JSON.stringify(written.tables)) {
      throw new BackupError('The archive does not contain what was written to it.');
    }
    await rename(draft, file);
    await syncFolder(folder);
    const { size } = await stat(file);
    return { file, bytes: size, manifest, deleted: [...early, ...(await deleteExpired(folder, rule))] };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') {
      throw new BackupError(`The backup of another database is writing ${draft}. Set another BACKUP_DIR.`);
    }
    await rm(draft, { force: true }).catch(() => {});
    throw error;
  }
}

async function writeDraft(
  draft: string,
  parts: BackupParts,
  key: BackupKey | undefined,
  client: Parameters<typeof beginSnapshot>[0],
): Promise<Content> {
  const archive = leavingRoom(await createArchiveWriter(draft, key), parts.config.backup.folder);
  try {
    const content = await writeContent(archive, parts, client);
    await archive.finish(content);
    return content;
  } catch (error) {
    await archive.abort(error as Error);
    throw error;
  }
}

type Content = Omit<ArchiveManifest, 'entries' | 'checksums'>;

async function writeContent(
  archive: ArchiveWriter,
  { config, storage, now, signal }: BackupParts,
  client: Parameters<typeof beginSnapshot>[0],
): Promise<Content> {
  const { sequences, ...snapshot } = await beginSnapshot(client);
  await archive.add('backup.json', encodeHeader({ createdAt: now.toISOString(), release: VERSION, ...snapshot }));
  const keys = await readKeys(config);
  for (const { key, content, at } of keys) await archive.add(`keys/${key}`, content, at);
  const tables = await writeTables(archive, client, snapshot.tables, signal);
  await endSnapshot(client);
  // After the rows: an object is stored before a row refers to it, and no object is deleted until the lock ends.
  const objects = await writeObjects(archive, storage, signal);
  return { tables, sequences, keys: keys.length, objects };
}

async function writeTables(
  archive: ArchiveWriter,
  client: Parameters<typeof beginSnapshot>[0],
  tables: Snapshot['tables'],
  signal: AbortSignal | undefined,
): Promise<Content['tables']> {
  const counted: Content['tables'] = [];
  for (const table of tables) {
    let chunks = 0;
    let rows = 0;
    if (!TRANSIENT_TABLES.includes(tableName(table))) {
      rows = await copyRows(client, table, async (chunk) => {
        signal?.throwIfAborted();
        chunks++;
        await archive.add(rowsEntry(table, chunks), chunk);
      });
    }
    counted.push({ schema: table.schema, name: table.name, rows, chunks });
  }
  return counted;
}

async function writeObjects(
  archive: ArchiveWriter,
  storage: Storage,
  signal: AbortSignal | undefined,
): Promise<Content['objects']> {
  let count = 0;
  let bytes = 0;
  const reading: { key: string; content: Promise<Buffer | null> }[] = [];
  const writeFirst = async () => {
    const first = reading.shift();
    const content = await first?.content;
    // The object was uploaded and replaced after the list was read.
    if (!first || !content) return;
    if (content.length > MAX_OBJECT_BYTES)
      throw new BackupError(`The object ${first.key} is too large for an archive.`);
    await archive.add(`objects/${first.key}`, content);
    count++;
    bytes += content.length;
  };
  for await (const key of storage.list()) {
    signal?.throwIfAborted();
    const content = storage.get(key);
    // The error is reported when this object's turn comes.
    content.catch(() => {});
    reading.push({ key, content });
    if (reading.length === READ_AHEAD) await writeFirst();
  }
  while (reading.length > 0) await writeFirst();
  return { count, bytes };
}

/** Syncs a folder, so that a renamed file in it survives a power failure; Windows needs no such call. */
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}
