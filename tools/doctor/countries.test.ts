import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkCountries } from './countries.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nameplate-geoip-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const check = (geoipDb: string | undefined, now?: Date) =>
  checkCountries({ analytics: { geoipDb, cdnSince: undefined } }, now);

it('names the packaged country database with its licence and date', async () => {
  const finding = await check(undefined, new Date('2026-12-01'));
  expect(finding.kind).toBe('ok');
  expect(finding.what).toMatch(/CC0 1\.0\), 202\d-\d\d-\d\d$/);
});

it('notes a database that is older than a year', async () => {
  expect(await check(undefined, new Date('2036-01-01'))).toMatchObject({ kind: 'note' });
});

it.each([
  ['is missing', undefined],
  ['is empty', ''],
  ['is no database', 'x'.repeat(5000)],
])('reports a file of GEOIP_DB that %s', async (_name, content) => {
  const file = path.join(folder, `${content?.length ?? 'missing'}.mmdb`);
  if (content !== undefined) await writeFile(file, content);
  const finding = await check(file);
  expect(finding.kind).toBe('wrong');
  expect(finding.what).toContain(`GEOIP_DB: ${file} cannot be used`);
});
