import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPageOwner, link, network } from '../support/api/page-owner.ts';
import { useServer } from '../support/server/test-server.ts';

const HANDLE = 'ann-links-anywhere';

const logged: Record<string, unknown>[] = [];
let folder: string;
let file: string;
const server = useServer(
  async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'nameplate-blocklist-'));
    file = path.join(folder, 'domains.txt');
    await writeFile(file, '# phishing\nevil.example\nmünchen.example\n');
    return { LINK_BLOCKLIST: file };
  },
  { logged },
);
let ann: Awaited<ReturnType<typeof createPageOwner>>;
beforeAll(async () => {
  ann = await createPageOwner(server, HANDLE);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const page = async () =>
  (await server.app.inject({ url: `/${HANDLE}`, headers: { host: server.config.site.host } })).body;
const events = (name: string) => logged.filter(({ event }) => event === name).length;

describe('a link to a domain of LINK_BLOCKLIST', () => {
  it.each([
    ['a link', link('A', { url: 'https://www.evil.example/login' }), '0.url'],
    ['a link in another spelling', link('A', { url: 'https://MÜNCHEN.example./x' }), '0.url'],
    ['a mail address', link('A', { url: 'mailto:ann@evil.example' }), '0.url'],
    ['an embed', { type: 'embed', kind: 'video', title: 'A', url: 'http://evil.example' }, '0.url'],
    ['a website', network('website', 'evil.example'), '0.url'],
    ['a Mastodon server', network('mastodon', '@ann@evil.example'), '0.url'],
    [
      'a row of icons',
      {
        type: 'icons',
        items: [
          { platform: 'x', username: 'a' },
          { platform: 'website', username: 'evil.example' },
        ],
      },
      '0.items.1.url',
    ],
  ])('a link to a blocked domain is rejected in %s, with its field', async (_name, block, field) => {
    await ann.put([]);
    const refused = await ann.put([block]);
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_input']);
    expect(refused.body.errors).toEqual([{ path: field, message: expect.stringContaining('cannot link to') }]);
    expect((await ann.get()).body).toEqual([]);
  });

  it('a link to a blocked domain is rejected in socialLinks, with its field', async () => {
    const socialLinks = [
      { platform: 'x', username: 'ann' },
      { platform: 'github', username: 'ann', url: 'https://evil.example/' },
    ];
    const refused = await ann.patch({ socialLinks });
    expect(refused.body.errors).toEqual([
      { path: 'socialLinks.1.url', message: expect.stringContaining('evil.example') },
    ]);
  });

  it('a link to a blocked domain vanishes from the page when the list changes, and is marked for the owner, who can still save', async () => {
    const saved = await ann.put([
      network('github', 'ann', { url: 'https://code.late.example/ann' }),
      link('Late', { url: 'https://late.example/' }),
      link('Fine'),
      {
        type: 'icons',
        items: [
          { platform: 'x', username: 'ann' },
          { platform: 'website', username: 'late.example' },
        ],
      },
    ]);
    expect(saved.status, saved.text).toBe(200);
    server.pageCache.notified(true);
    expect(await page()).toContain('code.late.example');

    await writeFile(file, 'late.example\n');
    // Until the file is read again, pages come from the cache as before.
    expect(await page()).toContain('code.late.example');
    await server.checkLinkBlocklist();
    expect(events('links.blocklist_read')).toBe(1);
    expect(await page()).not.toContain('late.example');
    const profile = await ann.shown();
    expect(JSON.stringify(profile)).not.toContain('late.example');
    expect(profile.blocks).toMatchObject([{ title: 'Fine' }, { items: [{ platform: 'x' }] }]);
    expect(profile.socialLinks).toEqual([]);
    const vcard = await server.app.inject({ url: `/${HANDLE}/card.vcf`, headers: { host: server.config.site.host } });
    expect(vcard.body).not.toContain('late.example');

    const marked = await ann.get();
    expect(marked.body.map(({ blocked }) => blocked)).toEqual([true, true, undefined, true]);
    expect((await ann.put([...marked.body].reverse())).status).toBe(200);
    const other = await ann.put([...marked.body, link('New', { url: 'https://other.late.example/' })]);
    expect(other.body.errors[0].path).toBe('4.url');
    expect(
      (
        await ann.patch({
          socialLinks: [{ platform: 'github', username: 'ann', url: 'https://code.late.example/ann' }],
        })
      ).status,
    ).toBe(200);

    await writeFile(file, '# empty now\n');
    await server.checkLinkBlocklist();
    expect((await ann.shown()).blocks).toHaveLength(4);
    expect((await ann.get()).body.some(({ blocked }) => blocked)).toBe(false);
  });

  it('a link to a blocked domain stays blocked while the file cannot be read, which is logged once', async () => {
    await writeFile(file, 'evil.example\n');
    await server.checkLinkBlocklist();
    await rm(file);
    await server.checkLinkBlocklist();
    await server.checkLinkBlocklist();
    expect(events('links.blocklist_unreadable')).toBe(1);
    expect((await ann.put([link('A', { url: 'https://evil.example/' })])).status).toBe(400);
    await writeFile(file, 'evil.example\nmore.example\n');
    await server.checkLinkBlocklist();
    expect((await ann.put([link('A', { url: 'https://more.example/' })])).status).toBe(400);
  });
});

describe('a start with a list that cannot be read', () => {
  it('a start with a list that cannot be read is refused in production, and continues without the list in local mode', async () => {
    const { openLinkBlocklist } = await import('../../server/blocks/link-blocklist.ts');
    const linkBlocklist = path.join(folder, 'missing.txt');
    const warnings: object[] = [];
    const log = { warn: (fields: object) => void warnings.push(fields) } as never;
    await expect(openLinkBlocklist({ linkBlocklist, production: true }, log)).rejects.toMatchObject({
      name: 'StartError',
      message: expect.stringMatching(/^LINK_BLOCKLIST: .*missing\.txt cannot be read \(ENOENT/),
    });
    const list = await openLinkBlocklist({ linkBlocklist, production: false }, log);
    expect(list.has('https://evil.example')).toBe(false);
    expect(warnings).toEqual([expect.objectContaining({ event: 'links.blocklist_unreadable' })]);
  });
});
