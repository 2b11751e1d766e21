import sharp from 'sharp';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { pictureSources, type SitePictureKind } from '../../contract/pictures.ts';
import { STANDARD_SITE } from '../../contract/site/site-document.ts';
import { DAY, HOUR } from '../../contract/time.ts';
import { enqueueDeletionJob } from '../../server/platform/storage/deletion-queue.ts';
import { saveSite } from '../../server/site/site-rules.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { runNightlyJobs } from '../support/api/departing-person.ts';
import { Person } from '../support/api/person.ts';
import { animatedPng, bomb, noise, plainPng } from '../support/pictures/picture-bytes.ts';
import { uploadSitePicture } from '../support/pictures/site-pictures.ts';
import { doomedKeys, send } from '../support/pictures/uploads.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let admin: Person;
beforeAll(async () => {
  admin = await signedInAdmin(server);
});
beforeEach(async () => {
  await server.db.deleteFrom('site').execute();
  await server.liveSite.load();
});

const get = async (url: string, headers = {}) =>
  server.app.inject({ url, headers: { host: server.config.site.host, ...headers } });

async function begin(kind: SitePictureKind, named = {}): Promise<string> {
  const { status, body, text } = await admin.request('POST', '/api/admin/site/pictures/upload', { kind, ...named });
  expect(status, text).toBe(200);
  return body.uploadURL;
}
const take = (kind: SitePictureKind, uploadURL: string) =>
  admin.request('POST', '/api/admin/site/pictures', { kind, uploadURL });
const upload = (kind: SitePictureKind, file: Buffer) => uploadSitePicture(server, admin, kind, file);
async function uploaded(kind: SitePictureKind, file: Buffer): Promise<string> {
  const { status, body, text } = await upload(kind, file);
  expect(status, text).toBe(201);
  return body.path;
}
const put = (changes: object) => admin.request('PUT', '/api/admin/site', { ...STANDARD_SITE, ...changes });
async function change(changes: object): Promise<void> {
  const { status, text } = await put(changes);
  expect(status, text).toBe(200);
  await server.liveSite.load();
}

