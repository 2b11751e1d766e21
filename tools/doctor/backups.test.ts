import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseConfig } from '../../server/platform/config/config.ts';
import { checkBackups } from './backups.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplate-doctor-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const check = async (now: string, schedule = '15 2 * * *') =>
  (
    await checkBackups(
      parseConfig({ BACKUP_DIR: folder, BACKUP_SCHEDULE: schedule, BACKUP_KEY: 'x'.repeat(16) }),
      new Date(now),
    )
  ).map(({ kind, what }) => [kind, what]);

it('reports no fault while the newest backup is not older than the last due time', async () => {
  writeFileSync(join(folder, 'nameplate-20261122T021503Z.tar.gz.age'), 'x');
  const fine = [['ok', 'the last backup was made at 2026-11-22T02:15:03.000Z']];
  expect(await check('2026-11-22T23:00:00Z')).toEqual(fine);
  // The next backup may take an hour.
  expect(await check('2026-11-23T03:00:00Z')).toEqual(fine);
});

it('reports a scheduled backup that is missing', async () => {
  expect(await check('2026-11-22T12:00:00Z')).toEqual([
    ['wrong', `there is no backup in ${folder}, and one was due at 2026-11-22T02:15:00.000Z`],
  ]);
  writeFileSync(join(folder, 'nameplate-20261122T021503Z.tar.gz.age'), 'x');
  expect((await check('2026-11-23T03:16:00Z'))[0]?.[0]).toBe('wrong');
});

it('suggests a schedule and a key if none is set', async () => {
  const found = await checkBackups(parseConfig({ BACKUP_DIR: folder }));
  expect(found.map(({ kind }) => kind)).toEqual(['note']);
  const open = await checkBackups(parseConfig({ BACKUP_DIR: folder, BACKUP_SCHEDULE: '0 0 * * *' }));
  expect(open.map(({ what }) => what)).toContain('backups are not encrypted: set BACKUP_KEY or BACKUP_KEY_FILE');
});
