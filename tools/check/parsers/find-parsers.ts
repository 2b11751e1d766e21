import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModule, type Unit } from './read-module.ts';
import { scans } from './scans.ts';

/** Code of the server, and the part of the browser's code that reads foreign pages. */
const SOURCES = ['{mail,server,contract}/**/*.{ts,tsx}', 'web/editor/links/import/**/*.{ts,tsx}'];

/** Returns each exported function, method and schema under `root` that reads text or bytes, as `path#name`, sorted. */
export function findParsers(root: string): string[] {
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !/\.test\.|\.d\.ts$/.test(file));
  return files.sort().flatMap((file) => parsersIn(readFileSync(join(root, file), 'utf8'), file));
}

/** Returns the exported functions, methods and schemas of one module that read text or bytes. */
export function parsersIn(source: string, file: string): string[] {
  const { units, packages, packageExports } = readModule(source, file);
  const isCall = ({ name }: Unit) => source.includes(`export const ${name} = defineCall(`);
  const [all, ofCalls] = [units, units.filter((unit) => !unit.exported || isCall(unit))].map((among) =>
    scanningOf(among, packages),
  ) as [Set<string>, Set<string>];
  // The exported schemas of a call have separate rows.
  const names = units
    .filter((unit) => unit.exported && (isCall(unit) ? ofCalls : all).has(unit.name))
    .map(({ exported }) => exported);
  return [...new Set([...names, ...packageExports])].sort().map((name) => `${file}#${name}`);
}

/** Returns the names of the units that read text, either themselves or through another unit. */
function scanningOf(units: Unit[], packages: ReadonlyMap<string, string>): Set<string> {
  const scanning = new Set<string>();
  for (let size = -1; size < scanning.size; ) {
    size = scanning.size;
    for (const unit of units) if (!scanning.has(unit.name) && scans(unit, { packages, scanning })) add(unit, scanning);
  }
  return scanning;
}

function add(unit: Unit, scanning: Set<string>): void {
  scanning.add(unit.name);
  // A unit that creates an object of a class is assumed to run its methods.
  const owner = unit.name.split('.')[0] ?? '';
  scanning.add(owner);
}
