import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFolder } from './compress-web.ts';
import { finishWebBuild, readWebBuilds } from './web-builds.ts';

const ROOT = join(import.meta.dirname, '../..');
const DIST = join(ROOT, 'dist');
const STAMP = join(DIST, 'built-from');
const SOURCES = [
  'web/**/*',
  'contract/**/*',
  'vite.config.ts',
  'package-lock.json',
  'tools/web/build-web.ts',
  'tools/web/compress-web.ts',
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
 * Builds the browser's files first, because the server's bundle reads their manifest. Neither build empties its folder: a
 * running server still needs the files of the previous build.
 */
async function build(): Promise<void> {
  console.log('Building the web pages ...');
  const started = Date.now();
  rmSync(STAMP, { force: true });
  const builds = readWebBuilds(DIST);
  process.env.NODE_ENV = 'production';
  const vite = await import('vite');
  const result = await vite.build({ root: ROOT, logLevel: 'warn', build: { emptyOutDir: false } });
  await vite.build({ root: ROOT, logLevel: 'warn', build: { emptyOutDir: false, ssr: true } });
  await compressFolder(join(DIST, 'web/assets'));
  const files = [result].flat().flatMap((bundle) => ('output' in bundle ? bundle.output : []));
  finishWebBuild(DIST, { files: files.map(({ fileName }) => fileName), builds, now: Date.now(), isPublic });
  writeFileSync(STAMP, sources);
  console.log(`Built in ${((Date.now() - started) / 1000).toFixed(1)} s.`);
}

/** Returns whether a file comes from web/app/public, which Vite copies without naming its files in the output. */
function isPublic(file: string): boolean {
  return existsSync(join(ROOT, 'web/app/public', file));
}
