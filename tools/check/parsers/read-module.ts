import { parseSync } from '@swc/core';
import { boundNames, isNode, type Node } from './syntax.ts';

/** A function, method, class or constant at the top of a module. */
export interface Unit {
  /** `name`, or `Class.method`. */
  name: string;
  /** The name under which it is exported; empty if it is not. */
  exported: string;
  node: Node;
  /** Whether it belongs to a class, whose methods share values through `this`. */
  isMethod: boolean;
}

export interface Module {
  units: Unit[];
  /** The local names of imports, by package or Node module. */
  packages: Map<string, string>;
  /** Functions of packages that the module exports as its own. */
  packageExports: string[];
}

/** Parses a module and lists its top-level declarations. */
export function readModule(source: string, file: string): Module {
  const { body } = parseSync(source, { syntax: 'typescript', tsx: file.endsWith('x') });
  const found: Module = { units: [], packages: new Map(), packageExports: [] };
  /** Exported names by local name. */
  const exported = new Map<string, string>();
  for (const item of body as unknown as Node[]) readItem(item, found, exported);
  for (const unit of found.units) {
    const [owner = '', member] = unit.name.split('.');
    const name = exported.get(owner) ?? unit.exported.split('.')[0];
    unit.exported = name ? (member === undefined ? name : `${name}.${member}`) : '';
  }
  return found;
}

function readItem(item: Node, found: Module, exported: Map<string, string>): void {
  if (item.type === 'ImportDeclaration') readImport(item, found);
  else if (item.type === 'ExportDeclaration') readDeclaration(item.declaration as Node, found, true);
  else if (item.type === 'ExportDefaultDeclaration') readUnit('default', item.decl as Node, found, 'default');
  else if (item.type === 'ExportDefaultExpression') readUnit('default', item.expression as Node, found, 'default');
  else if (item.type === 'ExportNamedDeclaration') readExports(item, found, exported);
  else if (item.type === 'ExportAllDeclaration' && isPackage(item.source)) found.packageExports.push('*');
  else readDeclaration(item, found, false);
}

function readImport(item: Node, found: Module): void {
  if (!isPackage(item.source) || item.typeOnly) return;
  for (const one of item.specifiers as Node[]) {
    if (!one.isTypeOnly) found.packages.set(nameOf(one.local), String((item.source as Node).value));
  }
}

function readExports(item: Node, found: Module, exported: Map<string, string>): void {
  if (item.typeOnly) return;
  for (const one of item.specifiers as Node[]) {
    if (one.isTypeOnly) continue;
    const name = nameOf(one.exported ?? one.orig ?? one.name);
    if (isNode(item.source)) {
      if (isPackage(item.source)) found.packageExports.push(name);
    } else if (found.packages.has(nameOf(one.orig))) found.packageExports.push(name);
    else exported.set(nameOf(one.orig), name);
  }
}

function readDeclaration(node: Node, found: Module, isExported: boolean): void {
  if (node.type === 'VariableDeclaration') {
    for (const { id, init } of node.declarations as { id: Node; init: unknown }[]) {
      if (!isNode(init)) continue;
      for (const name of boundNames(id)) readUnit(name, init, found, isExported ? name : '');
    }
  } else if (node.type === 'FunctionDeclaration' || node.type === 'ClassDeclaration') {
    readUnit(nameOf(node.identifier), node, found, isExported ? nameOf(node.identifier) : '');
  }
}

function readUnit(name: string, node: Node, found: Module, exported: string): void {
  if (node.type !== 'ClassDeclaration' && node.type !== 'ClassExpression') {
    found.units.push({ name, exported, node, isMethod: false });
    return;
  }
  for (const member of node.body as Node[]) {
    const isPrivate = member.accessibility === 'private' || member.type.startsWith('Private');
    const key = member.type === 'Constructor' ? 'constructor' : nameOf(member.key);
    const isCode = /Method$|^Constructor$/.test(member.type) || (/Property$/.test(member.type) && isNode(member.value));
    if (!isCode) continue;
    // A private method is not listed, but a public method that calls it is.
    found.units.push({ name: `${name}.${key}`, exported: isPrivate ? '' : exported, node: member, isMethod: true });
  }
}

function nameOf(node: unknown): string {
  if (!isNode(node)) return '';
  if (isNode(node.id)) return nameOf(node.id);
  if (isNode(node.expression)) return nameOf(node.expression);
  return String(node.value ?? '');
}

/** Returns whether a module name is that of a package or of Node, and not a path. */
function isPackage(source: unknown): boolean {
  return isNode(source) && !String(source.value).startsWith('.');
}
