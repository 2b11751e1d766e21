import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { finishWebBuild, readWebBuilds } from './web-builds.ts';

const now = Date.now();
let dist: string;

beforeEach(() => {
  dist = mkdtempSync(join(tmpdir(), 'nameplate-dist-'));
  mkdirSync(join(dist, 'web/assets'), { recursive: true });
  mkdirSync(join(dist, 'web/.vite'));
});
afterEach(() => rmSync(dist, { recursive: true }));

/** Writes files with a modification time 30 days ago. */
function put(...files: string[]): string[] {
  for (const file of files) {
    writeFileSync(join(dist, 'web', file), file);
    utimesSync(join(dist, 'web', file), new Date(now - 30 * DAY), new Date(now - 30 * DAY));
  }
  return files;
}

/** Records a build of these files `day` days from now. */
function build(day: number, ...files: string[]): void {
  const builds = readWebBuilds(dist);
  finishWebBuild(dist, {
    files: put(...files),
    builds,
    now: now + day * DAY,
    isPublic: (file) => file.includes('icon'),
  });
}

const remaining = () => readdirSync(join(dist, 'web/assets')).sort();

it('keeps files that the manifest of an older release names, and removes files that no build names', () => {
  put('assets/entry-1.js', 'assets/entry-1.js.br', 'assets/style-1.css', 'assets/font-1.woff2', 'assets/lost.js');
  put('assets/icon.svg');
  const manifest = {
    entry: { file: 'assets/entry-1.js', css: ['assets/style-1.css'], assets: ['assets/font-1.woff2'] },
  };
  writeFileSync(join(dist, 'web/.vite/manifest.json'), JSON.stringify(manifest));
  build(0, 'assets/entry-2.js');
  expect(remaining()).toEqual(['entry-1.js', 'entry-1.js.br', 'entry-2.js', 'font-1.woff2', 'icon.svg', 'style-1.css']);
});

it('keeps every build for a week after it was replaced, and the previous build longer', () => {
  for (const day of [1, 2, 3]) build(day, `assets/entry-${day}.js`);
  expect(remaining()).toHaveLength(3);
  // Build 1 was replaced on day 2, build 2 on day 3.
  build(9.5, 'assets/entry-9.js');
  expect(remaining()).toEqual(['entry-2.js', 'entry-3.js', 'entry-9.js']);
  build(100, 'assets/entry-100.js');
  expect(remaining()).toEqual(['entry-100.js', 'entry-9.js']);
});
