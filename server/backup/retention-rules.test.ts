import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { archiveName, deleteDrafts, deleteExpired, draftOf, expiredArchives, listArchives } from './retention-rules.ts';

const NOW = new Date('2026-11-22T12:00:00.000Z');
const daysAgo = (days: number) => ({ at: new Date(NOW.getTime() - days * DAY) });

it('keeps the newest archives up to the number and the age of the settings', () => {
  const archives = [0, 1, 2, 3, 29, 31, 60].map(daysAgo);
  expect(expiredArchives(archives, { keep: 3, keepDays: 30, now: NOW })).toEqual([3, 29, 31, 60].map(daysAgo));
  expect(expiredArchives(archives, { keep: 100, keepDays: 30, now: NOW })).toEqual([31, 60].map(daysAgo));
  expect(expiredArchives([30, 0, 1].map(daysAgo), { keep: 100, keepDays: 30, now: NOW })).toEqual([]);
  expect(expiredArchives([1, 0, 2].map(daysAgo), { keep: 2, keepDays: 30, now: NOW })).toEqual([daysAgo(2)]);
});

it('never deletes the newest archive, whatever its age', () => {
  expect(expiredArchives([90, 60].map(daysAgo), { keep: 1, keepDays: 30, now: NOW })).toEqual([daysAgo(90)]);
});

it('lists archives with their time and size, newest first, and ignores other files', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'nameplate-retention-'));
  try {
    const times = [3, 1, 2].map((days) => daysAgo(days).at);
    for (const [at, time] of times.entries())
      await writeFile(path.join(folder, archiveName(time, at === 1)), 'x'.repeat(at));
    const name = archiveName(NOW, false);
    expect(name).toBe('nameplate-20261122T120000Z.tar.gz');
    for (const other of [`x${name}`, `${name}x`, `${name}.age.age`]) await writeFile(path.join(folder, other), '');
    await writeFile(path.join(folder, draftOf(`x${name}`)), '');
    const found = await listArchives(folder);
    expect(found.map(({ at, bytes }) => [at, bytes])).toEqual([1, 2, 0].map((at) => [times[at], at]));
    expect(found[0]?.file).toBe(path.join(folder, 'nameplate-20261121T120000Z.tar.gz.age'));
    await deleteDrafts(folder);
    expect(await readdir(folder)).toContain(draftOf(`x${name}`));
    await expect(listArchives(path.join(folder, `x${name}`))).rejects.toMatchObject({ code: 'ENOTDIR' });
  } finally {
    await rm(folder, { recursive: true });
  }
});

it('deletes expired archives and the files of interrupted backups, and no other file', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'nameplate-retention-'));
  try {
    const [old, kept] = [archiveName(daysAgo(40).at, false), archiveName(daysAgo(1).at, true)];
    const left = [daysAgo(2).at, NOW].map((at) => draftOf(archiveName(at, true)));
    for (const name of [old, kept, ...left, 'notes.txt', 'notes.part']) await writeFile(path.join(folder, name), 'x');
    const deleted = await deleteExpired(folder, { keep: 7, keepDays: 30, now: NOW });
    expect(deleted.map(({ file }) => path.basename(file))).toEqual([old]);
    await deleteDrafts(folder);
    expect((await readdir(folder)).sort()).toEqual([kept, 'notes.part', 'notes.txt'].sort());
    expect((await listArchives(folder)).map(({ at }) => at)).toEqual([daysAgo(1).at]);
    expect(await listArchives(path.join(folder, 'missing'))).toEqual([]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
