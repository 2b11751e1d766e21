import { beforeAll, describe, expect, it } from 'vitest';
import { STANDARD_SITE } from '../../contract/site/site-document.ts';
import { saveSite } from '../../server/site/site-rules.ts';
import { createPageOwner, link, network } from '../support/api/page-owner.ts';
import { plainPng } from '../support/pictures/picture-bytes.ts';
import { upload } from '../support/pictures/uploads.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let ann: Awaited<ReturnType<typeof createPageOwner>>;
beforeAll(async () => {
  ann = await createPageOwner(server, 'ann-moves-away');
});

const download = () => ann.person.request<string>('GET', `/api/handles/${ann.id}/page.html`);

describe('the page as one file', () => {
  it('the page as one file has pictures and fonts inside, complete addresses, and neither forms nor anything hidden', async () => {
    await upload(server, ann.person, 'avatar', await plainPng(300, 300));
    const bio = 'See <img src="/x"> and url(/y) or href="/z"';
    await ann.patch({ displayName: 'Ann "A" Moves', bio });
    await ann.appearance({ template: 'paper', look: { font: 'poppins' } });
    const blocks = [
      network('github', 'ann'),
      link('Shop'),
      link('Secret', { url: 'https://secret.example/', hidden: true }),
      { type: 'contact' },
    ];
    expect((await ann.put(blocks)).status).toBe(200);

    const { status, headers, text: body } = await download();
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(headers['content-disposition']).toBe('attachment; filename="ann-moves-away.html"');
    const has = (text: string) => body.includes(text);
    expect(has('Ann &quot;A&quot; Moves')).toBe(true);
    expect(has('See &lt;img src=&quot;/x&quot;&gt; and url(/y) or href=&quot;/z&quot;')).toBe(true);
    expect(has('https://github.com/ann')).toBe(true);
    expect(body.match(/secret\.example|<form|<script(?! type="application\/ld)|srcset|ping=/i)).toBeNull();
    // The file contains everything that a browser loads.
    expect(body.match(/ (?:src|href)="\/|url\(\/(?!y\))/)).toBeNull();
    expect([...body.matchAll(/ src="([^"]{0,40})/g)].map(([, address]) => address)).not.toContainEqual(
      expect.not.stringMatching(/^data:image\/webp;base64,/),
    );
    const picture = /data:image\/webp;base64,([\w+/=]+)/.exec(body)?.[1] ?? '';
    expect(Buffer.from(picture, 'base64').subarray(8, 12).toString()).toBe('WEBP');
    const font = /data:font\/woff2;base64,([\w+/=]+)/.exec(body)?.[1] ?? '';
    expect(Buffer.from(font, 'base64').subarray(0, 4).toString()).toBe('wOF2');
    expect(has('href="http://localhost:3000/"')).toBe(true);
  });

  it('the page as one file has the icon of a site with its own mark inside', async () => {
    await server.db.transaction().execute(async (trx) => saveSite(trx, { ...STANDARD_SITE, name: 'Rowing Club' }));
    await server.liveSite.load();
    const { text: body } = await download();
    const icon = /<link rel="icon" href="data:image\/svg\+xml;base64,([\w+/=]+)"/.exec(body)?.[1] ?? '';
    expect(Buffer.from(icon, 'base64').toString()).toContain('href="data:image/png;base64,');
    await server.db.deleteFrom('site').execute();
    await server.liveSite.load();
  });

  it('the page as one file cannot be downloaded while the page is off', async () => {
    await ann.patch({ profilePage: false });
    expect(await download()).toMatchObject({ status: 404, body: { message: expect.stringMatching(/Switch it on/) } });
  });
});
