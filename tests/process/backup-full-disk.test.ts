import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, rmSync, watch, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { archiveName, draftOf } from '../../server/backup/retention-rules.ts';
import { SmallDisk } from '../faults/world/small-disk.ts';
import { newInstallation } from '../support/backup/installation.ts';
import { runUntilExit } from '../support/server/run-until-exit.ts';
import { useDatabase } from '../support/server/test-database.ts';

// `npm run backup` onto a disk that is too small, is full, or becomes full. A tmpfs serves as such a disk. If none can
// be mounted, and for a disk that fills without warning, writes of the process fail
// (tests/support/server/full-disk.ts).

/** `npm test` has one case of each kind of disk. */
const LONG = { tags: ['long'] };
const OBJECTS = 20;
const OBJECT_BYTES = 1_000_000;
const ENCRYPTED = { BACKUP_KEY: 'correct horse battery staple' };
const FULL_DISK = path.join(import.meta.dirname, '../support/server/full-disk.ts');

const database = useDatabase();
let installation: Awaited<ReturnType<typeof newInstallation>>;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nameplate-full-disk-'));
  installation = await newInstallation({ DATABASE_URL: database.url });
  for (let index = 0; index < OBJECTS; index++) {
    await installation.storage.put(`pictures/random-${index}.webp`, randomBytes(OBJECT_BYTES), 'image/webp');
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await installation?.remove();
});

const STALE = draftOf(archiveName(new Date('2026-11-20T03:00:00Z'), true));
const GOOD = archiveName(new Date('2026-11-19T03:00:00Z'), false);

/** Expects one line that names the reason, exit code 1, and only the named files in the folder. */
function expectCleanEnd(run: { code: number | null; output: string }, backups: string, kept: string[], reason: RegExp) {
  expect(run.output.trim().split('\n')).toEqual([expect.stringMatching(reason)]);
  expect(run.code).toBe(1);
  expect(readdirSync(backups)).toEqual(kept);
}

const backUp = (backups: string, env: Record<string, string> = {}, prefix: string[] = [], args: string[] = []) =>
  runUntilExit([...args, 'tools/backup.ts'], { ...installation.env, BACKUP_DIR: backups, ...env }, prefix);

for (const bytes of [0, 100, 1_000_000, 12_000_000]) {
  const title = `a backup ends with one line, exit code 1 and no file when the disk is full after ${bytes} bytes, and deletes what was left before`;
  it(title, bytes === 12_000_000 ? {} : LONG, async () => {
    const backups = path.join(folder, `after-${bytes}`);
    mkdirSync(backups);
    for (const name of [STALE, GOOD]) writeFileSync(path.join(backups, name), 'x');
    const env = { ...(bytes !== 100 && ENCRYPTED), FULL_DISK: backups, FULL_DISK_BYTES: String(bytes) };
    const run = await backUp(backups, env, [], ['--import', FULL_DISK]);
    expectCleanEnd(run, backups, [GOOD], /^The backup stopped and left no file: the disk is full at .*ENOSPC/);
  });
}

describe.skipIf(SmallDisk.missing() !== null)('a disk of 12 MB', () => {
  let disk: SmallDisk;
  beforeAll(async () => {
    disk = await SmallDisk.make(path.join(folder, 'disk'), 12);
  });
  afterAll(() => disk?.close());
  const backups = () => path.join(disk.path, 'backups');
  const seen = () => path.join(disk.outside, 'backups');
  const begin = (...files: string[]) => {
    disk.free();
    rmSync(seen(), { recursive: true, force: true });
    mkdirSync(seen());
    for (const name of files) writeFileSync(path.join(seen(), name), Buffer.alloc(3_000_000));
  };

  it.each([ENCRYPTED, {}])('ends with one line and no file when the disk is too small (%o)', LONG, async (env) => {
    begin(STALE);
    const run = await backUp(backups(), env, disk.prefix);
    expectCleanEnd(run, seen(), [], /^The backup stopped and left no file: the disk /);
  });

  it('a backup does not begin and keeps the last archive when the disk is full or has no space for another', async () => {
    begin(GOOD, STALE);
    disk.fill(0);
    const full = await backUp(backups(), { BACKUP_KEEP_DAYS: '1' }, disk.prefix);
    expectCleanEnd(full, seen(), [GOOD], /^No backup was begun: the disk of .* MB free, and a backup needs 3\.4 MB/);
    disk.fill(3_200_000);
    const short = await backUp(backups(), { BACKUP_KEEP_DAYS: '1' }, disk.prefix);
    expectCleanEnd(short, seen(), [GOOD], /^No backup was begun: the disk of .* 3\.2 MB free/);
  });

  it('ends with one line and no file when another program fills the disk', LONG, async () => {
    begin(GOOD);
    const watcher = watch(seen(), () => disk.fill(0));
    const run = await backUp(backups(), {}, disk.prefix);
    watcher.close();
    expectCleanEnd(run, seen(), [GOOD], /^The backup stopped and left no file: the disk /);
  });

  it('reports that the embedded database cannot start on a full disk', LONG, async () => {
    begin();
    mkdirSync(path.join(disk.outside, 'data/postgres'), { recursive: true });
    disk.fill(0);
    const dirs = { DATA_DIR: path.join(disk.path, 'data'), BACKUP_DIR: backups() };
    const run = await runUntilExit(['tools/backup.ts'], { ...dirs, PUBLIC_URL: 'http://localhost:3000' }, disk.prefix);
    expectCleanEnd(run, seen(), [], /^The backup failed: ENOSPC: no space left on device, lock '.*data'$/);
  });

  it('deletes archives that are no longer kept to get space, except the newest', LONG, async () => {
    const older = archiveName(new Date('2026-11-18T03:00:00Z'), false);
    begin(older, GOOD);
    disk.fill(1_000_000);
    const run = await backUp(backups(), { BACKUP_KEEP_DAYS: '1' }, disk.prefix);
    expectCleanEnd(run, seen(), [GOOD], /^The backup stopped and left no file: the disk /);
  });
});
