/** @module-tag long */
import { access, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { startApp } from '../support/server/app-process.ts';
import { runUntilExit } from '../support/server/run-until-exit.ts';

it('writes a verified backup when the schedule is due, deletes expired ones, and appears in the list of restore', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'nameplate-scheduled-'));
  const old = path.join(folder, 'nameplate-20200101T000000Z.tar.gz');
  await mkdir(folder, { recursive: true });
  await writeFile(old, 'an old archive');
  const backup = {
    BACKUP_DIR: folder,
    BACKUP_SCHEDULE: '* * * * *',
    BACKUP_KEEP: '1',
    BACKUP_KEY: 'correct horse battery',
  };
  const app = await startApp({ env: backup });
  try {
    // A backup is due every minute.
    await expect.poll(() => app.output(), { timeout: 180_000 }).toContain('a backup was written and verified');
    await expect(access(old)).rejects.toThrow();
    const [name = ''] = (await readdir(folder)).filter((one) => one.endsWith('.tar.gz.age'));
    const env = { ...backup, DATA_DIR: app.dataDir };
    const verified = await runUntilExit(['tools/backup.ts', 'verify', path.join(folder, name)], env);
    expect([verified.code, verified.output]).toEqual([0, expect.stringContaining('complete and intact')]);
    expect((await runUntilExit(['tools/restore.ts'], env)).output).toContain(name);
    // A restore over a running instance.
    const refused = await runUntilExit(['tools/restore.ts', path.join(folder, name), '--yes'], env);
    expect([refused.code, refused.output]).toEqual([1, expect.stringContaining('already using DATA_DIR')]);
  } finally {
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  }
}, 300_000);
