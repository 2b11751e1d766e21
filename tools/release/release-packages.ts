import { existsSync, globSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

interface PackageFile {
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Source maps, and TypeScript, which Node does not run inside node_modules. */
const USELESS = /\.(map|ts|mts|cts)$/;
/** Headers for compiling against Node, and its manual. */
const USELESS_IN_NODE = /^(include|share)\//;

/** A package of a release: its folder below the root, and the files to ship, relative to that folder. */
export interface ReleasePackage {
  folder: string;
  version: string;
  files: string[];
}

/** Returns the direct dependencies that `sources` import, and those that are for this platform only. */
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

/** Returns these packages and those that they require, as installed in `root`, sorted by folder. */
export function releasePackages(root: string, names: string[]): ReleasePackage[] {
  const found = new Map<string, ReleasePackage>();
  const add = (name: string, from: string, isRequired: boolean) => {
    if (name.startsWith('@types/')) return;
    const folder = resolvePackage(root, name, from);
    if (folder === undefined) {
      if (isRequired) throw new Error(`${name}, which ${from || 'package.json'} requires, is not installed`);
      return;
    }
    if (found.has(folder)) return;
    const about = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')) as PackageFile;
    found.set(folder, { folder, version: about.version, files: filesOf(root, folder) });
    for (const dependency of Object.keys(about.dependencies ?? {})) {
      add(dependency, folder, about.optionalDependencies?.[dependency] === undefined);
    }
    for (const dependency of Object.keys(about.optionalDependencies ?? {})) add(dependency, folder, false);
    for (const dependency of Object.keys(about.peerDependencies ?? {})) {
      if (!about.peerDependenciesMeta?.[dependency]?.optional) add(dependency, folder, true);
    }
  };
  for (const name of names) add(name, '', true);
  return [...found.values()].sort((one, other) => (one.folder < other.folder ? -1 : 1));
}

/** Resolves a package as Node does: beside the package that requires it, then further up. */
function resolvePackage(root: string, name: string, from: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const candidate = join(folder, 'node_modules', name);
    if (existsSync(join(root, candidate, 'package.json'))) return candidate;
    if (folder === '') return undefined;
  }
}

function filesOf(root: string, folder: string): string[] {
  const base = join(root, folder);
  const isNode = /\/node-[a-z]+-[a-z0-9]+$/.test(folder);
  return globSync('**/*', { cwd: base, withFileTypes: true, exclude: (entry) => entry.name === 'node_modules' })
    .filter((entry) => entry.isFile() || entry.isSymbolicLink())
    .map((entry) => relative(base, join(entry.parentPath, entry.name)))
    .filter((file) => !USELESS.test(file) && !(isNode && USELESS_IN_NODE.test(file)))
    .sort();
}
