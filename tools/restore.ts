import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { BackupError } from '../server/backup/backup-error.ts';
import { withDatabase } from '../server/backup/own-database.ts';
import { checkArchive, describeTarget, restoreArchive } from '../server/backup/restore/restore-rules.ts';
import { listArchives } from '../server/backup/retention-rules.ts';
import { type Config, ConfigError, parseConfig } from '../server/platform/config/config.ts';
import { openStorage } from '../server/platform/storage/open-storage.ts';
import { describeContent, size } from './backup/describe.ts';

// Restores an archive while Nameplate does not run.
const USAGE = `npm run restore                     lists the archives in BACKUP_DIR
npm run restore -- FILE             restores an archive into an empty installation
npm run restore -- FILE --yes       replaces the database, the keys and the pictures that are there`;

try {
  const config = parseConfig(process.env);
  const { file, yes } = readArguments();
  if (file === undefined) await list(config);
  else await restore(config, resolve(file), yes);
} catch (error) {
  if (error instanceof BackupError || error instanceof ConfigError) fail(error.message);
  fail(`The restore failed, and the database and the keys are unchanged: ${(error as Error).message}`);
}

async function list(config: Config): Promise<void> {
  const { folder } = config.backup;
  const archives = await listArchives(folder);
  console.log(archives.length === 0 ? `There is no backup in ${folder}.` : `Backups in ${folder}, newest first:`);
  for (const { file, at, bytes } of archives)
    console.log(`  ${at.toISOString()}  ${size(bytes).padStart(10)}  ${file}`);
  console.log(`\n${USAGE}`);
}

async function restore(config: Config, file: string, yes: boolean): Promise<void> {
  console.log(`Verifying ${file}`);
  const archive = await checkArchive(config, file);
  const { header, manifest } = archive;
  console.log(`  made at ${header.createdAt} by Nameplate ${header.release}: ${describeContent(manifest)}`);
  const storage = await openStorage(config);
  const result = await withDatabase(config, 'restore', async (url) => {
    const present = await describeTarget({ config, url, storage }, archive);
    if (present.length > 0 && !yes) {
      throw new BackupError(
        `This would replace what is there:\n${present.map((what) => `  ${what}`).join('\n')}\nNothing was changed. ` +
          'Add --yes to replace it; make a backup of it first with `npm run backup`.',
      );
    }
    return restoreArchive({ config, url, storage }, archive);
  });
  console.log('Restored.');
  if (result.replacedObjects > 0) {
    console.log(`  ${result.replacedObjects} stored objects are not in the archive, and will be deleted in a day.`);
  }
  if (result.lacksSecrets) {
    console.log(`  SECRET_KEY lacks secrets of the archive, so return addresses of mail that was forwarded earlier are invalid.
  Append the content of ${resolve(config.dataDir, 'secret.key')} to SECRET_KEY, after a comma, for at least 21 days.`);
  }
  console.log(`  THE MAIL QUEUE IS PAUSED: its mail may have been delivered since the backup was made. Start Nameplate, check it with
  "npm run queue -- list", delete what must not be sent again, then run "npm run queue -- resume".`);
}

function readArguments(): { file: string | undefined; yes: boolean } {
  try {
    const { positionals, values } = parseArgs({ options: { yes: { type: 'boolean' } }, allowPositionals: true });
    if (positionals.length > 1) fail(USAGE);
    return { file: positionals[0], yes: values.yes === true };
  } catch (error) {
    fail(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}
