import { parseSync } from '@swc/core';
import { isNode, type Node } from '../parsers/syntax.ts';

/** A text that a person may read, with its file and line. `…` marks an inserted value. */
export interface Text {
  file: string;
  line: number;
  text: string;
}

/** Attributes whose strings are names for the browser. Strings in all other attributes are texts. */
const CODE_ATTRIBUTES =
  /^(class|className|\w*ClassName|id|key|name|type|role|rel|target|href|to|src|srcSet|htmlFor|for|style|autoComplete|inputMode|content|viewBox|d|data-.*)$/;
/** Tags of templates in languages other than English. */
const CODE_TAGS = new Set(['sql', 'css']);
/** Functions and constants whose strings are class names or names of files. */
const CODE_CALLS = /^(classNames|import|require|querySelector(All)?|closest|matches|globSync|join)$/;
const CODE_NAMES = /(STYLE|CLASS|CLASSES|className)$/;
const TYPES =
  /^(Ts(?!As|Satisfies|NonNull|ConstAssertion|TypeAssertion|Instantiation)\w*|ImportDeclaration|ExportAllDeclaration)$/;

/** Returns the texts of a module: strings, templates and text in JSX, but not names that only programs read. */
export function textsIn(source: string, file: string): Text[] {
  const tree = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') }) as unknown as Node;
  const texts: Text[] = [];
  const lines = lineStarts(source);
  const offset = (tree.span as Span).start;
  const add = (raw: string, node: Node) => {
    const text = raw.replace(/\s+/g, ' ').trim();
    if (isText(text)) texts.push({ file, line: lineAt(lines, (node.span as Span).start - offset), text });
  };
  visit(tree, add);
  return texts;
}

interface Span {
  start: number;
}

function visit(value: unknown, add: (text: string, node: Node) => void): void {
  if (Array.isArray(value)) for (const one of value) visit(one, add);
  if (!isNode(value)) {
    // A wrapper such as the argument of a call has no type.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const child of Object.values(value)) visit(child, add);
    }
    return;
  }
  if (TYPES.test(value.type)) return;
  if (value.type === 'JSXText') add(entities(String(value.value)), value);
  else if (value.type === 'StringLiteral') add(String(value.value), value);
  else if (value.type === 'TemplateLiteral') {
    add((value.quasis as { cooked?: string; raw: string }[]).map(({ cooked, raw }) => cooked ?? raw).join('…'), value);
    visit(value.expressions, add);
  } else for (const child of readChildren(value)) visit(child, add);
}

/** Returns the parts of a node that can hold texts. */
function readChildren(node: Node): unknown[] {
  if (node.type === 'JSXAttribute') return CODE_ATTRIBUTES.test(nameOf(node.name)) ? [] : [node.value];
  if (node.type === 'TaggedTemplateExpression') return CODE_TAGS.has(nameOf(node.tag)) ? [] : [node.template];
  if (node.type === 'CallExpression' && CODE_CALLS.test(nameOf(node.callee))) return [];
  if (node.type === 'VariableDeclarator') return CODE_NAMES.test(nameOf(node.id)) ? [] : [node.init];
  if (node.type === 'KeyValueProperty') return CODE_NAMES.test(nameOf(node.key)) ? [] : [node.value];
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(String(node.operator))) {
    return [node.left, node.right].filter((side) => (side as Node).type !== 'StringLiteral');
  }
  return Object.entries(node).flatMap(([field, child]) => (field === 'span' ? [] : [child]));
}

function nameOf(value: unknown): string {
  if (!isNode(value)) return '';
  if (value.type === 'MemberExpression') return nameOf(value.property);
  if (value.type === 'Import') return 'import';
  if (value.type === 'JSXNamespacedName') return `${nameOf(value.namespace)}:${nameOf(value.name)}`;
  return typeof value.value === 'string' ? value.value : '';
}

/** Returns whether a string is a text: it has a space between words, or is one capitalised word, as on a button. */
function isText(text: string): boolean {
  return /\p{L}/u.test(text) && (/\S \S/.test(text) || /^\p{Lu}[\p{Ll}’'-]+[!?.:…]*$/u.test(text));
}

function entities(text: string): string {
  return text.replaceAll('&amp;', '&').replaceAll('&apos;', "'").replaceAll('&nbsp;', ' ');
}

/** Returns the positions at which lines begin, in UTF-8 bytes, which swc counts. */
function lineStarts(source: string): number[] {
  const bytes = Buffer.from(source);
  const starts = [0];
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  return starts;
}

function lineAt(starts: number[], position: number): number {
  const next = starts.findIndex((start) => start > position);
  return next === -1 ? starts.length : next;
}
