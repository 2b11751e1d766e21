import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type HandlePictureKind, PICTURE_WIDTHS, readPicturePath } from '../../contract/pictures.ts';
import { HOUR } from '../../contract/time.ts';
import { addJob } from '../../server/platform/jobs/jobs.ts';
import { runNightlyJobs } from '../support/api/departing-person.ts';
import { createPageOwner, link } from '../support/api/page-owner.ts';
import { Person } from '../support/api/person.ts';
import { animation, plainPng } from '../support/pictures/picture-bytes.ts';
import { begin, send } from '../support/pictures/uploads.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let ann: Awaited<ReturnType<typeof createPageOwner>>;
let eve: Awaited<ReturnType<typeof createPageOwner>>;
beforeAll(async () => {
  ann = await createPageOwner(server, 'ann-has-pictures');
  eve = await createPageOwner(server, 'eve-has-pictures');
});

type Owner = typeof ann;

async function address(of: Owner, kind: HandlePictureKind, more = {}): Promise<string> {
  const response = await of.person.request('POST', `/api/handles/${of.id}/pictures/upload`, { kind, ...more });
  expect(response.status, response.text).toBe(200);
  return response.body.uploadURL;
}

const take = (of: Owner, kind: HandlePictureKind, uploadURL: string) =>
  of.person.request('POST', `/api/handles/${of.id}/pictures`, { kind, uploadURL });

/** Uploads a picture and returns its path. */
async function upload(of: Owner, kind: HandlePictureKind, file?: Buffer): Promise<string> {
  const to = await address(of, kind);
  expect((await send(server, to, file ?? (await plainPng(40, 40)))).statusCode).toBe(200);
  const taken = await take(of, kind, to);
  expect(taken.status, taken.text).toBe(201);
  expect(taken.body).toEqual({ kind, path: expect.any(String) });
  return taken.body.path;
}

const status = async (path: string) => (await new Person(server).request('GET', path)).status;

/** Returns the size of each variant, smallest first. */
async function sizes(path: string): Promise<string[]> {
  const { kind, id } = readPicturePath(path) ?? { kind: 'block' as const, id: '' };
  return Promise.all(
    PICTURE_WIDTHS[kind].map(async (width) => {
      const { rawPayload } = await server.app.inject({
        url: `/media/${kind}-${id}-${width}.webp`,
        headers: { host: server.config.site.host },
      });
      const found = await sharp(rawPayload).metadata();
      return `${found.width}x${found.height}`;
    }),
  );
}

