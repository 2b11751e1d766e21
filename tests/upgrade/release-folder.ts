import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { hashOfMigration } from '../../tools/check/migrations/migration-hashes.ts';

/** A folder with the code of a release, its packages and its built pages. */
export interface ReleaseFolder {
  /** Its name in the report. */
  name: string;
  path: string;
}

/** Takes a commit from the history of `root` into a folder, with its packages and its built pages. */
export function checkOut(root: string, commit: string, path: string): void {
  mkdirSync(path, { recursive: true });
  const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 1024 ** 3 });
  execFileSync('tar', ['-x', '-C', path], { input: archive });
  // Otherwise the release gets separate packages, because those of the working tree never change.
  if (hasPackages(root, path)) linkPackages(root, path);
  runSetup(path);
}

/** Copies the working tree, with what git does not ignore, its packages and its built pages. */
export function copyBuilt(root: string, path: string): void {
  const files = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1024 ** 3,
  });
  for (const file of files.split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue;
    mkdirSync(dirname(join(path, file)), { recursive: true });
    cpSync(join(root, file), join(path, file));
  }
  cpSync(join(root, 'dist'), join(path, 'dist'), { recursive: true, preserveTimestamps: true });
  linkPackages(root, path);
}

/** Builds the pages of a folder whose sources were changed. */
export function runSetup(path: string): void {
  const setup = spawnSync('node', ['tools/setup.js', '--web'], { cwd: path, encoding: 'utf8' });
  if (setup.status !== 0) throw new Error(`Setting up ${path} failed:\n${setup.stdout}${setup.stderr}`);
}

/** Returns the migrations of a release that a later tree changed or lost; databases that applied them keep the old result. */
export function changedMigrations(release: string, tree: string): string[] {
  const folder = 'db/migrations';
  return readdirSync(join(release, folder)).filter((file) => {
    const later = join(tree, folder, file);
    if (!file.endsWith('.ts')) return false;
    return !existsSync(later) || hashOfMigration(later) !== hashOfMigration(join(release, folder, file));
  });
}

/** Makes the assets of each folder available in the other, for releases that do not share them by themselves. */
export function exchangeAssets(one: string, other: string): void {
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    cpSync(join(from, 'dist/web/assets'), join(to, 'dist/web/assets'), { recursive: true, force: false });
  }
}

function linkPackages(root: string, path: string): void {
  rmSync(join(path, 'node_modules'), { recursive: true, force: true });
  symlinkSync(join(root, 'node_modules'), join(path, 'node_modules'));
}

/** Whether the packages that are installed in `root` are those of another folder's lockfile, as in tools/setup.js. */
function hasPackages(root: string, path: string): boolean {
  const read = (file: string): Record<string, { version?: string; optional?: boolean }> =>
    JSON.parse(readFileSync(file, 'utf8')).packages;
  const present = read(join(root, 'node_modules/.package-lock.json'));
  return Object.entries(read(join(path, 'package-lock.json'))).every(
    ([name, { version, optional }]) => name === '' || optional || present[name]?.version === version,
  );
}
