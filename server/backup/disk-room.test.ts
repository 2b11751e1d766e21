import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { readDiskSpace } from '../platform/storage/disk-space.ts';
import { BackupError } from './backup-error.ts';
import { leavingRoom, makeRoom } from './disk-room.ts';
import { archiveName } from './retention-rules.ts';

const RULE = { keep: 7, keepDays: 30, now: new Date('2026-11-22T12:00:00Z') };
const name = (daysAgo: number) => archiveName(new Date(RULE.now.getTime() - daysAgo * DAY), true);

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nameplate-room-'));
});
afterEach(() => rm(folder, { recursive: true }));

it('deletes no archive, however old, while there is space for another', async () => {
  for (const days of [60, 90]) await writeFile(path.join(folder, name(days)), 'x');
  expect(await makeRoom(folder, RULE)).toEqual([]);
  expect(await readdir(folder)).toHaveLength(2);
});

it('begins no backup if the disk has less space than the last one took, and never deletes the last one', async () => {
  for (const days of [31, 40, 60]) await writeFile(path.join(folder, name(days)), 'x');
  // A file without blocks, which fills nothing.
  await truncate(path.join(folder, name(31)), (await readDiskSpace(folder)).freeBytes);
  const error = await makeRoom(folder, RULE).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(BackupError);
  expect((error as Error).message).toMatch(/^No backup was begun: the disk of .* MB free, and a backup needs .* MB\./);
  expect(await readdir(folder)).toEqual([name(31)]);
});

it('stops a backup before it fills the last part of the disk', async () => {
  const [written, sizeBytes] = [[] as string[], 10_000_000];
  let freeBytes = sizeBytes / 50;
  const writer = {
    add: async (name: string) => void written.push(name),
    finish: async () => {},
    abort: async () => {},
  };
  const archive = leavingRoom(writer, folder, async () => ({ sizeBytes, freeBytes, freeShare: 0.1 }));
  await archive.add('one', Buffer.alloc(1));
  freeBytes = sizeBytes / 200;
  await archive.add('two', Buffer.alloc(1));
  await expect(archive.add('three', Buffer.alloc(5_000_000))).rejects.toThrow(/^The backup stopped and left no file: /);
  expect(written).toEqual(['one', 'two']);
});
