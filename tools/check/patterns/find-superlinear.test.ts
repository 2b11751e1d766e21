import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Exception } from './exceptions.ts';
import { findSuperlinear } from './find-superlinear.ts';

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'nameplate-patterns-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

async function faultsIn(files: Record<string, string>, exceptions: Exception[] = []): Promise<string[]> {
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
  return (await findSuperlinear(root, { exceptions, known: [] })).faults;
}

it('reports the polynomial pattern that an earlier MTA-STS parser used', async () => {
  const line = 'export const a = (text: string) => /^([a-z0-9_.-]+)[ \\t]*:[ \\t]*(.*?)[ \\t]*$/i.exec(text);\n';
  const faults = await faultsIn({ 'mail/deliver/policy.ts': line });
  expect(faults).toEqual([expect.stringMatching(/^mail\/deliver\/policy\.ts: .*\n {2}3rd degree polynomial/)]);
});

it('reports exponential patterns in literals and in RegExp() of constants, in any production folder', async () => {
  const faults = await faultsIn({
    'server/a.ts': "export const a = new RegExp('^(a+)+$', 'u');\n",
    'web/b.tsx': 'export const b = <p title={String(/^(b|b)*$/)} />;\n',
    'contract/c.ts': 'export const c = RegExp(`^(c*)*$`);\n',
  });
  expect(faults).toHaveLength(3);
});

it('requires a reason for a pattern that is built at run time', async () => {
  const files = { 'server/a.ts': 'export const a = (b: string) => new RegExp(b);\n' };
  expect(await faultsIn(files)).toEqual([expect.stringContaining('server/a.ts')]);
  expect(await faultsIn(files, [{ file: 'server/a.ts', reason: 'a setting' }])).toEqual([]);
});

it('accepts linear patterns, tests and exceptions, and reports exceptions that match no pattern', async () => {
  const files = {
    'server/a.ts': 'export const a = /^[a-z]+$/;\n',
    'server/a.test.ts': 'export const a = /^(a+)+$/;\n',
    'server/b.ts': 'export const b = /b+$/;\n',
  };
  const reason = 'short';
  expect(await faultsIn(files, [{ file: 'server/b.ts', pattern: '/b+', reason }])).toEqual([]);
  expect(
    await faultsIn(files, [
      { file: 'server/b.ts', pattern: '/b+$/', reason },
      { file: 'server/a.ts', pattern: '/c/', reason },
    ]),
  ).toEqual(['tools/check/patterns/exceptions.ts: /c/ is not in server/a.ts']);
});