describe('a picture of a handle', () => {
  it.each<[HandlePictureKind, width: number, height: number, sizes: string[]]>([
    ['avatar', 1600, 1200, ['128x128', '256x256', '512x512']],
    ['banner', 1600, 1200, ['480x160', '960x320', '1440x480']],
    ['block', 1600, 1200, ['160x120', '480x360', '960x720']],
    ['block', 1000, 1000, ['160x160', '480x480', '960x960']],
    ['block', 4000, 100, ['160x80', '200x100', '200x100']],
    ['background', 900, 1600, ['480x853', '900x1600', '900x1600']],
    ['background', 100, 3000, ['100x200', '100x200', '100x200']],
  ])('a picture of the kind %s from %i x %i has its shape', async (kind, width, height, expected) => {
    const path = await upload(ann, kind, await plainPng(width, height));
    expect(path).toMatch(new RegExp(`^/media/${kind}-[0-9a-f]{40}-${PICTURE_WIDTHS[kind][1]}\\.webp$`));
    expect(await sizes(path)).toEqual(expected);
  });

  it('a picture keeps its animation', async () => {
    const path = await upload(ann, 'block', await animation(3, 300, 200));
    const { rawPayload } = await server.app.inject({ url: path, headers: { host: server.config.site.host } });
    expect((await sharp(rawPayload, { animated: true }).metadata()).pages).toBe(3);
  });

  it('a picture is taken once: a repeated request gets the same picture', async () => {
    const to = await address(ann, 'block');
    expect((await take(ann, 'block', to)).body.code).toBe('upload_missing');
    await send(server, to, await plainPng(40, 40));
    const [first, second] = await Promise.all([take(ann, 'block', to), take(ann, 'block', to)]);
    expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
    expect((await take(ann, 'block', to)).body).toEqual(first.body);
  });

  it('a picture is bound to its handle and its kind, and is not an upload of the account', async () => {
    const file = await plainPng(40, 40);
    const to = await address(ann, 'avatar');
    await send(server, to, file);
    expect((await take(eve, 'avatar', to)).status).toBe(404);
    expect((await take(ann, 'banner', to)).status).toBe(404);
    expect((await ann.person.request('PUT', '/api/profile/avatar', { avatarUrl: to })).status).toBe(404);
    const ofAccount = await begin(ann.person, 'avatar');
    await send(server, ofAccount, file);
    expect((await take(ann, 'avatar', ofAccount)).status).toBe(404);
    const forged = to.replace(/handle=\d+/, `handle=${eve.id}`);
    expect((await take(eve, 'avatar', forged)).status).toBe(404);
    const foreign = await take(ann, 'avatar', 'https://pictures.example/a.png');
    expect(foreign.body.errors).toEqual([{ path: 'uploadURL', message: expect.stringContaining('upload it first') }]);
    expect((await take(ann, 'avatar', to)).status).toBe(201);
  });

  it('rejects a file that is not a picture', async () => {
    const to = await address(ann, 'block');
    await send(server, to, Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    expect((await take(ann, 'block', to)).body.code).toBe('picture_unreadable');
    const bad = await ann.person.request('POST', `/api/handles/${ann.id}/pictures/upload`, { kind: 'poster' });
    expect([bad.status, bad.body.errors[0].path]).toEqual([400, 'kind']);
  });

  it('a picture counts against a limit for each handle', async () => {
    const rows = Array.from({ length: 120 }, (_, at) => ({
      path: `/media/block-${String(at).padStart(40, '0')}-480.webp`,
      handle_id: eve.id,
      kind: 'block',
    }));
    const to = await address(eve, 'block');
    await send(server, to, await plainPng(40, 40));
    await server.db.insertInto('handle_pictures').values(rows).execute();
    expect((await take(eve, 'block', to)).body.code).toBe('picture_limit');
    const begun = await eve.person.request('POST', `/api/handles/${eve.id}/pictures/upload`, { kind: 'block' });
    expect(begun.body.code).toBe('picture_limit');
    await server.db.deleteFrom('handle_pictures').where('handle_id', '=', eve.id).execute();
    expect((await take(eve, 'block', to)).status).toBe(201);
  });
});

describe('a page', () => {
  it('a page uses pictures of its handle in blocks, look, profile and banner, and of no other', async () => {
    const [block, background, avatar, banner] = [
      await upload(ann, 'block'),
      await upload(ann, 'background'),
      await upload(ann, 'avatar'),
      await upload(ann, 'banner'),
    ];
    const look = {
      accent: '#112233',
      background: { kind: 'picture', image: background },
      buttons: 'pill',
      font: 'nunito',
      layout: 'grid',
    };
    expect((await ann.put([link('A', { image: block })])).status).toBe(200);
    expect((await ann.appearance({ template: 'candy', look })).body).toMatchObject({ template: 'candy', look });
    expect((await ann.patch({ profilePicture: avatar, bannerImage: banner })).status).toBe(200);
    expect(await ann.shown()).toMatchObject({
      profilePicture: avatar,
      bannerImage: banner,
      look,
      blocks: [{ image: block }],
    });
    // A change of the theme keeps the look; null removes it.
    expect((await ann.appearance({ template: 'neon' })).body.look).toEqual(look);

    const message = expect.stringContaining('not uploaded for this handle');
    const refusals = [
      [await eve.put([link('A', { image: block })]), '0.image'],
      [await eve.appearance({ template: 'neon', look }), 'look.background.image'],
      [await eve.patch({ profilePicture: avatar }), 'profilePicture'],
      [await eve.patch({ bannerImage: banner }), 'bannerImage'],
    ] as const;
    for (const [{ status: code, body }, path] of refusals) {
      expect([code, body.errors]).toEqual([400, [{ path, message }]]);
    }
    // A banner is not a profile picture, and the path of no picture is not an address.
    for (const profilePicture of [
      banner,
      '/media/avatar-x.webp',
      '/etc/passwd',
      `${avatar}?x`,
      'http://a.example/b.png',
    ]) {
      const refused = await ann.patch({ profilePicture });
      expect([profilePicture, refused.status, refused.body.errors[0].path]).toEqual([
        profilePicture,
        400,
        'profilePicture',
      ]);
    }
    expect((await ann.appearance({ template: 'neon', look: null })).body.look).toBeNull();
  });

  it.each([
    ['an accent that is not a colour', { accent: 'red' }, 'look.accent'],
    ['an unknown font', { font: 'comic-sans' }, 'look.font'],
    [
      'an angle of 361 degrees',
      { background: { kind: 'gradient', from: '#000000', to: '#ffffff', angle: 361 } },
      'look.background.angle',
    ],
    ['a style sheet', { background: { kind: 'colour', colour: '#000;}</style>' } }, 'look.background.colour'],
    [
      'a picture of elsewhere',
      { background: { kind: 'picture', image: 'https://a.example/b.png' } },
      'look.background.image',
    ],
  ])('rejects a look with %s (attack 17)', async (_name, look, path) => {
    const before = (await ann.shown()).look;
    const refused = await ann.appearance({ template: 'neon', look });
    expect([refused.status, refused.body.errors[0].path]).toEqual([400, path]);
    expect((await ann.shown()).look).toEqual(before);
  });
});

describe('a picture that nothing uses', () => {
  const unused = async (path: string) => {
    const row = await server.db
      .selectFrom('handle_pictures')
      .select('unused_since')
      .where('path', '=', path)
      .executeTakeFirst();
    return row && row.unused_since !== null;
  };

  it('a picture is deleted with its objects a day after its last use, unless it is used again in time', async () => {
    const [used, replaced, again, never] = [
      await upload(ann, 'block'),
      await upload(ann, 'block'),
      await upload(ann, 'block'),
      await upload(ann, 'block'),
    ];
    await ann.put([link('A', { image: used }), link('B', { image: replaced }), link('C', { image: again })]);
    expect(await Promise.all([used, replaced, again, never].map(unused))).toEqual([false, false, false, true]);
    await ann.put([link('A', { image: used })]);
    expect(await Promise.all([used, replaced, again].map(unused))).toEqual([false, true, true]);
    await server.advanceSignedIn(23 * HOUR);
    await runNightlyJobs(server);
    expect(await status(replaced)).toBe(200);
    expect((await ann.put([link('A', { image: used }), link('C', { image: again })])).status).toBe(200);
    await server.advanceSignedIn(2 * HOUR);
    await addJob(server.db, 'delete-doomed-objects', {});
    await server.sentEmails();
    expect(await Promise.all([used, replaced, again, never].map(status))).toEqual([200, 404, 200, 404]);
    expect(await unused(replaced)).toBeUndefined();
    const gone = await ann.put([link('B', { image: replaced })]);
    expect([gone.status, gone.body.errors[0].path]).toEqual([400, '0.image']);
  });

  it('an unused picture is noticed at night if an older release removed it', async () => {
    const path = await upload(ann, 'avatar');
    await ann.patch({ profilePicture: path });
    await server.db
      .updateTable('handles')
      .set({ profile_picture: 'https://a.example/b.png' })
      .where('id', '=', ann.id)
      .execute();
    expect(await unused(path)).toBe(false);
    await runNightlyJobs(server);
    expect(await unused(path)).toBe(true);
    // A picture that came into use without a note is not deleted.
    await server.db.updateTable('handles').set({ profile_picture: path }).where('id', '=', ann.id).execute();
    await server.advanceSignedIn(25 * HOUR);
    await addJob(server.db, 'delete-doomed-objects', {});
    await server.sentEmails();
    expect(await status(path)).toBe(200);
    await runNightlyJobs(server);
    expect(await status(path)).toBe(200);
  });

  it('an unused picture is deleted with the owner, like pictures in use', async () => {
    const bob = await createPageOwner(server, 'bob-leaves-pictures');
    const [path, other] = [await upload(bob, 'block'), await upload(bob, 'background')];
    await bob.put([link('A', { image: path })]);
    const { pictures, blocks } = (await bob.person.request('GET', '/api/account/export')).body.handles[0];
    expect(pictures.map((one: { address: string }) => one.address).sort()).toEqual(
      [path, other].map((one) => `${server.config.site.origin}${one}`).sort(),
    );
    expect(blocks).toMatchObject([{ type: 'link', title: 'A', image: path }]);
    await server.db.transaction().execute(async (trx) => {
      const { emptyHandles } = await import('../../server/handles/quarantine-rules.ts');
      await emptyHandles(trx, [bob.id], server.clock());
    });
    await server.sentEmails();
    expect(await Promise.all([path, other].map(status))).toEqual([404, 404]);
    const left = await server.db.selectFrom('page_blocks').select('id').where('handle_id', '=', bob.id).execute();
    expect(left).toEqual([]);
  });
});
