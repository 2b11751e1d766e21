import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { diskFault, readDiskSpace, spaceOf } from './disk-space.ts';

it('reads the free space of a folder, or of its nearest existing parent', async () => {
  const space = await readDiskSpace(tmpdir());
  expect(space.freeBytes).toBeGreaterThan(0);
  expect(space.sizeBytes).toBeGreaterThanOrEqual(space.freeBytes);
  expect((await readDiskSpace(path.join(tmpdir(), 'not', 'yet', 'there'))).sizeBytes).toBe(space.sizeBytes);
});

it.each([
  [
    'as df does, without what only the superuser may write',
    { bavail: 20, bfree: 30, ffree: 900, files: 1000 },
    20 / 90,
  ],
  ['by the number of files, if fewer of them are free', { bavail: 90, bfree: 90, ffree: 10, files: 1000 }, 0.01],
  ['by bytes, where files are not counted', { bavail: 20, bfree: 20, ffree: 0, files: 0 }, 0.2],
  ['as zero when it is full', { bavail: 0, bfree: 10, ffree: 900, files: 1000 }, 0],
])('counts the free part of a disk %s', (_how, counts, share) => {
  expect(spaceOf({ ...counts, blocks: 100, bsize: 4096 })).toEqual({
    sizeBytes: 409_600,
    freeBytes: counts.bavail * 4096,
    freeShare: share,
  });
});

it('recognises the error codes of a disk that accepts no more bytes', () => {
  const codes = ['ENOSPC', 'EDQUOT', 'EROFS', 'EACCES', undefined];
  expect(codes.map((code) => diskFault({ code }) !== undefined)).toEqual([true, true, true, false, false]);
  expect([null, undefined, 'ENOSPC'].map(diskFault)).toEqual([undefined, undefined, undefined]);
});
