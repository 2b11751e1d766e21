import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface PackageFile {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/**
 * Source maps, static libraries, TypeScript (which Node does not run inside node_modules), country databases of one IP
 * version, and lists of changes. Other text files stay, because one of them may be the only place of a licence.
 */
const USELESS = /\.(map|a|ts|mts|cts)$|-ipv[46]\.mmdb$|(^|\/)(changelog|history|changes)\.md$/i;
/** Folders at the top of a package. */
const USELESS_FOLDERS = /^(tests?|__tests__|docs?|bench(marks?)?|examples?)\//;
/** Headers for compiling against Node, and its manual. */
const USELESS_IN_NODE = /^(include|share)\//;

/** A package of a release: its folder below the root, and the files to ship, relative to that folder. */
export interface ReleasePackage {
  folder: string;
  version: string;
  files: string[];
}

/** Returns the direct dependencies that `sources` import, and the dependencies for this platform only. */
export function directDependencies(root: string, sources: string[]): Record<string, string> {
  const { dependencies, optionalDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>;
    optionalDependencies: Record<string, string>;
  };
  const texts = sources.filter((file) => /\.[jt]s$/.test(file)).map((file) => readFileSync(join(root, file), 'utf8'));
  const isUsed = (name: string) => texts.some((text) => text.includes(`'${name}'`) || text.includes(`'${name}/`));
  const own = new RegExp(`${process.platform}-${process.arch}$`);
  const used = [
    ...Object.entries(dependencies).filter(([name]) => isUsed(name)),
    ...Object.entries(optionalDependencies).filter(([name]) => own.test(name)),
  ];
  return Object.fromEntries(used.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** Returns these packages and the packages that they require, as installed in `root`, sorted by folder. */
export function releasePackages(root: string, names: string[]): ReleasePackage[] {
  const read = (folder: string): PackageFile | undefined => {
    const file = join(root, folder, 'package.json');
    return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  };
  return [...requiredPackages(names, read)]
    .map(([folder, { version }]) => ({ folder, version, files: filesOf(root, folder) }))
    .sort((one, other) => (one.folder < other.folder ? -1 : 1));
}

/** Returns these packages and the packages that they require, by folder, without packages of types. */
export function requiredPackages<P extends PackageFile>(
  names: string[],
  read: (folder: string) => P | undefined,
): Map<string, P> {
  const found = new Map<string, P>();
  const add = (name: string, from: string, isRequired: boolean) => {
    if (name.startsWith('@types/')) return;
    const folder = candidateFolders(name, from).find((candidate) => read(candidate));
    const about = folder === undefined ? undefined : read(folder);
    if (folder === undefined || about === undefined) {
      if (isRequired) throw new Error(`${name}, which ${from || 'package.json'} requires, is not installed`);
      return;
    }
    if (found.has(folder)) return;
    found.set(folder, about);
    for (const dependency of Object.keys(about.dependencies ?? {})) {
      add(dependency, folder, about.optionalDependencies?.[dependency] === undefined);
    }
    for (const dependency of Object.keys(about.optionalDependencies ?? {})) add(dependency, folder, false);
    for (const dependency of Object.keys(about.peerDependencies ?? {})) {
      if (!about.peerDependenciesMeta?.[dependency]?.optional) add(dependency, folder, true);
    }
  };
  for (const name of names) add(name, '', true);
  return found;
}

/** Returns where Node looks for a package: beside the package that requires it, then further up. */
export function candidateFolders(name: string, from: string): string[] {
  const folder = join(from, 'node_modules', name);
  if (from === '') return [folder];
  return [folder, ...candidateFolders(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))))];
}

function filesOf(root: string, folder: string): string[] {
  const base = join(root, folder);
  const isNode = /\/node-[a-z]+-[a-z0-9]+$/.test(folder);
  return globSync('**/*', { cwd: base, withFileTypes: true, exclude: (entry) => entry.name === 'node_modules' })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => relative(base, join(entry.parentPath, entry.name)))
    .filter((file) => !USELESS.test(file) && !USELESS_FOLDERS.test(file) && !(isNode && USELESS_IN_NODE.test(file)))
    .sort();
}
