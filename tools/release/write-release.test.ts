import { createHash } from 'node:crypto';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { ReleaseWriter } from './write-release.ts';

it.each([true, false])('names every file of a release in SHA256SUMS (as hard links: %s)', (link) => {
  const root = mkdtempSync(path.join(tmpdir(), 'nameplate-release-'));
  mkdirSync(path.join(root, 'server'));
  writeFileSync(path.join(root, 'server/main.ts'), 'main');
  writeFileSync(path.join(root, 'start'), 'start', { mode: 0o755 });
  symlinkSync('start', path.join(root, 'alias'));
  const release = path.join(root, 'release');
  const writer = new ReleaseWriter(release, link);
  for (const file of ['server/main.ts', 'start', 'alias']) writer.add(root, file);
  writer.add(root, 'start', 'bin/nameplate');
  writer.write('a/package.json', '{}');
  writer.symlink('bin/start', '../start');
  writer.finish();
  const files = globSync('**/*', { cwd: release, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== 'SHA256SUMS')
    .map((entry) => path.relative(release, path.join(entry.parentPath, entry.name)))
    .sort();
  const sum = (file: string) =>
    createHash('sha256')
      .update(readFileSync(path.join(release, file)))
      .digest('hex');
  expect(files).toEqual(['a/package.json', 'bin/nameplate', 'server/main.ts', 'start']);
  expect(readFileSync(path.join(release, 'SHA256SUMS'), 'utf8')).toBe(
    files.map((file) => `${sum(file)}  ${file}\n`).join(''),
  );
  expect(writer.bytes).toBe(files.reduce((bytes, file) => bytes + statSync(path.join(release, file)).size, 0));
  rmSync(root, { recursive: true });
});
