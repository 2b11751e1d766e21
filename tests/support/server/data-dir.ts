import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Returns the path of the run's DATA_DIR template, or undefined outside of a run. A run that a test starts uses that of the
 * outer run.
 */
export function dataDirTemplate(): string | undefined {
  const folder = process.env.NAMEPLATE_TEST_RUN;
  return process.env.NAMEPLATE_DATA_DIR_TEMPLATE ?? (folder && join(folder, 'data-dir-template'));
}

/**
 * Creates a DATA_DIR with an embedded database that is already migrated, because the first start of an app in an empty
 * folder takes seconds longer. Without a template, the folder is empty.
 */
export function newDataDir(name: string): string {
  const dataDir = mkdtempSync(join(tmpdir(), `nameplate-${name}-`));
  const template = dataDirTemplate();
  if (template && existsSync(template)) copyDataDir(template, dataDir);
  return dataDir;
}

/** Copies a DATA_DIR whose database is stopped, with the owner and mode of each file. */
export function copyDataDir(from: string, to: string): void {
  const { status, stderr } = spawnSync('cp', ['-a', `${from}/.`, to], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`cp of ${from} failed: ${stderr}`);
}
