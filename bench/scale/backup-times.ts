import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { processEnvironment } from '../../tests/support/server/process-environment.ts';

const ROOT = path.join(import.meta.dirname, '../..');

/** Backs up the database and restores the archive into an empty DATA_DIR, with the commands of docs/operate.md. Returns a note. */
export function measureBackup(folder: string, url: string): string {
  const backups = path.join(folder, 'backups');
  mkdirSync(backups);
  const run = (tool: string, env: Record<string, string>, ...args: string[]) => {
    const begun = performance.now();
    const { status, stderr } = spawnSync(process.execPath, [`tools/${tool}.ts`, ...args], {
      cwd: ROOT,
      encoding: 'utf8' as const,
      env: processEnvironment({ BACKUP_DIR: backups, ...env }),
    });
    if (status !== 0) throw new Error(`${tool} failed: ${stderr}`);
    return Math.round((performance.now() - begun) / 1000);
  };
  const saved = run('backup', { DATABASE_URL: url, DATA_DIR: path.join(folder, 'keys') });
  const [file = ''] = readdirSync(backups);
  const archive = path.join(backups, file);
  const restored = run('restore', { DATA_DIR: path.join(folder, 'restored') }, archive);
  const megabytes = Math.round(statSync(archive).size / 2 ** 20);
  return `npm run backup took ${saved} s (${megabytes} MB), npm run restore into an empty DATA_DIR ${restored} s`;
}
