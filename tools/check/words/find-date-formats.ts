import { parseSync } from '@swc/core';
import { type Node, walk } from '../parsers/syntax.ts';

const FORMATS = new Set(['DateTimeFormat', 'toLocaleString', 'toLocaleDateString', 'toLocaleTimeString']);

/** Returns the names of date and count formatters that a module uses instead of those in contract/. */
export function dateFormatsIn(source: string, file: string): string[] {
  if (![...FORMATS].some((name) => source.includes(name))) return [];
  const names = new Set<string>();
  walk(parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') }), (node: Node) => {
    if (node.type === 'Identifier' && FORMATS.has(String(node.value))) names.add(String(node.value));
    if (node.type === 'StringLiteral' && FORMATS.has(String(node.value))) names.add(String(node.value));
  });
  return [...names].sort();
}
