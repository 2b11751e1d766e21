import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { compressFolder } from './compress-web.ts';

const ROOT = join(import.meta.dirname, '..');
const STAMP = join(ROOT, 'dist/built-from');
const SOURCES = [
  'web/**/*',
  'contract/**/*',
  'vite.config.ts',
  'package-lock.json',
  'tools/build-web.ts',
  'tools/compress-web.ts',
];
const RESULTS = ['dist/web/.vite/manifest.json', 'dist/ssr/pages.js'];

const sources = hashOfSources();
if (!isBuilt()) await build();

function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = globSync(SOURCES, { cwd: ROOT, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  for (const file of files) hash.update(file.slice(ROOT.length)).update('\0').update(readFileSync(file)).update('\0');
  return hash.digest('hex');
}

function isBuilt(): boolean {
  if (!RESULTS.every((file) => existsSync(join(ROOT, file)))) return false;
  return existsSync(STAMP) && readFileSync(STAMP, 'utf8') === sources;
}

/**
 * The browser's files first: the server's bundle reads their manifest. Both are written over what is there, so that a
 * server that runs meanwhile still finds its files.
 */
async function build(): Promise<void> {
  console.log('Building the web pages ...');
  const started = Date.now();
  rmSync(STAMP, { force: true });
  process.env.NODE_ENV = 'production';
  const vite = await import('vite');
  await vite.build({ root: ROOT, logLevel: 'warn', build: { emptyOutDir: false } });
  await vite.build({ root: ROOT, logLevel: 'warn', build: { emptyOutDir: false, ssr: true } });
  await compressFolder(join(ROOT, 'dist/web/assets'));
  removeLeftovers(started - 24 * 3600 * 1000);
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  writeFileSync(STAMP, sources);
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

/** Files of earlier builds, which no open page asks for any more. */
function removeLeftovers(before: number): void {
  for (const file of globSync('dist/web/assets/**/*', { cwd: ROOT })) {
    const path = join(ROOT, file);
    const stat = statSync(path);
    if (stat.isFile() && stat.mtimeMs < before && !isPublic(file)) rmSync(path);
  }
}

/** Copied from the sources with their dates, so their age says nothing. */
function isPublic(file: string): boolean {
  return existsSync(join(ROOT, 'web/app/public', relative('dist/web', file)));
}
