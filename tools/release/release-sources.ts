import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { words } from '../../contract/words.ts';

/** Commands of a release, each a file in tools/. */
export const RELEASE_COMMANDS = words('admin backup doctor health import-views jobs migrate queue restore');

/** Folders that a running Nameplate needs. Local mode needs the PayPal emulator. */
const FOLDERS = '{contract,db,fakes/paypal,mail,server}';
const OTHERS = ['tools/setup.js', 'ops/**/*', 'docs/*.md', 'README.md', 'CHANGELOG.md', 'SECURITY.md', 'LICENSE'];
const IMPORT = /(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

/**
 * Returns the files of `root` that a release contains in addition to packages and built pages, as sorted relative
 * paths.
 */
export function releaseSources(root: string): string[] {
  const files = [`${FOLDERS}/**/*`, ...OTHERS].flatMap((pattern) =>
    globSync(pattern, { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/^\.|\.test\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name))),
  );
  const all = new Set(files);
  for (const command of RELEASE_COMMANDS) addWithImports(root, `tools/${command}.ts`, all);
  requireImports(root, all);
  return [...all].sort();
}

/** Adds a command and its imports from tools/. */
function addWithImports(root: string, file: string, all: Set<string>): void {
  if (all.has(file)) return;
  all.add(file);
  for (const imported of relativeImports(root, file)) {
    if (imported.startsWith('tools/')) addWithImports(root, imported, all);
  }
}

/** Throws if a file imports a file that the release does not contain. */
function requireImports(root: string, all: Set<string>): void {
  for (const file of all) {
    if (!file.endsWith('.ts') || file.endsWith('.d.ts')) continue;
    const missing = relativeImports(root, file).find((imported) => !all.has(imported));
    if (missing) throw new Error(`${file} imports ${missing}, which is not part of a release`);
  }
}

function relativeImports(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  return [...text.matchAll(IMPORT)]
    .map(([, path = '']) => relative(root, resolve(root, dirname(file), path)))
    .filter((path) => existsSync(join(root, path)));
}
