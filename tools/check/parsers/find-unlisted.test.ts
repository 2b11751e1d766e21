import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findParsers, parsersIn } from './find-parsers.ts';
import { findUnlisted } from './find-unlisted.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nameplate-parsers-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(file: string, text: string): void {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), text);
}

/** Returns the functions that read text in a module. */
const namesIn = (source: string) => parsersIn(source, 'mail/a.ts').map((one) => one.slice('mail/a.ts#'.length));

it.each([
  [
    'a function with a loop',
    'export function read(text: string) { for (let i = 0; i < 9; i++) if (text[i] === "a") return i; }',
  ],
  ['a function without types', 'export function read(value) { return value.head.toString().split(","); }'],
  ['an arrow function', 'export const read = (bytes: Buffer) => bytes.indexOf(10);'],
  ['a function expression', 'export const read = async function* (text: string) { yield* text.matchAll(/a/g); };'],
  ['a default export', 'export default function (text: string) { return JSON.parse(text); }'],
  ['another name', 'function inner(text: string) { return /a/.test(text); }\nexport { inner as read };'],
  [
    'a constant that is another function',
    'function inner(text: string) { return /a/.test(text); }\nexport const read = inner;',
  ],
  [
    'a function that calls another function of its module',
    'const inner = (t: string) => t.split(" ");\nexport function read(t: string) { return inner(t); }',
  ],
  [
    'a recursive function',
    'export function read(text: string): string { return text.startsWith("(") ? read(text.slice(1)) : text; }',
  ],
  [
    'an iteration over characters',
    'export function read(text: string) { let n = 0; for (const _ of text) n++; return n; }',
  ],
  ['a spread text', 'export const read = (text: string) => [...text].length;'],
  [
    'a stream',
    'export async function read(body: AsyncIterable<Buffer>) { for await (const chunk of body) use(chunk.length); }',
  ],
  [
    'a function that fetches its text',
    'export async function read() { const text = await load(); return text.split("\\n"); }',
  ],
  [
    'a function that collects its input first',
    'export function read(source: Source) { const all = []; for (const one of source) all.push(one); return Buffer.concat(all); }',
  ],
  ['an address', 'export const read = (text: string) => new URL(text).host;'],
  ['a package that parses', 'import { parse } from "some-format";\nexport const read = (text: string) => parse(text);'],
  ['zlib', 'import { gunzipSync } from "node:zlib";\nexport const read = (bytes: Buffer) => gunzipSync(bytes);'],
  ['a handler inside', 'export function read(app: App) { app.post("/", (request) => request.body.split(",")); }'],
  ['a factory', 'export function read() { return { of: (text: string) => text.replace(/a/g, "") }; }'],
  ['an object of functions', 'export const read = { of(text: string) { return text.lastIndexOf("@"); } };'],
  ['a schema', 'import { z } from "zod";\nexport const read = z.object({ a: z.string().regex(/^a$/) });'],
  [
    'a schema with code',
    'import * as z from "zod/mini";\nexport const read = z.pipe(z.string(), z.transform((t) => t.trim()));',
  ],
  [
    'a schema that contains another schema',
    'import { z } from "zod";\nconst inner = z.string().refine(isGood);\nexport const read = z.array(inner);',
  ],
  ['a function of a package', 'export { read } from "some-format";'],
  ['another name for a function of a package', 'import { parse } from "some-format";\nexport const read = parse;'],
  ['a text that may be absent', 'export const read = (text?: string) => text?.split(",");'],
  ['a cast text', 'export const read = (text: unknown) => (text as string)!.split(",");'],
  [
    'a function that is passed on',
    'const inner = (t: string) => t.split(",");\nexport const read = (all: string[]) => all.map(inner);',
  ],
  [
    'a table of functions',
    'const TABLE = { a: (t: string) => t.split(",") };\nexport const read = (t: string) => TABLE.a(t);',
  ],
  [
    'an object of a class',
    'class Inner { of(t: string) { return t.split(","); } }\nconst inner = new Inner();\nexport const read = (t: string) => inner.of(t);',
  ],
  ['a function taken out of an object', 'export const { read } = { read: (text: string) => text.split(",") };'],
  ['a loaded package', 'export async function read(t: string) { return (await import("some-format")).parse(t); }'],
  [
    'a loop over numbers in bytes',
    'export function read(t: Buffer) { let n = 0; do n += t.readUInt16BE(n); while (n < t.length); return n; }',
  ],
  ['a copy in a loop', 'export function read(t: Buffer) { for (let i = 0; i < 9; i++) use(t.toString("latin1", i)); }'],
  [
    'a schema of another module with a pattern',
    'import { base } from "./b.ts";\nexport const read = base.regex(/^a+$/);',
  ],
])('finds %s', (_what, source) => {
  expect(namesIn(source)).toEqual([source.includes('default') ? 'default' : 'read']);
});

