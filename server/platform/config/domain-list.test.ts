import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DomainList } from './domain-list.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nameplate-domains-'));
  file = path.join(folder, 'domains.txt');
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function listOf(text: string | Buffer): Promise<DomainList> {
  await writeFile(file, text);
  const list = new DomainList(file);
  await list.refresh();
  return list;
}

describe('DomainList', () => {
  it('matches domains and their subdomains, in any spelling', async () => {
    const list = await listOf(
      '\ufeff# bad\r\nEvil.example # phishing\n\n  .spam.example.\n*.wild.example\nmünchen.example\n192.0.2.7\nzip\n',
    );
    for (const address of [
      'https://evil.example/',
      'http://WWW.EVIL.example:8080/x?y#z',
      'https://evil.example./',
      'https://a.b.evil.example',
      'https://spam.example',
      'https://x.wild.example',
      'https://xn--mnchen-3ya.example/',
      'https://münchen.example/',
      'https://user@evil.example/',
      'https://192.0.2.7/',
      'https://any.zip',
      'https://%65vil.example/',
      'mailto:ann@evil.example',
      'mailto:a@b.example,c@x.evil.example',
      'mailto:?to=a%40evil.example',
    ]) {
      expect([address, list.has(address)]).toEqual([address, true]);
    }
    for (const address of [
      'https://notevil.example/',
      'https://evil.example.org/',
      'https://example/',
      'https://x.example/?u=evil.example',
      'tel:+49151123',
      'mailto:',
      '',
      'evil.example',
      'mailto:evil.example@fine.example',
    ]) {
      expect([address, list.has(address)]).toEqual([address, false]);
    }
    expect([list.size, list.invalidLines]).toEqual([6, 0]);
  });

  it('skips and counts lines that are not domains', async () => {
    const list = await listOf(
      Buffer.concat([
        Buffer.from('good.example\nhttps://evil.example/path\ntwo words\n-\u0000\n..\n'),
        Buffer.from(`${'a'.repeat(100_000)}\n${'x.'.repeat(3000)}example\n`),
        Buffer.from([0xff, 0xfe, 0x00, 0x0a]),
        Buffer.from('last.example'),
      ]),
    );
    expect(list.has('https://good.example')).toBe(true);
    expect(list.has('https://last.example')).toBe(true);
    expect(list.has('https://evil.example')).toBe(false);
    expect(list.size).toBe(2);
    expect(list.invalidLines).toBeGreaterThan(4);
  });

  it('reads the file again only when it has changed, and keeps its domains while the file cannot be read', async () => {
    const list = await listOf('one.example\n');
    expect(await list.refresh()).toBe(false);
    await writeFile(`${file}.new`, 'two.example\n');
    await rename(`${file}.new`, file);
    expect(await list.refresh()).toBe(true);
    expect([list.has('https://one.example'), list.has('https://two.example')]).toEqual([false, true]);
    await rm(file);
    await expect(list.refresh()).rejects.toThrow('ENOENT');
    expect(list.has('https://two.example')).toBe(true);
  });

  it('rejects a file that is too large, and is empty without a file', async () => {
    await writeFile(file, Buffer.alloc(33 * 1024 * 1024, 'a\n'));
    await expect(new DomainList(file).refresh()).rejects.toThrow('more than 32 MB');
    const none = new DomainList(undefined);
    expect(await none.refresh()).toBe(false);
    expect(none.has('https://evil.example')).toBe(false);
  });
});
