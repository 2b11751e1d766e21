import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkMigrationHashes } from './migration-hashes.ts';

let folder: string;
const put = (file: string, text: string) => writeFileSync(join(folder, file), text);
const check = (write = false) => checkMigrationHashes(folder, { write });

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'nameplate-migrations-'));
  put('hashes.json', '{}');
  put('0001_first.ts', 'first');
  put('0002_second.ts', 'second');
});
afterEach(() => rmSync(folder, { recursive: true }));

it('reports a new migration without a hash, and writes the hash on request', () => {
  expect(check()).toEqual([expect.stringMatching(/^0001_first/), expect.stringMatching(/^0002_second/)]);
  expect(check(true)).toEqual([]);
  expect(check()).toEqual([]);
  expect(Object.keys(JSON.parse(readFileSync(join(folder, 'hashes.json'), 'utf8')))).toEqual([
    '0001_first.ts',
    '0002_second.ts',
  ]);
});

it('reports a committed migration that was changed or deleted, even while it writes hashes', () => {
  check(true);
  put('0001_first.ts', 'first, changed');
  rmSync(join(folder, '0002_second.ts'));
  const faults = [
    expect.stringMatching(/^0001_first.ts has changed/),
    expect.stringMatching(/^0002_second.ts is gone/),
  ];
  expect(check()).toEqual(faults);
  expect(check(true)).toEqual(faults);
  expect(check()).toEqual(faults);
});

it('accepts a committed migration in which only comments on separate lines were changed', () => {
  put('0001_first.ts', '/** First. */\nup(`\n  -- A column.\n  a text`);\n// The end.\n');
  check(true);
  put('0001_first.ts', '/** Adds a. */\nup(`\n  a text`);\n');
  expect(check()).toEqual([]);
  put('0001_first.ts', '/** Adds a. */\nup(`\n  b text`);\n');
  expect(check()).toEqual([expect.stringMatching(/^0001_first.ts has changed/)]);
});
