import { words } from '../../../contract/words.ts';
import type { Unit } from './read-module.ts';
import {
  bare,
  boundNames,
  isFunction,
  isNode,
  type Node,
  parameters,
  propertyName,
  some,
  usesName,
  walk,
} from './syntax.ts';

/** Methods that read a text, its bytes or a pattern; some are also methods of lists. */
const READING = new Set<string>(
  [
    'split indexOf lastIndexOf includes search match matchAll replace replaceAll exec test charCodeAt codePointAt charAt',
    'decode normalize localeCompare pipe pipeThrough',
  ].flatMap((line) => line.split(' ')),
);
/** Methods of schemas that run code or a pattern on a stranger's input. */
const CHECKING = new Set<string>(
  words('regex refine superRefine transform preprocess overwrite codec custom stringFormat'),
);
/** The methods that only schemas have, which identify a schema of another module. */
const CHECKING_ANY = new Set(['regex', 'refine', 'superRefine']);
/** Access that makes a loop a parser. */
const ADVANCING = new Set<string>(
  words('slice subarray substring substr at startsWith endsWith shift concat compare trim trimStart trimEnd'),
);
/** `readUInt8`, `readBigInt64LE`, `getUint8`. */
const READS_NUMBER = /^(read|get)(Big)?U?(Int|int)\d/;
/** Methods that visit each item or byte. */
const ITERATING = new Set<string>(words('find findIndex findLast some every reduce forEach filter map flatMap'));
/** Methods that keep their arguments. */
const COLLECTING = new Set(['push', 'unshift', 'add', 'set']);
/** Functions and constructors of the language that parse. */
const PARSING = new Set<string>(
  words('URL URLSearchParams RegExp decodeURI decodeURIComponent unescape TextDecoderStream'),
);
const PARSING_STATIC = new Set([
  'JSON.parse',
  'URL.parse',
  'URL.canParse',
  'Array.from',
  'Date.parse',
  'Buffer.concat',
]);
/** Modules of Node whose functions parse their arguments. */
const PARSING_MODULES = /^node:(zlib|url|querystring|readline|string_decoder|punycode|util\/types)/;
/** Packages that parse no text from strangers, or only text that a schema has checked. A new package is assumed to parse. */
const OTHER_PACKAGES =
  /^(node:|@aws-sdk\/client-s3$|@fastify\/(helmet|rate-limit|static|swagger)$|@opentelemetry\/|fastify|graphile-worker$|kysely$|lru-cache$|pg$|pg-copy-streams$|pino|piscina$|prom-client$|react|lean-qr$|zod)/;
const LOOPS = new Set(['ForStatement', 'WhileStatement', 'DoWhileStatement', 'ForOfStatement', 'ForInStatement']);
/** Declared types that hold no text. */
const WITHOUT_TEXT = new Set(['number', 'boolean', 'bigint', 'void', 'undefined', 'never']);

interface Context {
  packages: ReadonlyMap<string, string>;
  /** The names of the scanning functions of the module. */
  scanning: ReadonlySet<string>;
}

/**
 * Returns whether a function scans its input: with a loop, a pattern, a method that searches, a parser of the language
 * or of a package, or another scanning function of its module. Awaited values are also input, because they come from
 * elsewhere.
 */
