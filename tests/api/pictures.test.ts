import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PICTURE_WIDTHS, type PictureKind, picturePath, readPicturePath } from '../../contract/pictures.ts';
import { DAY, HOUR, MINUTE } from '../../contract/time.ts';
import { enqueueDeletionJob } from '../../server/platform/storage/deletion-queue.ts';
import { pictureObjects } from '../../server/platform/storage/picture-objects.ts';
import { Person } from '../support/api/person.ts';
import { animation, noise, photo, plainPng } from '../support/pictures/picture-bytes.ts';
import { begin, doomedKeys, send, take, upload } from '../support/pictures/uploads.ts';
import { startS3 } from '../support/server/s3.ts';
import { useServer } from '../support/server/test-server.ts';

let s3: Awaited<ReturnType<typeof startS3>>;
beforeAll(async () => {
  s3 = await startS3();
});
afterAll(() => s3.stop());

describe.each(['disk', 'S3'])('pictures with objects on %s', (where) => {
  /** On S3, `npm test` only converts and deletes a picture; storage.test.ts tests the other differences. */
  const onDisk = { tags: where === 'S3' ? ['long'] : [] };
  const server = useServer(() => (where === 'S3' ? s3.env : {}));
  let people = 0;

  async function somebody(): Promise<Person> {
    const person = new Person(server);
    people += 1;
    await person.claim(`picture-owner-${people}`, `owner-${people}@inbox.example`);
    return person;
  }

  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });
  const field = (kind: PictureKind) => (kind === 'avatar' ? 'avatarUrl' : 'bannerUrl');

  /** Returns every variant of a published picture. */
  async function variants(address: string): Promise<Buffer[]> {
    const { kind, id } = readPicturePath(address) ?? { kind: 'avatar', id: address };
    return Promise.all(
      PICTURE_WIDTHS[kind].map(async (width) => {
        const response = await get(picturePath(kind, id, width));
        expect(response.statusCode).toBe(200);
        expect(response.headers).toMatchObject({
          'content-type': 'image/webp',
          'cache-control': 'public, max-age=31536000, immutable',
          'x-content-type-options': 'nosniff',
        });
        return response.rawPayload;
      }),
    );
  }

  const stored = async (address: string) =>
    (await Promise.all(pictureObjects(address).map((key) => server.storage.get(key)))).filter((bytes) => bytes !== null)
      .length;

  /** Runs the queued jobs until the deletion queue has no due object. */
  async function runJobs(): Promise<void> {
    await vi.waitFor(async () => {
      await server.sentEmails();
      const due = await server.db
        .selectFrom('doomed_objects')
        .select('key')
        .where('doomed_at', '<=', new Date())
        .execute();
      expect(due).toEqual([]);
    }, 60_000);
  }

  it.each([
    ['avatar', [512, 512]],
    ['banner', [1440, 480]],
  ] as const)('converts a PNG to the %s in three sizes', onDisk, async (kind, [width, height]) => {
    const ana = await somebody();
    const response = await upload(server, ana, kind, await noise(1500, 700).png({ compressionLevel: 1 }).toBuffer());
    expect(response.status).toBe(200);
    expect(response.body).toEqual({
      avatarUrl: null,
      bannerUrl: null,
      emailVisible: true,
      handle: `picture-owner-${people}`,
      [field(kind)]: expect.stringMatching(
        new RegExp(`^/media/${kind}-[0-9a-f]{40}-${PICTURE_WIDTHS[kind][1]}\\.webp$`),
      ),
    });
    expect((await ana.request('GET', '/api/profile')).body).toEqual(response.body);
    const sizes = await Promise.all(
      (await variants(response.body[field(kind)])).map(async (bytes) => {
        const { format, width, height } = await sharp(bytes).metadata();
        return [format, width, height];
      }),
    );
    expect(sizes).toEqual(PICTURE_WIDTHS[kind].map((one) => ['webp', one, Math.round((one * height) / width)]));
    const page = await get(`/picture-owner-${people}`);
    expect(page.body).toContain(response.body[field(kind)]);
  });

  it('rotates a photo upright and removes its metadata (attack 14)', onDisk, async () => {
    const file = await photo();
    expect(file.includes('SECRET-WORDS')).toBe(true);
    const { body } = await upload(server, await somebody(), 'avatar', file);
    for (const bytes of await variants(body.avatarUrl)) {
      expect(bytes.includes('SECRET-WORDS')).toBe(false);
      expect(bytes.includes('EXIF')).toBe(false);
      const { exif, icc, xmp, iptc, orientation, width, height } = await sharp(bytes).metadata();
      expect({ exif, icc, xmp, iptc, orientation }).toEqual({});
      expect(width).toBe(height);
      const { data, info } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
      const colourAt = (row: number) => {
        const at = (Math.floor(info.height * row) * info.width + Math.floor(info.width / 2)) * info.channels;
        return (data[at] ?? 0) > (data[at + 2] ?? 0) ? 'red' : 'blue';
      };
      expect([colourAt(0.1), colourAt(0.9)]).toEqual(['red', 'blue']);
    }
  });

  it('keeps the frames, delays and loop count of an animation', onDisk, async () => {
    const { status, body } = await upload(server, await somebody(), 'banner', await animation(10, 600, 300));
    expect(status).toBe(200);
    for (const bytes of await variants(body.bannerUrl)) {
      const { pages, delay, loop, pageHeight, width } = await sharp(bytes, { animated: true }).metadata();
      expect({ pages, loop, delay: new Set(delay) }).toEqual({ pages: 10, loop: 3, delay: new Set([120]) });
      expect(width).toBe((pageHeight ?? 0) * 3);
    }
  });

  it('does not enlarge a small picture, and accepts a picture of one pixel', onDisk, async () => {
    const ana = await somebody();
    const small = await upload(server, ana, 'avatar', await plainPng(200, 90));
    const widths = await Promise.all(
      (await variants(small.body.avatarUrl)).map(async (bytes) => (await sharp(bytes).metadata()).width),
    );
    expect(widths).toEqual([90, 90, 90]);
    expect((await upload(server, ana, 'banner', await plainPng(1, 1))).status).toBe(200);
  });

  it('removes a script that is appended to a picture (attack 12)', onDisk, async () => {
    const file = Buffer.concat([await plainPng(60, 60), Buffer.from('<script>alert(1)</script>')]);
    const { body } = await upload(server, await somebody(), 'avatar', file);
    for (const bytes of await variants(body.avatarUrl)) expect(bytes.includes('script')).toBe(false);
  });

  it(
    'rejects upload addresses of another account, of another kind, and invented ones (attack 11)',
    onDisk,
    async () => {
      const [ana, eve] = [await somebody(), await somebody()];
      const address = await begin(ana, 'avatar');
      await send(server, address, await plainPng(60, 60));
      expect((await new Person(server).request('PUT', '/api/profile/avatar', { avatarUrl: address })).status).toBe(401);
      for (const [person, kind, url] of [
        [eve, 'avatar', address],
        [ana, 'banner', address],
        [ana, 'avatar', address.replace('signature=', 'signature=x')],
      ] as const) {
        const response = await take(person, kind, url);
        expect([response.status, response.body.code]).toEqual([404, 'not_found']);
      }
      for (const url of [
        'https://elsewhere.example/a.png',
        '/media/uploads/x',
        'javascript:alert(1)',
        '',
        'https://',
      ]) {
        const response = await take(ana, 'avatar', url);
        expect([response.status, response.body.code]).toEqual([400, 'invalid_input']);
        expect(response.body.message).toContain('upload');
      }
      expect((await take(ana, 'avatar', address)).status).toBe(200);
    },
  );

  it('applies an upload after it has a file, and ignores a repeated request', onDisk, async () => {
    const ana = await somebody();
    const address = await begin(ana, 'avatar');
    const early = await take(ana, 'avatar', address);
    expect([early.status, early.body.code]).toEqual([409, 'upload_missing']);
    await send(server, address, await plainPng(60, 60));
    const both = await Promise.all([take(ana, 'avatar', address), take(ana, 'avatar', address)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    const inPlace = (await ana.request('GET', '/api/profile')).body;
    expect((await take(ana, 'avatar', address)).body).toEqual(inPlace);
    await variants(inPlace.avatarUrl);
    const next = await upload(server, ana, 'avatar', await plainPng(60, 60));
    expect(next.body.avatarUrl).not.toBe(inPlace.avatarUrl);
    const again = await take(ana, 'avatar', address);
    expect([again.status, again.body.code]).toEqual([409, 'upload_missing']);
    expect((await ana.request('GET', '/api/profile')).body).toEqual(next.body);
  });

  it('applies an upload once for parallel requests, and reports success to all of them', onDisk, async () => {
    const ana = await somebody();
    const address = await begin(ana, 'avatar');
    await send(server, address, await plainPng(60, 60));
    const all = Array.from({ length: 5 }, () => take(ana, 'avatar', address));
    await Promise.race(all);
    await runJobs();
    const inPlace = (await ana.request('GET', '/api/profile')).body;
    for (const { status, body } of await Promise.all(all)) expect([status, body]).toEqual([200, inPlace]);
  });

  it('deletes the previous picture only after the new one is in place', async () => {
    const ana = await somebody();
    const first = (await upload(server, ana, 'avatar', await plainPng(600, 600))).body.avatarUrl;
    await runJobs();
    expect((await upload(server, ana, 'avatar', Buffer.from('no picture'))).status).toBe(422);
    await runJobs();
    expect(await stored(first)).toBe(3);

    const second = (await upload(server, ana, 'avatar', await plainPng(600, 600))).body.avatarUrl;
    expect(await stored(first)).toBe(3);
    await runJobs();
    expect([await stored(first), await stored(second)]).toEqual([0, 3]);
    expect((await get(first)).statusCode).toBe(404);

    const removed = await ana.request('DELETE', '/api/profile/avatar');
    expect([removed.status, removed.body.avatarUrl]).toEqual([200, null]);
    await runJobs();
    expect(await stored(second)).toBe(0);
    expect((await ana.request('DELETE', '/api/profile/avatar')).status).toBe(200);
    expect((await new Person(server).request('DELETE', '/api/profile/avatar')).status).toBe(401);
  });

  it('deletes unfinished uploads after a while, and no picture in use', onDisk, async () => {
    const ana = await somebody();
    const [used, sent, unsent] = [await begin(ana, 'avatar'), await begin(ana, 'avatar'), await begin(ana, 'banner')];
    for (const address of [used, sent]) await send(server, address, await plainPng(60, 60));
    const { avatarUrl } = (await take(ana, 'avatar', used)).body;
    // The state after a process that dies before it applies the uploads.
    await server.storage.put('pictures/avatar-left-behind.webp', Buffer.from('x'), 'image/webp');
    await server.db
      .insertInto('doomed_objects')
      .values({ key: 'pictures/avatar-left-behind.webp', doomed_at: new Date(Date.now() + HOUR) })
      .execute();
    const sweep = async () => {
      await enqueueDeletionJob(server.db);
      await server.sentEmails();
    };
    const left = async () => (await server.db.selectFrom('uploads').select('id').execute()).length;

    await sweep();
    expect(await server.storage.get('pictures/avatar-left-behind.webp')).not.toBeNull();
    server.advance(59 * MINUTE);
    expect((await take(ana, 'avatar', sent)).status).toBe(200);
    server.advance(2 * MINUTE);
    await sweep();
    expect(await server.storage.get('pictures/avatar-left-behind.webp')).toBeNull();
    expect((await take(ana, 'banner', unsent)).body.code).toBe('upload_missing');
    server.advance(DAY);
    await sweep();
    expect(await left()).toBe(0);
    expect(await doomedKeys(server)).toEqual([]);
    expect(await stored(avatarUrl)).toBe(0);
    expect(await stored((await ana.request('GET', '/api/profile')).body.avatarUrl)).toBe(3);
  });

  it('does not use an upload whose object has been deleted', onDisk, async () => {
    const ana = await somebody();
    const address = await begin(ana, 'avatar');
    await send(server, address, await plainPng(60, 60));
    server.advance(61 * MINUTE);
    const late = await take(ana, 'avatar', address);
    expect([late.status, late.body.code]).toEqual([409, 'upload_missing']);
  });

  it('returns pictures as cacheable forever with a validator, and 404 for missing ones', async () => {
    const { avatarUrl } = (await upload(server, await somebody(), 'avatar', await plainPng(60, 60))).body;
    const first = await get(avatarUrl);
    const again = await get(avatarUrl, { 'if-none-match': String(first.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    await send(server, await begin(await somebody(), 'avatar'), await plainPng(60, 60));
    const { object_key } = await server.db
      .selectFrom('uploads')
      .select('object_key')
      .where('object_key', 'is not', null)
      .executeTakeFirstOrThrow();
    for (const url of [
      `/media/${object_key}`,
      `/media/${encodeURIComponent(object_key ?? '')}`,
      `/media/${object_key?.replace('uploads/', '')}`,
      avatarUrl.replace('-256.', '-257.'),
      avatarUrl.replace('avatar', 'banner'),
      '/media/nothing.webp',
      '/media/..%2fuploads%2fx.bin',
      '/media/',
    ]) {
      const response = await get(url);
      expect([url, response.statusCode]).toEqual([url, 404]);
      expect(response.headers['cache-control']).not.toContain('immutable');
    }
  });
});