describe('a picture of the site', () => {
  it.each<[SitePictureKind, string, () => Promise<Buffer>, string[]]>([
    ['logo', 'a wide PNG', () => noise(1200, 300).png().toBuffer(), ['240x60', '480x120', '960x240']],
    ['logo', 'a WebP', () => noise(300, 100).webp().toBuffer(), ['240x80', '300x100', '300x100']],
    ['icon', 'a PNG that is not square', () => plainPng(600, 800), ['64x64', '192x192', '512x512']],
  ])('is made as a %s from %s, in three sizes', async (kind, _, make, sizes) => {
    const path = await uploaded(kind, await make());
    expect(path).toMatch(new RegExp(`^/media/${kind}-[0-9a-f]{40}-\\d+\\.webp$`));
    const found = await Promise.all(
      (pictureSources(path) ?? '').split(', ').map(async (source) => {
        const { rawPayload } = await get(source.split(' ')[0] ?? '');
        const { format, width, height } = await sharp(rawPayload).metadata();
        return [format, `${width}x${height}`];
      }),
    );
    expect(found).toEqual(sizes.map((size) => ['webp', size]));
  });

  const UNREADABLE = [422, 'picture_unreadable'];
  it.each<[string, () => Promise<Buffer>, unknown]>([
    ['an SVG', async () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'), UNREADABLE],
    ['a JPEG', () => noise(50, 50).jpeg().toBuffer(), UNREADABLE],
    ['a GIF', () => noise(50, 50).gif().toBuffer(), UNREADABLE],
    ['HTML', async () => Buffer.from('<!doctype html><script>alert(1)</script>'), UNREADABLE],
    ['an animated PNG', () => animatedPng(), UNREADABLE],
    [
      'an animated WebP',
      async () =>
        sharp([await plainPng(9, 9), await plainPng(9, 9, { r: 0, g: 0, b: 9 })], { join: { animated: true } })
          .webp()
          .toBuffer(),
      UNREADABLE,
    ],
    ['half a PNG', async () => (await noise(600, 600).png().toBuffer()).subarray(0, 5000), UNREADABLE],
    ['half a WebP', async () => (await noise(600, 600).webp().toBuffer()).subarray(0, 5000), UNREADABLE],
    ['a decompression bomb', async () => bomb(), [422, 'picture_too_large']],
    [
      'a WebP of 26 megapixels',
      async () =>
        sharp(await plainPng(6500, 4000))
          .webp({ effort: 0 })
          .toBuffer(),
      [422, 'picture_too_large'],
    ],
  ])('is refused as %s, and nothing is published (attack 12, attack 13)', async (_, make, expected) => {
    const { status, body } = await upload('logo', await make());
    expect([status, body.code]).toEqual(expected);
    if (expected === UNREADABLE) expect(body.message).toContain('PNG or WebP');
    expect((await doomedKeys(server)).filter((key) => key.startsWith('pictures/logo'))).toEqual([]);
  });

  it('is refused with an address that was signed for another kind, account or size (attack 11)', async () => {
    const address = await begin('icon');
    expect((await send(server, address, await plainPng(60, 60))).statusCode).toBe(200);
    expect((await take('logo', address)).status).toBe(404);
    const ana = new Person(server);
    await ana.claim('ana-has-a-face', 'ana@inbox.example');
    const own = (await ana.request('POST', '/api/avatars/upload')).body.uploadURL;
    expect((await take('icon', own)).status).toBe(404);
    expect((await ana.request('PUT', '/api/profile/avatar', { avatarUrl: address })).status).toBe(404);
    expect((await take('icon', 'https://elsewhere.example/a.png')).body.errors[0].path).toBe('uploadURL');
    const large = { kind: 'icon', contentLength: 10_485_761 };
    expect((await admin.request('POST', '/api/admin/site/pictures/upload', large)).status).toBe(400);
    const other = await begin('icon', { contentType: 'image/webp' });
    expect((await send(server, other, await plainPng(60, 60))).statusCode).toBe(403);
  });

  it('is named by the document of the site, and once only for parallel requests', async () => {
    const address = await begin('logo');
    await send(server, address, await plainPng(400, 100));
    const both = await Promise.all([take('logo', address), take('logo', address)]);
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    const [path, again] = both.map(({ body }) => body.path);
    expect(again).toBe(path);
    await change({ logo: path, logoDark: path });
    expect(JSON.parse((await get('/api/site')).body)).toMatchObject({ logo: path, logoDark: path, icon: null });
  });

  it('is refused in the document if it does not exist, or is a picture of another kind', async () => {
    const icon = await uploaded('icon', await plainPng(60, 60));
    const unknown = `/media/logo-${'0'.repeat(40)}-480.webp`;
    for (const [changes, text] of [
      [{ logoDark: unknown }, `this site has no picture ${unknown}`],
      [{ logo: icon }, 'upload this picture first'],
      [{ icon: 'https://elsewhere.example/icon.png' }, 'upload this picture first'],
    ] as const) {
      const { status, body } = await put(changes);
      expect([status, body.errors[0].path]).toEqual([400, Object.keys(changes)[0]]);
      expect(body.errors[0].message).toContain(text);
    }
    expect(await server.db.selectFrom('site').selectAll().execute()).toEqual([]);
  });

  it('is kept although an earlier release saved the document, which records no uses', async () => {
    const icon = await uploaded('icon', await plainPng(60, 60));
    await server.db.transaction().execute(async (trx) => saveSite(trx, { ...STANDARD_SITE, icon }));
    const longAgo = new Date(server.clock().getTime() - 2 * DAY);
    await server.db.updateTable('site_pictures').set({ unused_since: longAgo }).where('path', '=', icon).execute();
    await enqueueDeletionJob(server.db);
    await server.sentEmails();
    expect((await get(icon)).statusCode).toBe(200);
    await runNightlyJobs(server);
    const { unused_since } = await server.db
      .selectFrom('site_pictures')
      .select('unused_since')
      .where('path', '=', icon)
      .executeTakeFirstOrThrow();
    expect(unused_since).toBeNull();
  });

  it('is deleted a day after the document last named it, with its files', async () => {
    const icons: string[] = [];
    for (const size of [60, 61, 62]) icons.push(await uploaded('icon', await plainPng(size, size)));
    const [replaced, used] = icons;
    await change({ icon: replaced });
    await change({ icon: used });
    await change({ icon: used, name: 'Rowing Club' });
    const statuses = async () => {
      await enqueueDeletionJob(server.db);
      await server.sentEmails();
      return Promise.all(icons.map(async (path) => (await get(path)).statusCode));
    };
    server.advance(DAY - HOUR);
    expect(await statuses()).toEqual([200, 200, 200]);
    server.advance(2 * HOUR);
    expect(await statuses()).toEqual([404, 200, 404]);
  });
});
