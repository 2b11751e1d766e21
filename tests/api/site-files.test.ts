import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SAMPLE_PROFILE } from '../../contract/profiles/sample-profile.ts';
import { type SiteDocument, STANDARD_SITE } from '../../contract/site/site-document.ts';
import { siteFilesVersion } from '../../contract/site/site-files.ts';
import { StorageError } from '../../server/platform/storage/storage.ts';
import { saveSite } from '../../server/site/site-rules.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { startHttpProcess } from '../support/api/http-process.ts';
import type { Person } from '../support/api/person.ts';
import { plainPng } from '../support/pictures/picture-bytes.ts';
import { uploadSitePicture } from '../support/pictures/site-pictures.ts';
import { useServer } from '../support/server/test-server.ts';

const ICONS = [
  '/favicon.ico',
  '/favicon.svg',
  '/apple-touch-icon.png',
  '/icons/192.png',
  '/icons/512.png',
  '/icons/maskable-192.png',
  '/icons/maskable-512.png',
];
const BLUE = { r: 20, g: 20, b: 220 };

const server = useServer();
let admin: Person;
let logo: string;
let icon: string;
beforeAll(async () => {
  admin = await signedInAdmin(server);
  logo = (await uploadSitePicture(server, admin, 'logo', await plainPng(400, 100))).body.path;
  icon = (await uploadSitePicture(server, admin, 'icon', await plainPng(600, 600, BLUE))).body.path;
});
beforeEach(async () => {
  await server.db.deleteFrom('site').execute();
  await server.liveSite.load();
});

async function change(changes: Partial<SiteDocument>): Promise<void> {
  await server.db.transaction().execute(async (trx) => saveSite(trx, { ...STANDARD_SITE, ...changes }));
  await server.liveSite.load();
}
const get = (url: string, headers = {}) =>
  server.app.inject({ url, headers: { host: server.config.site.host, ...headers } });
const bytesOf = async (url: string) => (await get(url)).rawPayload;

/** Returns the colour of a pixel as `r,g,b,a`, in parts of the size. */
async function colourAt(file: Buffer, x: number, y: number): Promise<string> {
  const { data, info } = await sharp(file).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * 4;
  return data.subarray(at, at + 4).join(',');
}
const isNear = (colour: string, wanted: number[]) =>
  colour.split(',').every((part, index) => Math.abs(Number(part) - (wanted[index] ?? 0)) <= 6);