export function scans(unit: Unit, { packages, scanning }: Context): boolean {
  const given = givenNames(unit);
  const isGiven = (node: unknown): boolean =>
    some(node, (one) => {
      if (one.type === 'Identifier') return given.has(one.value as string);
      return one.type === 'AwaitExpression' || (one.type === 'ThisExpression' && unit.isMethod);
    });
  const owner = unit.name.split('.')[0];
  const callScans = (node: Node): boolean => {
    const callee = bare(node.callee as Node);
    const values = ((node.arguments ?? []) as { expression: Node }[]).map(({ expression }) => expression);
    if (callee.type === 'MemberExpression') {
      const object = bare(callee.object as Node);
      const name = propertyName(callee);
      if (object.type === 'ThisExpression' && scanning.has(`${owner}.${name}`)) return true;
      if (CHECKING_ANY.has(name) || (CHECKING.has(name) && some(object, isSchema))) return true;
      // Checks of numbers do not read text.
      if (name === 'check' && some(object, isTextSchema)) return true;
      if (object.type === 'Identifier' && PARSING_STATIC.has(`${object.value}.${name}`)) return values.some(isGiven);
      if (iterates(callee, unit)) return !isList(object, unit) || some(node.arguments, (one) => iterates(one, unit));
      if (READING.has(name)) return !isOwnList(object, name) && (isGiven(object) || values.some(isGiven));
      if (name === 'from' && values.length > 1) return isGiven(values[0]);
      if (name === 'toString' && values.length > 1) return isGiven(object);
    }
    const name = callee.type === 'Identifier' ? String(callee.value) : rootOf(callee);
    if (callee.type === 'Identifier' && PARSING.has(name)) return values.some(isGiven);
    // A recursion is a loop.
    if (callee.type === 'Identifier' && name === unit.name) return values.some(isGiven);
    if (callee.type === 'Import') return values[0]?.type === 'StringLiteral' && parses(String(values[0].value));
    return parses(packages.get(name)) && values.some(isGiven);
  };
  // It calls a scanning function, passes it on, or consists of it: another name, a schema with it, the result of a factory.
  if (usesName(unit.node, (name) => name !== unit.name && scanning.has(name))) return true;
  const same = bare(unit.node);
  if (same.type === 'Identifier' && parses(packages.get(String(same.value)))) return true;
  return some(unit.node, (node) => {
    if (node.type === 'CallExpression' || node.type === 'NewExpression') return callScans(node);
    if (node.type === 'ArrayExpression') return spreads(node).some((one) => isText(one, unit));
    return LOOPS.has(node.type) && loopScans(node, isGiven, unit);
  });
}

/** Returns whether an imported module parses its input. */
function parses(module: string | undefined): boolean {
  if (module === undefined || module.startsWith('.')) return false;
  return PARSING_MODULES.test(module) || !OTHER_PACKAGES.test(module);
}

/** Returns the expressions that an array spreads. */
function spreads(array: Node): unknown[] {
  const elements = array.elements as ({ spread: unknown; expression: unknown } | null)[];
  return elements.filter((one) => one?.spread).map((one) => one?.expression);
}

/** Returns the names of parameters, including those of inner functions, and of values computed from them. */
function givenNames(unit: Unit): Set<string> {
  const given = new Set<string>();
  walk(unit.node, (node) => {
    if (!isFunction(node) && node.type !== 'Constructor') return;
    for (const pattern of parameters(node))
      if (mayHoldText(pattern)) for (const name of boundNames(pattern)) given.add(name);
  });
  const isGiven = (node: unknown) =>
    some(node, (one) =>
      one.type === 'Identifier'
        ? given.has(one.value as string)
        : one.type === 'AwaitExpression' || (one.type === 'ThisExpression' && unit.isMethod),
    );
  const pass = (target: unknown, value: unknown) => {
    if (isGiven(value)) for (const name of boundNames(target)) given.add(name);
  };
  for (let size = -1; size < given.size; ) {
    size = given.size;
    walk(unit.node, (node) => {
      if (node.type === 'VariableDeclarator') pass(node.id, node.init);
      else if (node.type === 'AssignmentExpression') pass(node.left, node.right);
      else if (node.type === 'CallExpression') passToCollection(node, pass);
      else if (node.type === 'ForOfStatement' || node.type === 'ForInStatement') {
        const left = node.left as { declarations?: { id: Node }[] };
        if (node.isAwait === true || isGiven(node.right))
          for (const { id } of left.declarations ?? []) for (const name of boundNames(id)) given.add(name);
      }
    });
  }
  return given;
}

