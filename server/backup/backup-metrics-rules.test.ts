import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { parseConfig } from '../platform/config/config.ts';
import { registry } from '../platform/metrics/registry.ts';
import { measureBackups } from './backup-metrics-rules.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nameplate-backup-metrics-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Returns the age and the delay, each undefined if absent. The metrics are cached for five seconds. */
async function figures(): Promise<(number | undefined)[]> {
  const later = performance.now() + 6000;
  vi.spyOn(performance, 'now').mockReturnValue(later);
  const names = ['nameplate_backup_age_seconds', 'nameplate_backup_overdue_seconds'];
  return Promise.all(names.map(async (name) => (await registry.getSingleMetric(name)?.get())?.values[0]?.value));
}

it('measures the age of the newest archive, and how long a scheduled one has been missing', async () => {
  let now = new Date('2026-11-22T12:15:00Z');
  const { backup } = parseConfig({ BACKUP_DIR: folder, BACKUP_SCHEDULE: '15 2 * * *' });
  measureBackups(backup, () => now);
  expect(await figures()).toEqual([undefined, 10 * 3600]);
  await writeFile(path.join(folder, 'nameplate-20261122T121000Z.tar.gz'), 'x');
  expect(await figures()).toEqual([300, 0]);
  now = new Date('2026-11-23T02:14:59Z');
  expect(await figures()).toEqual([50_699, 0]);
  now = new Date('2026-11-23T03:15:00Z');
  expect(await figures()).toEqual([54_300, 3600]);
  // The clock of a machine may go backwards.
  now = new Date('2026-11-23T03:10:00Z');
  expect(await figures()).toEqual([54_000, 3300]);
  await writeFile(path.join(folder, 'nameplate-20261123T021502Z.tar.gz.age'), 'x');
  expect((await figures())[1]).toBe(0);
  vi.restoreAllMocks();
});

it('measures no delay without a schedule', async () => {
  measureBackups(parseConfig({ BACKUP_DIR: path.join(folder, 'none') }).backup);
  expect(await figures()).toEqual([undefined, undefined]);
  vi.restoreAllMocks();
});