describe('the files of a site', () => {
  it('are the standard ones, byte for byte, until the document has a name or a look', async () => {
    await change({ claims: { mode: 'closed' }, contact: 'club@example.org' });
    for (const path of [...ICONS, '/card.png']) {
      expect((await bytesOf(path)).equals(readFileSync(`web/app/public${path}`)), path).toBe(true);
    }
    const home = (await get('/')).body;
    for (const link of ['/assets/icon.svg', '/apple-touch-icon.png', '/site.webmanifest']) {
      expect(home).toContain(`href="${link}"`);
    }
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('public, max-age=86400');
    expect((await get('/site.webmanifest')).json().icons[0].src).toBe('/icons/192.png');
  });

  it('have the first letter of the name, in the accent, without pictures', async () => {
    await change({ name: 'Rowing Club', accent: ['#ff0000', '#ff0000'] });
    const size = 96;
    const draw = async (file: Buffer) => {
      const { data } = await sharp(file).resize(size, size).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
      return Array.from({ length: size * size }, (_, at) => data.subarray(4 * at, 4 * at + 4).join(','));
    };
    const pixels = await draw(await bytesOf('/icons/512.png'));
    const red = pixels.filter((pixel) => isNear(pixel, [255, 0, 0, 255])).length / pixels.length;
    expect(red).toBeGreaterThan(0.05);
    expect(red).toBeLessThan(0.4);
    const ink = pixels.filter((pixel) => isNear(pixel, [11, 15, 26, 255])).length / pixels.length;
    expect(ink).toBeGreaterThan(0.4);
    const first = await bytesOf('/icons/512.png');
    await change({ name: 'Town', accent: ['#ff0000', '#ff0000'] });
    expect((await bytesOf('/icons/512.png')).equals(first)).toBe(false);
    await change({ name: '!', accent: '#ff0000' });
    expect((await get('/icons/512.png')).statusCode).toBe(200);
  });

  it('are made from the icon', async () => {
    await change({ icon, logo });
    const blue = [20, 20, 220, 255];
    for (const path of ICONS.slice(2)) {
      const file = await bytesOf(path);
      expect(isNear(await colourAt(file, 0.5, 0.5), blue), path).toBe(true);
      expect(isNear(await colourAt(file, 0.02, 0.02), blue), path).toBe(true);
    }
    const ico = await bytesOf('/favicon.ico');
    const first = ico.subarray(ico.readUInt32LE(18), ico.readUInt32LE(18) + ico.readUInt32LE(14));
    expect(await sharp(first).metadata()).toMatchObject({ width: 16, height: 16, format: 'png' });
    expect(isNear(await colourAt(first, 0.5, 0.5), blue)).toBe(true);
    const svg = (await get('/favicon.svg')).body;
    const inside = Buffer.from(/base64,([^"]+)/.exec(svg)?.[1] ?? '', 'base64');
    expect(isNear(await colourAt(inside, 0.5, 0.5), blue)).toBe(true);
  });

  it('are made from the logo if there is no icon', async () => {
    await change({ logo });
    for (const path of ICONS.slice(2)) {
      const file = await bytesOf(path);
      expect(isNear(await colourAt(file, 0.5, 0.5), [200, 30, 30, 255]), path).toBe(true);
      expect(await colourAt(file, 0.5, 0.15), path).toBe('255,255,255,255');
    }
  });

  it('have addresses that change with the document, in documents and in the manifest', async () => {
    await change({ name: 'Rowing Club', logo });
    const version = siteFilesVersion(server.liveSite.site);
    const home = (await get('/')).body;
    expect(home).toContain(`<link rel="icon" href="/favicon.svg?v=${version}"`);
    expect(home).toContain(`href="/apple-touch-icon.png?v=${version}"`);
    expect(home).toContain(`/card.png?v=${version}"`);
    const icons: { src: string }[] = (await get('/site.webmanifest')).json().icons;
    expect(icons.map(({ src }) => src.split('?')[1])).toEqual(icons.map(() => `v=${version}`));
    for (const path of ['/status', `/${SAMPLE_PROFILE.handle}`, '/nobody-has-this-name', '/not/found', '/link/none']) {
      expect((await get(path)).body, path).toContain(`href="/favicon.svg?v=${version}"`);
    }
    const current = await get(`/favicon.svg?v=${version}`);
    expect(current.headers['cache-control']).toContain('immutable');
    for (const path of ['/favicon.svg', '/favicon.svg?v=00000000', '/favicon.ico']) {
      expect((await get(path)).headers['cache-control'], path).toBe('public, no-cache');
    }
    expect((await get('/favicon.svg', { 'if-none-match': String(current.headers.etag) })).statusCode).toBe(304);

    await change({ name: 'Rowing Club', icon });
    const next = siteFilesVersion(server.liveSite.site);
    expect(next).not.toBe(version);
    for (const path of [`/${SAMPLE_PROFILE.handle}`, '/nobody-has-this-name', '/not/found']) {
      expect((await get(path)).body, path).toContain(`href="/favicon.svg?v=${next}"`);
    }
    expect((await get('/favicon.svg', { 'if-none-match': String(current.headers.etag) })).statusCode).toBe(200);
  });

  it('have a sharing image of their own, which pages without an image show too', async () => {
    const standard = await bytesOf('/card.png');
    await change({ line: 'Names for our members.' });
    const withLine = await bytesOf('/card.png');
    expect(withLine.equals(standard)).toBe(false);
    expect((await bytesOf('/favicon.ico')).equals(readFileSync('web/app/public/favicon.ico'))).toBe(true);
    await change({ name: 'Rowing Club', line: 'Names for our members.', accent: '#0a7d32', icon });
    const own = await bytesOf('/card.png');
    expect(await sharp(own).metadata()).toMatchObject({ width: 1200, height: 630, format: 'png' });
    expect(isNear(await colourAt(own, 220 / 1200, 408 / 630), [20, 20, 220, 255])).toBe(true);
    expect((await bytesOf(`/${SAMPLE_PROFILE.handle}/card.png`)).equals(own)).toBe(true);
    expect((await get('/')).body).toContain(
      '<meta property="og:image:alt" content="Rowing Club: Names for our members.">',
    );
  });

  it('are served by every process within a second after a change', async () => {
    const processes = [await startHttpProcess(server), await startHttpProcess(server)];
    try {
      const icons = () =>
        Promise.all(
          processes.map(async ({ origin }) => {
            const page = await (await fetch(`${origin}/${SAMPLE_PROFILE.handle}`)).text();
            const file = Buffer.from(await (await fetch(`${origin}/icons/192.png`)).arrayBuffer());
            return [/<link rel="icon" href="([^"]*)"/.exec(page)?.[1], await colourAt(file, 0.5, 0.5)];
          }),
        );
      const before = await icons();
      expect(before[0]?.[0]).toBe('/assets/icon.svg');
      await change({ icon });
      const address = `/favicon.svg?v=${siteFilesVersion(server.liveSite.site)}`;
      const pages = async () =>
        (await icons()).map(([link, colour]) => link === address && isNear(colour ?? '', [20, 20, 220, 255]));
      await expect.poll(pages, { timeout: 5000 }).toEqual([true, true]);
    } finally {
      for (const one of processes) await one.stop();
    }
  });

  it('are unavailable, and not ours, while their picture cannot be read, and are made once it can', async () => {
    await change({ icon });
    const { get: read } = server.storage;
    server.storage.get = async () => {
      throw new StorageError('the bucket does not answer');
    };
    expect((await get('/icons/192.png')).statusCode).toBe(503);
    server.storage.get = read;
    expect((await get('/icons/192.png')).statusCode).toBe(200);
  });
});