it('finds methods of classes, including methods that call a private method or keep the text', () => {
  const source = `
    export class Reader {
      #rest = '';
      private lines: string[] = [];
      write(chunk: Buffer) { this.#rest += chunk.toString(); this.cut(); }
      end() { return this.lines.join('').split(','); }
      private cut() { this.#rest.indexOf('\\n'); }
      get length() { return this.lines.length; }
      static of = (text: string) => text.match(/a/);
    }`;
  expect(namesIn(source)).toEqual(['Reader.end', 'Reader.of', 'Reader.write']);
});

it('leaves out types, functions that read no text, and everything that a module does not export', () => {
  const source = `
    import type { Parsed } from 'some-format';
    export type { Other } from 'some-format';
    const KINDS = ['a', 'b'];
    function inner(text: string) { return text.split(','); }
    export const isKind = (text: string) => KINDS.includes(text);
    export function sum(numbers: number[]) { let all = 0; for (const one of numbers) all += one; return all; }
    export const day = (at: number) => Math.floor(at / 86_400_000);
    export class Counter { take() { return 1; } }
    export const sizes = (all: { inner: number }) => all.inner;
    export const link = (value: typeof inner) => value;`;
  expect(namesIn(source)).toEqual([]);
});

it('leaves out a call of exported schemas, and finds one that reads text by itself', () => {
  const schema = 'z.string().check(z.regex(/a+/))';
  const call = "export const post = defineCall('POST /a', { body });";
  expect(namesIn(`export const body = ${schema};\n${call}`)).toEqual(['body']);
  expect(namesIn(`const body = ${schema};\n${call}`)).toEqual(['post']);
});

it('reads all folders except tests', () => {
  const source = 'export const read = (text: string) => text.split(",");\n';
  for (const file of ['mail/new/a.ts', 'server/b.ts', 'contract/c/d.ts', 'web/editor/links/import/e.tsx'])
    write(file, source);
  for (const file of ['mail/new/a.test.ts', 'web/ui/f.ts', 'tests/g.ts', 'mail/h.d.ts']) write(file, source);
  expect(findParsers(root)).toEqual([
    'contract/c/d.ts#read',
    'mail/new/a.ts#read',
    'server/b.ts#read',
    'web/editor/links/import/e.tsx#read',
  ]);
});

it('reports a function that is in no list, and entries that match nothing or are in both lists', () => {
  write(
    'mail/a.ts',
    'export const one = (t: string) => t.split(",");\nexport const other = (t: string) => t.split(",");\n',
  );
  write('server/settings/b.ts', 'export const read = (text: string) => text.split(",");\n');
  const ownText = [{ reason: 'settings', of: ['server/settings/b.ts#read', 'mail/a.ts#other'] }];
  expect(findUnlisted(root, { rows: ['mail/a.ts#one'], ownText })).toEqual([]);
  expect(findUnlisted(root, { rows: [], ownText })).toEqual([
    expect.stringMatching(/^mail\/a\.ts#one: no hostile inputs/),
  ]);
  const stale = [
    { reason: 'settings', of: ['server/settings/b.ts#read', 'mail/a.ts#one other gone', 'mail/a.ts#one'] },
  ];
  expect(findUnlisted(root, { rows: ['mail/a.ts#one', 'mail/gone.ts#one'], ownText: stale })).toEqual([
    expect.stringMatching(/^mail\/gone\.ts#one: has a row/),
    expect.stringMatching(/^mail\/a\.ts#gone: is in .* reads no text/),
    expect.stringMatching(/^mail\/a\.ts#one: is in .* has a row/),
    expect.stringMatching(/^mail\/a\.ts#one: is in .* twice/),
  ]);
});
