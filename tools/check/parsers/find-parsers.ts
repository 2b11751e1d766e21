import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModule, type Unit } from './read-module.ts';
import { scans } from './scans.ts';

/** Code that runs on the server, and the part of the browser's code that reads foreign pages. */
const SOURCES = ['{mail,server,contract}/**/*.{ts,tsx}', 'web/editor/links/import/**/*.{ts,tsx}'];

/** Returns each exported function, method and schema under `root` that reads text or bytes, as `path#name`, sorted. */
export function findParsers(root: string): string[] {
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !/\.test\.|\.d\.ts$/.test(file));
  return files.sort().flatMap((file) => parsersIn(readFileSync(join(root, file), 'utf8'), file));
}

/** Returns the exported functions, methods and schemas of one module that read text or bytes. */
export function parsersIn(source: string, file: string): string[] {
  const { units, packages, packageExports } = readModule(source, file);
  const scanning = new Set<string>();
  // A function that calls another one of its module reads what that one reads.
  for (let size = -1; size < scanning.size; ) {
    size = scanning.size;
    for (const unit of units) if (!scanning.has(unit.name) && scans(unit, { packages, scanning })) add(unit, scanning);
  }
  // A call reads what its schemas read, which are exported and have rows of their own.
  const isCall = (name: string) => source.includes(`export const ${name} = defineCall(`);
  const names = units
    .filter(({ name, exported }) => exported && scanning.has(name) && !isCall(name))
    .map(({ exported }) => exported);
  return [...new Set([...names, ...packageExports])].sort().map((name) => `${file}#${name}`);
}

function add(unit: Unit, scanning: Set<string>): void {
  scanning.add(unit.name);
  // What creates an object of a class runs the methods of the class.
  const owner = unit.name.split('.')[0] ?? '';
  scanning.add(owner);
}
