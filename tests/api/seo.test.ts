import { sql } from 'kysely';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../contract/time.ts';
import { changeProfile, type ProfileChanges } from '../support/api/change-profile.ts';
import { Person } from '../support/api/person.ts';
import { ORIGIN, useServer } from '../support/server/test-server.ts';

const server = useServer();

beforeAll(async () => {
  await new Person(server).claim('ana-gomez-draws', 'ana@inbox.example');
  await changeProfile(server, 'ana-gomez-draws', { bio: 'Draws.' });
  server.advance(DAY + 1000);
});

async function get(url: string, headers: Record<string, string> = {}) {
  return server.app.inject({ method: 'GET', url, headers });
}

describe('search engines and browsers', () => {
  it('serves a robots.txt that excludes private paths and no handle by prefix', async () => {
    const { body, headers } = await get('/robots.txt');
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(body).toContain(`Sitemap: ${ORIGIN}/sitemap.xml`);
    const rules = [...body.matchAll(/^Disallow: (\S+)$/gm)].map(([, rule = '']) => rule);
    const blocked = (path: string) =>
      rules.some((rule) => (rule.endsWith('$') ? path === rule.slice(0, -1) : path.startsWith(rule)));
    for (const path of ['/app', '/app/manage', '/api/user', '/link/x', '/dev/outbox']) expect(blocked(path)).toBe(true);
    for (const path of ['/', '/create', '/apple-pie', '/apis', '/linkara', '/developer', '/ana/card.png']) {
      expect(blocked(path)).toBe(false);
    }
  });

  it('serves a sitemap of the site and its profiles', async () => {
    const response = await get('/sitemap.xml');
    expect(response.headers['content-type']).toBe('application/xml; charset=utf-8');
    const locations = [...response.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => location);
    expect(locations).toEqual(
      ['/', '/create', '/email-forwarding', '/tos', '/privacy', '/digital-universe', '/ana-gomez-draws'].map(
        (path) => ORIGIN + path,
      ),
    );
    expect(response.body).toMatch(/ana-gomez-draws<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/);
    const known = { 'if-none-match': String(response.headers.etag) };
    expect((await get('/sitemap.xml', known)).statusCode).toBe(304);
    await changeProfile(server, 'ana-gomez-draws', { profile_page: false });
    const without = await get('/sitemap.xml', known);
    expect(without.statusCode).toBe(200);
    expect(without.body).not.toContain('ana-gomez-draws');
    await changeProfile(server, 'ana-gomez-draws', { profile_page: true });
    expect((await get('/sitemap-2.xml')).statusCode).toBe(404);
  });

  it('serves a sitemap without pages younger than a day and pages that show only their handle', async () => {
    const listed = async () => (await get('/sitemap.xml')).body.includes('/bare-page-here<');
    const change = (values: ProfileChanges) => changeProfile(server, 'bare-page-here', values);
    const person = new Person(server);
    await person.claim('bare-page-here', 'bare@inbox.example');
    await change({ bio: 'New.', created_at: server.clock() });
    expect(await listed()).toBe(false);
    server.advance(DAY + 1000);
    expect(await listed()).toBe(true);
    for (const bare of [{ bio: null }, { display_name: ' Bare-Page-Here ' }, { bio: '  ' }]) {
      await change(bare);
      expect(await listed(), JSON.stringify(bare)).toBe(false);
    }
    for (const content of [{ display_name: 'Bare' }, { profile_picture: 'https://a.example/p.png' }]) {
      await change({ display_name: null, profile_picture: null, ...content });
      expect(await listed(), JSON.stringify(content)).toBe(true);
    }
    await change({ profile_picture: null });
    const [{ id }] = (await person.request('GET', '/api/handles')).body;
    const link = { platform: 'github', username: 'bare' };
    for (const isActive of [false, true]) {
      await person.request('PATCH', `/api/handles/${id}`, { socialLinks: [{ ...link, isActive }] });
      expect(await listed()).toBe(isActive);
    }
    await person.request('PATCH', `/api/handles/${id}`, { socialLinks: [] });
    expect(await listed()).toBe(false);
    await sql`update accounts set avatar_url = '/media/a.webp' where email = 'bare@inbox.example'`.execute(server.db);
    expect(await listed()).toBe(true);
  });

  it('serves a sitemap index when there are many profiles', async () => {
    await sql`insert into handles (id, handle, bio) overriding system value
      select 20000 + n, 'many-' || n, 'Bio' from generate_series(1, 2500) as n`.execute(server.db);
    server.advance(5 * MINUTE);
    const index = await get('/sitemap.xml');
    expect([...index.body.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, location]) => location)).toEqual([
      `${ORIGIN}/sitemap-1.xml`,
      `${ORIGIN}/sitemap-3.xml`,
    ]);
    const third = await get('/sitemap-3.xml');
    const names = [...third.body.matchAll(/<loc>[^<]+\/(many-\d+)<\/loc>/g)].map(([, name]) => name);
    expect(names).toEqual(Array.from({ length: 2500 }, (_, n) => `many-${n + 1}`));
    expect((await get('/sitemap-1.xml')).body).toContain(`<loc>${ORIGIN}/ana-gomez-draws</loc>`);
    for (const none of ['/sitemap-2.xml', '/sitemap-0.xml', '/sitemap-4.xml', '/sitemap-99999999999.xml']) {
      expect((await get(none)).statusCode, none).toBe(404);
    }
    await sql`delete from handles where id > 20000`.execute(server.db);
  });

  it('serves icons of the sizes that the manifest lists', async () => {
    const manifest = await get('/site.webmanifest');
    expect(manifest.headers['content-type']).toMatch(/^application\/manifest\+json/);
    const { icons } = manifest.json<{ icons: { src: string; sizes: string; type: string; purpose?: string }[] }>();
    expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable', 'maskable', undefined]);
    for (const { src, sizes, type } of [
      ...icons,
      { src: '/apple-touch-icon.png', sizes: '180x180', type: 'image/png' },
    ]) {
      const icon = await get(src);
      expect(icon.headers['content-type']).toBe(type);
      const { width, height } = await sharp(icon.rawPayload).metadata();
      if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes);
    }
    const ico = (await get('/favicon.ico')).rawPayload;
    expect([ico.readUInt16LE(0), ico.readUInt16LE(2), ico.readUInt16LE(4)]).toEqual([0, 1, 3]);
    const first = ico.subarray(ico.readUInt32LE(18), ico.readUInt32LE(18) + ico.readUInt32LE(14));
    expect(await sharp(first).metadata()).toMatchObject({ width: 16, height: 16, format: 'png' });
    const { width, height } = await sharp((await get('/card.png')).rawPayload).metadata();
    expect([width, height]).toEqual([1200, 630]);
  });

  it('links the default social image from the first page', async () => {
    const { body } = await get('/');
    expect(body).toContain(`<meta property="og:image" content="${ORIGIN}/card.png">`);
    expect(body).toContain('<link rel="manifest" href="/site.webmanifest">');
  });

  it('serves a security.txt', async () => {
    const { body, statusCode } = await get('/.well-known/security.txt');
    expect(statusCode).toBe(200);
    expect(body).toContain('Contact: mailto:postmaster@localhost\n');
    const expires = Date.parse(/^Expires: (.+)$/m.exec(body)?.[1] ?? '');
    expect(expires).toBeGreaterThan(Date.now() + 100 * DAY);
    expect(expires).toBeLessThan(Date.now() + 365 * DAY);
  });

  it('does not allow the well-known file names to be claimed as handles', async () => {
    for (const name of ['sitemap-7.xml', 'favicon.svg', 'card.png', 'icons', 'apple-touch-icon.png', 'robots.txt']) {
      expect((await get(`/api/check-handle/${name}`)).json(), name).toEqual({ available: false, reason: 'reserved' });
    }
    expect((await get('/api/check-handle/sitemap-lovers')).json()).toEqual({ available: true });
    expect((await get('/sitemap-lovers')).body).toContain('Profile Not Found');
  });
});
