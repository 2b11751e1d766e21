import type pg from 'pg';
import { ownMigrations } from '../../../db/migrate.ts';
import type { Config } from '../../platform/config/config.ts';
import { systemClock } from '../../platform/jobs/clock.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import type { ArchiveHeader, ArchiveManifest } from '../archive-format.ts';
import { readArchive } from '../archive-reader.ts';
import { BackupError } from '../backup-error.ts';
import { withConnection } from '../connection-store.ts';
import { type BackupKey, loadBackupKey } from '../encryption.ts';
import { beginImport, type Import } from '../import-store.ts';
import { type ArchivedKey, differingKeys, missingSecrets, stageKeys } from '../key-files.ts';
import { readRemovedPictures, removeAgain } from './removed-again.ts';
import { createObjectImport, type ObjectImport } from './restore-objects.ts';
import { beginObjectList, readTarget, scheduleReplacedObjects } from './target-store.ts';

/** An archive that was read to its end and found intact, and that this release can restore. */
export interface CheckedArchive {
  file: string;
  key: BackupKey | undefined;
  header: ArchiveHeader;
  manifest: ArchiveManifest;
  keys: ArchivedKey[];
}

export interface RestoreResult {
  /** Objects of the replaced installation, which are deleted a day later. */
  replacedObjects: number;
  /** Whether SECRET_KEY lacks secrets of the archive. */
  lacksSecrets: boolean;
}

/** Reads a whole archive. Throws if it is damaged, cannot be decrypted, or was made by a newer release. Changes nothing. */
export async function checkArchive(config: Config, file: string): Promise<CheckedArchive> {
  const key = await loadBackupKey(config.backup);
  const keys: ArchivedKey[] = [];
  let header: ArchiveHeader | undefined;
  for await (const part of readArchive(file, key)) {
    if (part.kind === 'header') {
      header = part.header;
      await checkRelease(header);
    }
    if (part.kind === 'key') keys.push(part);
    if (part.kind === 'manifest' && header) return { file, key, header, manifest: part.manifest, keys };
  }
  throw new BackupError('The archive is damaged: it is not complete.');
}

/** Throws if the archive has the schema of a newer release, or a schema that no release had. */
async function checkRelease({ release, migrations }: ArchiveHeader): Promise<void> {
  const own = Object.keys(await ownMigrations());
  const newer = migrations.filter((name) => !own.includes(name));
  if (newer.length > 0) {
    throw new BackupError(
      `The archive was made by Nameplate ${release}, which is newer than this release: its database has the migrations ` +
        `${newer.join(', ')}. Restore it with that release or a newer one.`,
    );
  }
  if (migrations.join() !== own.slice(0, migrations.length).join()) {
    throw new BackupError('The archive is damaged: its database has a migration without the ones before it.');
  }
}

/**
 * Returns what a restore would replace, one line each; empty for an empty installation. Throws while processes use the
 * database.
 */
export async function describeTarget(
  { config, url, storage }: { config: Config; url: string; storage: Storage },
  { keys }: Pick<CheckedArchive, 'keys'>,
): Promise<string[]> {
  const { counts, processes } = await withConnection(url, readTarget);
  if (processes.length > 0) {
    throw new BackupError(
      `Nameplate is running on this database (${processes.join(', ')}). Stop every process, wait 30 seconds if one was ` +
        'killed, then try again.',
    );
  }
  const found: string[] = [];
  if (Object.keys(counts).length > 0) {
    const list = Object.entries(counts).map(
      ([name, count]) => `${count} ${name.replace('mail_recipients', 'queued emails')}`,
    );
    found.push(`the database, with ${list.join(', ')}`);
  }
  for (const file of await differingKeys(config, keys)) found.push(`the key in ${file}`);
  for await (const _ of storage.list()) {
    found.push('stored pictures');
    break;
  }
  return found;
}

/**
 * Replaces the database, the keys and the objects with those of an archive. The database changes in one transaction, so
 * that a failure at any time leaves it as it was; keys are put in place just before the commit, and objects are added
 * beside the existing ones.
 */
export async function restoreArchive(
  { config, url, storage }: { config: Config; url: string; storage: Storage },
  archive: CheckedArchive,
): Promise<RestoreResult> {
  const migrations = await ownMigrations();
  const keys = await stageKeys(config, archive.keys);
  const objects = await createObjectImport(storage, config.dataDir);
  try {
    const replacedObjects = await withConnection(url, async (client) => {
      await client.query('begin');
      let loading: Import | undefined;
      try {
        const addKey = await beginObjectList(client);
        const removed = await readRemovedPictures(client);
        loading = await beginImport(client, archive.header, migrations);
        await load(archive, { loading, objects, addKey });
        await loading.finish(archive.manifest);
        await removeAgain(client, removed, systemClock());
        await objects.finish();
        const replaced = await scheduleReplacedObjects(client, storage);
        await commitWithKeys(client, keys.install);
        return replaced;
      } catch (error) {
        // Ends the transaction without a trace.
        await loading?.abort();
        throw error;
      }
    });
    // The restore is complete; if this fails, autovacuum analyzes within minutes.
    await withConnection(url, (client) => client.query('analyze')).catch(() => {});
    return { replacedObjects, lacksSecrets: missingSecrets(config, archive.keys).length > 0 };
  } catch (error) {
    if (error instanceof UnknownOutcomeError) throw error;
    const left = await objects.undo();
    if (left === 0) throw error;
    throw new BackupError(
      `${(error as Error).message}\nThe database and the keys are unchanged, but ${left} restored objects could not be deleted ` +
        'from the storage. Nothing refers to them.',
    );
  } finally {
    await keys.discard();
    await objects.close();
  }
}

/** Thrown if the connection broke during the commit. */
class UnknownOutcomeError extends BackupError {}

async function commitWithKeys(client: pg.Client, install: () => Promise<() => Promise<void>>): Promise<void> {
  const undoKeys = await install();
  try {
    await client.query('commit');
  } catch (error) {
    // An error from the server means that it rolled back.
    if ((error as { code?: string }).code) {
      await undoKeys();
      throw error;
    }
    throw new UnknownOutcomeError(
      `The connection to the database broke at the end (${(error as Error).message}), so the restore may be complete or not. ` +
        'The keys are those of the archive. Run the same command again.',
    );
  }
}

async function load(
  { file, key, header }: CheckedArchive,
  to: { loading: Import; objects: ObjectImport; addKey: (key: string) => Promise<void> },
): Promise<void> {
  for await (const part of readArchive(file, key)) {
    if (part.kind === 'header' && JSON.stringify(part.header) !== JSON.stringify(header)) {
      throw new BackupError('The archive was replaced while it was restored.');
    }
    if (part.kind === 'rows') await to.loading.addRows(part.table, part.content);
    if (part.kind === 'object') {
      await to.loading.endRows();
      await to.addKey(part.key);
      await to.objects.put(part.key, part.content);
    }
  }
}
