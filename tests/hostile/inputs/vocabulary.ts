import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readModule } from '../../../tools/check/parsers/read-module.ts';
import { type Node, some, walk } from '../../../tools/check/parsers/syntax.ts';
import type { Row } from '../row.ts';
import { FORMATS } from './formats.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Longer constants are messages. */
const MAX_LITERAL = 24;

/** Rewrites the source of a module before its words are read. */
export type Rewrite = (source: string, file: string) => string;

/**
 * The words that a parser looks for, the likeliest first: the constants of its own code and of the functions that it calls in its module, the words
 * of its format, then the other constants of its module.
 */
export function vocabularyOf(row: Row, rewrite: Rewrite = (source) => source): string[] {
  const [file = '', name] = row.of.split('#');
  const { units } = readModule(rewrite(readFileSync(join(ROOT, file), 'utf8'), file), file);
  const own = units.filter(({ exported }) => exported === name);
  const called = own.flatMap(({ node }) => units.filter(({ name: other }) => names(node, other)));
  const words = [...own, ...called].flatMap(({ node }) => constantsIn(node));
  const format: readonly string[] = FORMATS[row.format];
  const fields = row.format === 'mime' ? words.filter(isFieldName).map((word) => `${word}: a\r\n`) : [];
  return [...new Set([...fields, ...words, ...format, ...units.flatMap(({ node }) => constantsIn(node))])];
}

/** Returns whether code uses a declaration at the top of its module. */
function names(root: Node, unit: string): boolean {
  return some(root, ({ type, value }) => type === 'Identifier' && value === unit);
}

function isFieldName(word: string): boolean {
  return /^[a-z][a-z-]+$/i.test(word);
}

function constantsIn(root: Node): string[] {
  const found: string[] = [];
  walk(root, (node) => {
    if (node.type === 'StringLiteral') found.push(String(node.value));
    else if (node.type === 'TemplateElement') found.push(String(node.cooked ?? ''));
    else if (node.type === 'RegExpLiteral') found.push(...wordsOfPattern(String(node.pattern)));
    else if (node.type === 'NumericLiteral' && isCharacter(Number(node.value))) {
      found.push(String.fromCharCode(Number(node.value)));
    }
  });
  return found.filter((word) => word !== '' && word.length <= MAX_LITERAL);
}

/** Returns whether a number may be the code of an ASCII character other than a letter or digit. */
function isCharacter(code: number): boolean {
  return [9, 10, 13].includes(code) || (code >= 32 && code < 127 && !/[\w]/.test(String.fromCharCode(code)));
}

const ESCAPES: Record<string, string> = { r: '\r', n: '\n', t: '\t', s: ' ', d: '0', w: 'a', S: 'a' };

/** The letters and characters that a regular expression names. */
function wordsOfPattern(pattern: string): string[] {
  const words = pattern.match(/\\.|[a-z]{2,}|["'<>=:;,@%&#!~`/_-]/gis) ?? [];
  return words.map((word) => {
    if (!word.startsWith('\\')) return word;
    const escaped = word.slice(1);
    return ESCAPES[escaped] ?? (/\w/.test(escaped) ? '' : escaped);
  });
}
