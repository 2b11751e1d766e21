import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { checkLinkBlocklist } from './link-blocklist.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nameplate-blocklist-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('reports nothing while no list is set', async () => {
  expect(await checkLinkBlocklist({ linkBlocklist: undefined })).toEqual([]);
});

it.each([
  ['of domains', 'evil.example\n# comment\nspam.example\n', 'ok', '2 domains'],
  [
    'with a line that is not a domain',
    'evil.example\nhttps://spam.example/\n',
    'note',
    'lines that are not domains: 1',
  ],
  ['without domains', '# none yet\n', 'note', 'the file is empty'],
])('reads a list %s', async (_name, text, kind, what) => {
  const file = path.join(folder, 'list.txt');
  await writeFile(file, text);
  expect(await checkLinkBlocklist({ linkBlocklist: file })).toEqual([{ kind, what: expect.stringContaining(what) }]);
});

it.each([
  ['that does not exist', 'missing.txt', 'ENOENT'],
  ['that is a folder', '.', 'EISDIR'],
])('reports a list %s', async (_name, name, fault) => {
  const file = path.join(folder, name);
  const [finding] = await checkLinkBlocklist({ linkBlocklist: file });
  expect(finding).toMatchObject({ kind: 'wrong', what: expect.stringContaining(fault) });
  expect(finding?.what).toContain(file);
});
