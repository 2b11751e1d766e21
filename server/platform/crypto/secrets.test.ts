import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createToken, deriveKeys, hashToken, loadSecrets, readOrCreateFile } from './secrets.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nameplate-secrets-'));
});
afterEach(() => rm(folder, { recursive: true }));

const modeOf = async (file: string) => (await stat(file)).mode & 0o777;

describe('a file with a secret', () => {
  it('creates the file once, in a folder that only this user can open', async () => {
    const file = path.join(folder, 'data', 'keys', 'a.key');
    expect(await readOrCreateFile(file, () => 'one')).toBe('one');
    expect(await readOrCreateFile(file, () => 'two')).toBe('one');
    expect([await modeOf(file), await modeOf(path.dirname(file))]).toEqual([0o600, 0o700]);
    expect(await readdir(path.dirname(file))).toEqual(['a.key']);
  });

  it('keeps the first content if several processes create the file at the same time', async () => {
    const file = path.join(folder, 'a.key');
    const contents = await Promise.all(['one', 'two', 'three'].map((text) => readOrCreateFile(file, async () => text)));
    expect(new Set(contents).size).toBe(1);
    expect(await readdir(folder)).toEqual(['a.key']);
  });

  it('does not replace a file that cannot be read', async () => {
    let made = 0;
    await mkdir(path.join(folder, 'a.key'));
    const reading = readOrCreateFile(path.join(folder, 'a.key'), () => String(++made));
    await expect(reading).rejects.toMatchObject({ code: 'EISDIR' });
    expect(made).toBe(0);
  });

  it('rejects and leaves no file if the content cannot be made', async () => {
    const creating = readOrCreateFile(path.join(folder, 'a.key'), () => Promise.reject(new Error('no content')));
    await expect(creating).rejects.toThrow('no content');
    expect(await readdir(folder)).toEqual([]);
  });
});

describe('the secrets of a server', () => {
  it('takes the secrets of the setting and stores nothing', async () => {
    expect(await loadSecrets(['one', 'two'], folder)).toEqual(['one', 'two']);
    expect(await readdir(folder)).toEqual([]);
  });

  it('generates a secret once if the setting is missing', async () => {
    const secrets = await loadSecrets([], folder);
    expect(secrets).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
    expect(await loadSecrets([], folder)).toEqual(secrets);
    expect(await readdir(folder)).toEqual(['secret.key']);
  });

  it('reads every secret that a restore has written', async () => {
    await writeFile(path.join(folder, 'secret.key'), 'one,two\n');
    expect(await loadSecrets([], folder)).toEqual(['one', 'two']);
  });
});

it('derives a different key for each secret and purpose, and the same key after an upgrade', () => {
  const keys = [...deriveKeys(['one', 'two'], 'links'), ...deriveKeys(['one'], 'senders')];
  expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(3);
  expect(keys[0]?.toString('hex')).toBe('092cb1562ae3f08741f2cdbb9b235f2c8be6b8ce8b831a8e893ef60505c06d91');
});

it('creates tokens of 256 random bits, and hashes them as before an upgrade', () => {
  expect(createToken()).toMatch(/^[\w-]{43}$/);
  expect(createToken()).not.toBe(createToken());
  expect(hashToken('abc').toString('hex')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
