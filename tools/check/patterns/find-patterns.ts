import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync } from '@swc/core';

/** A regular expression in the source, as `/pattern/flags`; null if it is built at run time. */
export interface FoundPattern {
  pattern: string | null;
  file: string;
}

/** Code that runs in production, including the browser's. */
const SOURCES = '{contract,db,mail,server,web}/**/*.{ts,tsx,js}';

/** Returns every regular expression in production code: literals and calls of RegExp(). */
export function findPatterns(root: string): FoundPattern[] {
  const files = globSync(SOURCES, { cwd: root }).filter((file) => !/\.test\.|\.d\.ts$/.test(file));
  return files.sort().flatMap((file) => patternsIn(readFileSync(join(root, file), 'utf8'), file));
}

function patternsIn(text: string, file: string): FoundPattern[] {
  const found: FoundPattern[] = [];
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    const pattern = patternOf(node as SwcNode);
    if (pattern !== undefined) found.push({ pattern, file });
    for (const child of Object.values(node)) visit(child);
  };
  const isTyped = !file.endsWith('.js');
  visit(parseSync(text, isTyped ? { syntax: 'typescript', tsx: file.endsWith('x') } : { syntax: 'ecmascript' }).body);
  return found;
}

/** The fields of a syntax tree that this file reads. Each may be absent. */
interface SwcNode {
  type?: string;
  pattern?: string;
  flags?: string;
  value?: unknown;
  callee?: SwcNode;
  arguments?: { expression: SwcNode }[];
  expressions?: unknown[];
  quasis?: { cooked?: string }[];
}

function patternOf(node: SwcNode): string | null | undefined {
  if (node.type === 'RegExpLiteral') return `/${node.pattern}/${node.flags}`;
  const isCall = node.type === 'NewExpression' || node.type === 'CallExpression';
  if (!isCall || node.callee?.type !== 'Identifier' || node.callee.value !== 'RegExp') return undefined;
  const [source, flags] = (node.arguments ?? []).map(({ expression }) => constantText(expression));
  if (source === undefined || (flags === undefined && node.arguments?.[1])) return null;
  return `/${source}/${flags ?? ''}`;
}

function constantText(node: SwcNode): string | undefined {
  if (node.type === 'StringLiteral') return String(node.value);
  if (node.type === 'TemplateLiteral' && node.expressions?.length === 0) return node.quasis?.[0]?.cooked;
  return undefined;
}