/** Calls `pass` for a call that adds to a collection, such as `list.push(text)` or `map.set(name, text)`. */
function passToCollection(call: Node, pass: (target: unknown, value: unknown) => void): void {
  const callee = call.callee as Node;
  if (callee.type === 'MemberExpression' && COLLECTING.has(propertyName(callee))) pass(callee.object, call.arguments);
}

function loopScans(loop: Node, isGiven: (node: unknown) => boolean, unit: Unit): boolean {
  if (loop.type === 'ForOfStatement' && isText(loop.right, unit)) return true;
  return some(loop, (node) => {
    if (node.type !== 'MemberExpression' || !isGiven(node.object)) return false;
    const property = node.property as Node;
    if (property.type === 'Computed') return loop.type !== 'ForOfStatement';
    return ADVANCING.has(propertyName(node)) || READS_NUMBER.test(propertyName(node));
  });
}

/** Returns whether a call visits a parameter, such as `bytes.find` if `bytes` is a parameter. */
function iterates(member: Node, unit: Unit): boolean {
  const object = member.object as Node | undefined;
  return (
    member.type === 'MemberExpression' &&
    ITERATING.has(propertyName(member)) &&
    object?.type === 'Identifier' &&
    isText(object, unit)
  );
}

/** Returns whether a parameter is a list of texts: one pass over the list does not read the texts. */
function isList(object: Node, unit: Unit): boolean {
  return isParameter(String(object.value), unit, ({ typeAnnotation }) =>
    some(typeAnnotation, ({ type }) => type === 'TsArrayType'),
  );
}

/** Returns whether an expression contains a parameter whose declared type is text or bytes. */
function isText(value: unknown, unit: Unit): boolean {
  return some(value, (node) => node.type === 'Identifier' && isParameter(String(node.value), unit, hasTextType));
}

function isParameter(name: string, unit: Unit, condition: (param: Node) => boolean): boolean {
  return some(
    unit.node,
    (one) =>
      (isFunction(one) || one.type === 'Constructor') &&
      parameters(one).some((param) => param.value === name && condition(param)),
  );
}

const TEXT_TYPE = /^(string|Buffer|Uint8Array|AsyncIterable|Iterable|Readable|ReadableStream)$/;

function hasTextType(param: Node): boolean {
  return some(param.typeAnnotation, (one) =>
    one.type === 'TsKeywordType'
      ? one.kind === 'string'
      : TEXT_TYPE.test(String((one.typeName as Node | undefined)?.value ?? '')),
  );
}

/** Returns whether a pattern may hold text: true unless its declared type excludes text, like a number. */
function mayHoldText(pattern: Node): boolean {
  const annotation = pattern.typeAnnotation as { typeAnnotation: Node } | null | undefined;
  const type = annotation?.typeAnnotation;
  if (!type) return true;
  if (type.type === 'TsKeywordType') return !WITHOUT_TEXT.has(String(type.kind));
  return !(type.type === 'TsTypeReference' && (type.typeName as Node).value === 'Date');
}

/** Returns whether an object is our own list: a literal, or a constant in capitals. */
function isOwnList(object: Node, method: string): boolean {
  if (!['includes', 'indexOf', 'lastIndexOf'].includes(method)) return false;
  return (
    object.type === 'ArrayExpression' || (object.type === 'Identifier' && /^[A-Z][A-Z\d_]*$/.test(String(object.value)))
  );
}

function isSchema(node: Node): boolean {
  return node.type === 'Identifier' && node.value === 'z';
}

/** Returns whether a function creates a schema that reads text, such as `z.string` or `z.array`. */
function isTextSchema(node: Node): boolean {
  return (
    node.type === 'MemberExpression' &&
    isSchema(node.object as Node) &&
    /^(string|array|record)/.test(propertyName(node))
  );
}

/** Returns the name at the start of `a.b.c`. */
function rootOf(node: Node): string {
  for (
    let at: Node | undefined = node;
    at;
    at = isNode(at.object) ? at.object : isNode(at.base) ? at.base : isNode(at.callee) ? at.callee : undefined
  ) {
    if (at.type === 'Identifier') return String(at.value);
  }
  return '';
}
