import { verifyArchive } from '../server/backup/archive-reader.ts';
import { BackupError } from '../server/backup/backup-error.ts';
import { makeBackup } from '../server/backup/backup-rules.ts';
import { loadBackupKey } from '../server/backup/encryption.ts';
import { withDatabase } from '../server/backup/own-database.ts';
import { type Config, ConfigError, parseConfig } from '../server/platform/config/config.ts';
import { openStorage } from '../server/platform/storage/open-storage.ts';
import { describeContent, size } from './backup/describe.ts';

// Makes a backup, whether Nameplate runs or not, or verifies an archive.
const USAGE = `npm run backup                  writes an archive to BACKUP_DIR and verifies it
npm run backup -- verify FILE   reads an archive to its end and reports what it contains`;

const [command, file, ...rest] = process.argv.slice(2);

try {
  const config = parseConfig(process.env);
  if (command === undefined) await back(config);
  else if (command === 'verify' && file !== undefined && rest.length === 0) await verify(config, file);
  else fail(USAGE);
} catch (error) {
  if (error instanceof BackupError || error instanceof ConfigError) fail(error.message);
  fail(`The backup failed: ${(error as Error).message}`);
}

async function back(config: Config): Promise<void> {
  const storage = await openStorage(config);
  const started = Date.now();
  const {
    file: written,
    bytes,
    manifest,
    deleted,
  } = await withDatabase(config, 'backup', (url) => makeBackup({ config, url, storage, now: new Date() }));
  console.log(`Backup written and verified: ${written}`);
  console.log(`  ${size(bytes)}, ${describeContent(manifest)}, ${Math.round((Date.now() - started) / 1000)} s`);
  for (const { file: old } of deleted) console.log(`  Deleted, no longer kept: ${old}`);
  if (!config.backup.key && !config.backup.keyFile) {
    console.log(
      '  NOT ENCRYPTED: it contains your private keys. Set BACKUP_KEY or BACKUP_KEY_FILE to encrypt backups.',
    );
  }
}

async function verify(config: Config, archive: string): Promise<void> {
  const { header, manifest } = await verifyArchive(archive, await loadBackupKey(config.backup));
  console.log(`The archive is complete and intact. Nameplate ${header.release} made it at ${header.createdAt}.`);
  console.log(`  ${describeContent(manifest)}`);
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
