import { findParsers } from './find-parsers.ts';
import type { OwnText } from './own-text.ts';

/** The file with the functions that need no hostile inputs. */
const TABLE = 'tools/check/parsers/own-text.ts';

/**
 * Returns the faults of the project at `root`: functions that read text and are in no list, entries that match no such
 * function, and functions in both lists. `rows` are the functions with hostile inputs.
 */
export function findUnlisted(root: string, lists: { rows: readonly string[]; ownText: readonly OwnText[] }): string[] {
  const found = findParsers(root);
  const rows = new Set(lists.rows);
  const entries = lists.ownText.flatMap(({ of }) => of.flatMap(namesIn));
  const single = new Set(entries);
  return [
    ...found
      .filter((name) => !rows.has(name) && !single.has(name))
      .map((name) => `${name}: no hostile inputs; add a row in tests/hostile/rows/, or a reason in ${TABLE}`),
    ...[...rows].filter((name) => !found.includes(name)).map((name) => `${name}: has a row, but reads no text`),
    ...[...single].filter((name) => !found.includes(name)).map((name) => `${name}: is in ${TABLE}, but reads no text`),
    ...[...single].filter((name) => rows.has(name)).map((name) => `${name}: is in ${TABLE}, and has a row`),
    ...duplicatesOf(entries).map((entry) => `${entry}: is in ${TABLE} twice`),
  ];
}

/** Splits `path#a b` into `path#a` and `path#b`. */
function namesIn(entry: string): string[] {
  const [path = '', names] = entry.split('#');
  return names === undefined ? [entry] : names.split(' ').map((name) => `${path}#${name}`);
}

function duplicatesOf(entries: string[]): string[] {
  return entries.filter((entry, at) => entries.indexOf(entry) !== at);
}
