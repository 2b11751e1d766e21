import { registerHooks } from 'node:module';
import { parseSync, printSync } from '@swc/core';
import { boundNames, isFunction, type Node, parameters, some, walk } from '../../tools/check/parsers/syntax.ts';

export const PLANT_KINDS = ['search', 'copy', 'nested', 'pattern'] as const;

/** A quadratic loop to plant in a parser, to see whether the row of the parser finds it. */
export interface Plant {
  kind: (typeof PLANT_KINDS)[number];
  /** The loop runs over each occurrence of this word. */
  word: string;
}

/** A parser, as `path#name`, and the loop to plant in it. */
export interface PlantedParser extends Plant {
  of: string;
}

/** Rewrites the module of a parser when it is loaded: each function of the parser runs the loop on what it is given. */
export function plantInto(plant: PlantedParser): void {
  const [path = '', name = ''] = plant.of.split('#');
  let used = 0;
  const planted = (given: unknown[]) => {
    used += LOOPS[plant.kind](longestText(given, 3), plant.word);
    return used;
  };
  Object.assign(globalThis, { planted });
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context);
      if (!url.endsWith(`/${path}`)) return loaded;
      return { ...loaded, source: withPlants(String(loaded.source), path, name) };
    },
  });
}

/** Kinds of loops that have slowed parsers, over each occurrence of a word. Each result is used, or V8 would drop the loop. */
const LOOPS: Record<Plant['kind'], (text: string, word: string) => number> = {
  /** Looks for something from each occurrence to the end. */
  search: (text, word) => overPlaces(text, word, (at) => text.indexOf('\u0000never', at)),
  /** Copies the rest from each occurrence. */
  copy: (text, word) => overPlaces(text, word, (at) => Buffer.from(text.slice(at), 'latin1').length),
  /** Visits the later occurrences for each one. */
  nested: (text, word) => overPlaces(text, word, (at) => overPlaces(text, word, (other) => other - at, at + 1)),
  /** A pattern that begins again at each occurrence and reads to the end. */
  pattern: (text, word) => text.search(new RegExp(`${word.replace(/[!-/:-@[-`{-~]/g, '\\$&')}[^]*\\0never`)),
};

function overPlaces(text: string, word: string, visit: (at: number) => number, from = 0): number {
  let sum = 0;
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) sum += visit(at);
  return sum;
}

/** The longest text or bytes in values and their members. */
function longestText(value: unknown, depth: number): string {
  if (typeof value === 'string') return value;
  if (value instanceof Uint8Array) return Buffer.from(value).toString('latin1');
  if (typeof value !== 'object' || value === null || depth < 0) return '';
  const texts = Object.values(value)
    .slice(0, 20)
    .map((one) => longestText(one, depth - 1));
  return texts.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
}

/** The source of a module with a call of the loop at the start of each function of a parser, and around a schema. */
function withPlants(source: string, path: string, name: string): string {
  const program = parseSync(source, { syntax: 'typescript', tsx: path.endsWith('x') });
  const [owner = ''] = name.split('.');
  const tops = topsOf(program);
  let count = 0;
  for (const node of reachedFrom(owner, tops)) {
    count += plantFunctions(node, /^Class/.test(node.type));
    if (node.type === 'VariableDeclarator' && (count === 0 || some(node, isSchema))) count += plantSchema(node);
  }
  if (count === 0) throw new Error(`Nothing to plant in ${path}#${name}`);
  return printSync(program).code;
}

function plantFunctions(root: Node, hasThis: boolean): number {
  let count = 0;
  walk(root, (node) => {
    if (!isFunction(node) && node.type !== 'Constructor') return;
    const code = node.function ?? node;
    const { body } = code as { body: Node | null };
    if (!body) return;
    const names = parameters(node)
      .flatMap(boundNames)
      .filter((one) => one !== 'this');
    const call = `planted([${[...names, ...(hasThis && node.type === 'ClassMethod' ? ['this'] : [])].join(', ')}])`;
    if (Array.isArray(body.stmts)) body.stmts.unshift(statementOf(`${call};`));
    else (code as { body: unknown }).body = expressionOf(`(${call}, 0)`, body);
    count++;
  });
  return count;
}

/** A schema runs the loop on each value that it parses. */
function plantSchema(declarator: Node): number {
  if (!declarator.init) return 0;
  const wrapped =
    '((s) => { const { run } = s?._zod ?? {}; if (run) s._zod.run = (p, c) => (planted([p.value]), run(p, c)); return s; })(0)';
  declarator.init = expressionOf(wrapped, declarator.init as Node);
  return 1;
}

function statementOf(code: string): Node {
  return parseSync(code, { syntax: 'typescript' }).body[0] as unknown as Node;
}

/** The expression of `code` in which the last `0` is replaced. */
function expressionOf(code: string, replacement: Node): Node {
  const { expression } = statementOf(`${code};`) as unknown as { expression: Node };
  if (expression.type === 'CallExpression')
    (expression.arguments as { expression: Node }[])[0] = { expression: replacement };
  else ((expression.expression as Node).expressions as Node[])[1] = replacement;
  return expression;
}

/** The declarations at the top of a module, by name. */
function topsOf(program: object): Map<string, Node> {
  const tops = new Map<string, Node>();
  for (const item of (program as { body: Node[] }).body) {
    const node = (item.declaration ?? item.decl ?? item) as Node;
    if (node.type === 'VariableDeclaration') {
      for (const one of node.declarations as Node[]) tops.set(nameOf(one.id), one);
    } else if (node.identifier) tops.set(nameOf(node.identifier), node);
  }
  return tops;
}

/** A parser and the declarations of its module that it uses, because it may pass its text to them. */
function reachedFrom(name: string, tops: ReadonlyMap<string, Node>): Set<Node> {
  const reached = new Set<Node>();
  const reach = (one: string) => {
    const node = tops.get(one);
    if (!node || reached.has(node)) return;
    reached.add(node);
    walk(node, ({ type, value }) => {
      if (type === 'Identifier') reach(String(value));
    });
  };
  reach(name);
  return reached;
}

function isSchema({ type, value }: Node): boolean {
  return type === 'Identifier' && value === 'z';
}

function nameOf(node: unknown): string {
  return String((node as { value?: unknown } | null)?.value ?? '');
}
