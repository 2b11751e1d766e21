import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HandlePictureKind, pictureVariants } from '../../contract/pictures.ts';
import { StorageError } from '../../server/platform/storage/storage.ts';
import { signedInAdmin } from '../support/api/admin.ts';
import { startHttpProcess } from '../support/api/http-process.ts';
import { createPageOwner, link } from '../support/api/page-owner.ts';
import type { Person } from '../support/api/person.ts';
import { plainPng } from '../support/pictures/picture-bytes.ts';
import { doomedKeys, send, upload as uploadOfAccount } from '../support/pictures/uploads.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let admin: Person;
/** Two processes that serve the same database and storage, each with its own connections. */
const processes: Awaited<ReturnType<typeof startHttpProcess>>[] = [];
beforeAll(async () => {
  admin = await signedInAdmin(server);
  for (let count = 0; count < 2; count++) processes.push(await startHttpProcess(server));
});
afterAll(async () => {
  for (const one of processes) await one.stop();
});

type Owner = Awaited<ReturnType<typeof createPageOwner>>;

/** Uploads a picture for a handle and returns its path, or the code of the error. */
async function upload(of: Owner, kind: HandlePictureKind, file: Buffer): Promise<string> {
  const { body } = await of.person.request('POST', `/api/handles/${of.id}/pictures/upload`, { kind });
  expect((await send(server, body.uploadURL, file)).statusCode).toBe(200);
  const taken = await of.person.request('POST', `/api/handles/${of.id}/pictures`, { kind, uploadURL: body.uploadURL });
  return taken.body.path ?? taken.body.code;
}

/** Returns the statuses of all sizes of pictures, each once, in all processes. */
async function statuses(...paths: string[]): Promise<number[]> {
  const addresses = processes.flatMap(({ origin }) => paths.flatMap(pictureVariants).map((path) => origin + path));
  const responses = await Promise.all(addresses.map((address) => fetch(address)));
  // An unread body would keep its connection, and with it the process.
  for (const { body } of responses) await body?.cancel();
  return [...new Set(responses.map(({ status }) => status))];
}

const remove = (path: string, reason: string, who = admin) =>
  who.request('DELETE', `/api/admin/pictures/${path.replace('/media/', '')}`, { reason });
const found = async (search: string) =>
  (await admin.request('GET', `/api/admin/pictures?${new URLSearchParams({ search })}`)).body;
const suspend = (list: 'handles' | 'users', id: number, action: 'suspend' | 'unsuspend') =>
  admin.request('POST', `/api/admin/${list}/${id}/${action}`, { reason: 'Test' });
const audit = async () => (await admin.request('GET', '/api/admin/audit')).body;

describe('an administrator who removes a picture', () => {
  let ann: Owner;
  const paths: Record<HandlePictureKind, string> = { avatar: '', banner: '', block: '', background: '' };
  const files: Record<HandlePictureKind, Buffer> = {} as Record<HandlePictureKind, Buffer>;
  beforeAll(async () => {
    ann = await createPageOwner(server, 'ann-has-an-illegal-picture');
    for (const [at, kind] of (['avatar', 'banner', 'block', 'background'] as const).entries()) {
      files[kind] = await plainPng(300 + at, 200);
      paths[kind] = await upload(ann, kind, files[kind]);
    }
    await ann.put([link('A', { image: paths.block }), link('B', { image: null })]);
    await ann.patch({ profilePicture: paths.avatar, bannerImage: paths.banner });
    const look = { accent: '#112233', background: { kind: 'picture', image: paths.background }, font: 'nunito' };
    expect((await ann.appearance({ template: 'candy', look })).status).toBe(200);
    await server.sentEmails();
  });

  it.each(['avatar', 'banner', 'block', 'background'] as const)(
    'removes a picture of the kind %s from the page, the storage and every process (attack 45)',
    async (kind) => {
      const path = paths[kind];
      expect(await statuses(path)).toEqual([200]);
      const [card, oldCard] = [`cards/${ann.id}-${kind}.png`, `cards/${ann.id}-${kind}-old.png`];
      for (const key of [card, oldCard]) await server.storage.put(key, Buffer.from('drawn'), 'image/png');
      await server.db
        .insertInto('profile_cards')
        .values({ handle_id: ann.id, object_key: card, old_key: oldCard, content_hash: kind, drawing: 1 })
        .execute();
      const cached = `${processes[0]?.origin}/ann-has-an-illegal-picture`;
      expect(await (await fetch(cached)).text()).toContain(path.slice(0, -'256.webp'.length));
      const response = await remove(path, `Illegal: ${kind}`);
      expect(response).toMatchObject({ status: 200, body: { message: 'The picture was removed.' } });
      await expect.poll(() => statuses(path)).toEqual([410]);
      // This does not need the files, which a backup may keep for some time.
      expect(await doomedKeys(server)).toHaveLength(5);
      const again = await fetch((processes[0]?.origin ?? '') + path, { headers: { 'if-none-match': '*' } });
      expect([again.status, again.headers.get('cache-control')]).toEqual([410, 'no-store']);

      const emails = await server.sentEmails();
      expect(emails).toMatchObject([{ sentTo: 'ann-has-an-illegal-picture@account.example' }]);
      expect(emails[0]?.text).toContain(`Illegal: ${kind}`);
      for (const object of pictureVariants(path)) {
        expect(await server.storage.get(object.replace('/media/', 'pictures/'))).toBeNull();
      }
      for (const key of [card, oldCard]) expect(await server.storage.get(key)).toBeNull();
      const shown = await ann.shown();
      expect(JSON.stringify(shown)).not.toContain(path.slice('/media/'.length, -'-256.webp'.length));
      expect(shown).toMatchObject({ template: 'candy', look: { accent: '#112233', font: 'nunito' } });
      const page = await fetch(cached);
      expect([page.status, (await page.text()).includes(path.slice(0, -'256.webp'.length))]).toEqual([200, false]);
      expect((await audit())[0]).toMatchObject({
        act: 'remove picture',
        target: expect.stringMatching(new RegExp(`^picture ${kind}-[0-9a-f]{40}$`)),
        reason: `Illegal: ${kind}`,
        before: { handles: [ann.id] },
      });
    },
  );

  it('rejects the same file from everybody, and the removed picture in a page', async () => {
    const eve = await createPageOwner(server, 'eve-tries-it-again');
    for (const [kind, file] of Object.entries(files) as [HandlePictureKind, Buffer][]) {
      expect(await upload(eve, kind, file)).toBe('picture_refused');
    }
    const other = await upload(eve, 'block', await plainPng(123, 45));
    expect(await statuses(other)).toEqual([200]);
    expect((await ann.put([link('A', { image: paths.block })])).body.errors[0].path).toBe('0.image');
    expect(await uploadOfAccount(server, eve.person, 'avatar', files.avatar)).toMatchObject({
      status: 403,
      body: { code: 'picture_refused', message: expect.stringContaining('choose another') },
    });
  });

  it('changes nothing at a second removal, and returns 404 for an unknown picture', async () => {
    const before = await audit();
    expect(await remove(paths.avatar.replace('-256', '-512'), 'Again')).toMatchObject({
      status: 200,
      body: { message: 'The picture was removed before.' },
    });
    for (const name of ['avatar-0123456789abcdef-256.webp', 'x', 'avatar-..%2f..-256.webp']) {
      expect((await remove(name, 'Unknown')).status).toBe(404);
    }
    expect((await remove(paths.avatar, ' ')).body.code).toBe('invalid_input');
    expect((await remove(paths.avatar, 'Because', ann.person)).status).toBe(403);
    expect(await server.sentEmails()).toEqual([]);
    expect(await audit()).toEqual(before);
  });

  it('removes the avatar of an account from all its pages, and an avatar that is no longer used', async () => {
    const bob = await createPageOwner(server, 'bob-has-one-avatar');
    await bob.person.request('POST', '/api/profiles', { username: 'bob-has-a-second' });
    const { body } = await uploadOfAccount(server, bob.person, 'avatar', await plainPng(77, 78));
    const path = body.avatarUrl;
    expect(await bob.shown()).toMatchObject({ profilePicture: path });
    await server.sentEmails();
    expect((await remove(path.replace('-256', '-128'), 'Not his')).status).toBe(200);
    const [email] = await server.sentEmails();
    expect(email).toMatchObject({ sentTo: 'bob-has-one-avatar@account.example' });
    expect(await bob.shown()).toMatchObject({ profilePicture: null });
    await expect.poll(() => statuses(path)).toEqual([410]);

    // Its owner has replaced it, and it is not yet deleted.
    const replaced = (await uploadOfAccount(server, bob.person, 'avatar', await plainPng(79, 80))).body.avatarUrl;
    await bob.person.request('DELETE', '/api/profile/avatar');
    expect(await found(replaced)).toMatchObject([{ state: 'shown', handle: null, userId: null }]);
    expect((await remove(replaced, 'Too')).status).toBe(200);
    await expect.poll(() => statuses(replaced)).toEqual([410]);
  });

  it('removes a picture while the storage does not respond; the audit log records that the file is accepted again', async () => {
    const ida = await createPageOwner(server, 'ida-has-a-picture');
    const path = await upload(ida, 'block', await plainPng(66, 67));
    const { get } = server.storage;
    server.storage.get = () => Promise.reject(new StorageError('away'));
    try {
      expect((await remove(path, 'At once')).status).toBe(200);
    } finally {
      server.storage.get = get;
    }
    await expect.poll(() => statuses(path)).toEqual([410]);
    expect((await audit())[0]).toMatchObject({ reason: 'At once', after: { refusedAgain: false } });
    await server.sentEmails();
  });

  it('finds pictures by a handle, an email address and their address, and lists what was removed', async () => {
    const cleo = await createPageOwner(server, 'cleo-is-looked-for');
    const [block, background] = [
      await upload(cleo, 'block', await plainPng(60, 61)),
      await upload(cleo, 'background', await plainPng(62, 63)),
    ];
    const { avatarUrl } = (await uploadOfAccount(server, cleo.person, 'avatar', await plainPng(64, 65))).body;
    const names = [background, block, avatarUrl].map((path) => path.replace('/media/', ''));
    const ofHandle = await found(' Cleo-is-looked-for ');
    expect(ofHandle.map(({ name }: { name: string }) => name)).toEqual(names);
    expect(ofHandle).toMatchObject([
      { kind: 'background', handle: 'cleo-is-looked-for', state: 'shown', removedAt: null },
      { kind: 'block', handle: 'cleo-is-looked-for' },
      { kind: 'avatar', handle: null, userId: ofHandle[0].userId },
    ]);
    expect(await found('Cleo-is-looked-for@account.example')).toEqual(ofHandle);
    const [, item] = ofHandle;
    for (const search of [block, `https://np.example${block}?x#y`, item.name])
      expect(await found(search)).toEqual([item]);
    for (const search of ['nobody-at-all', 'no@account.example', '/media/block-0123456789abcdef-480.webp']) {
      expect(await found(search)).toEqual([]);
    }
    await remove(block, 'Because');
    expect(await found(block)).toMatchObject([{ name: item.name, state: 'removed', removedAt: expect.any(String) }]);
    expect((await admin.request('GET', '/api/admin/pictures?limit=2')).body).toMatchObject([
      { name: item.name, state: 'removed' },
      { state: 'removed' },
    ]);
  });
});

describe('a suspension', () => {
  it('hides the pictures of a handle in every process until it ends, including those added during it', async () => {
    const dan = await createPageOwner(server, 'dan-is-suspended');
    const block = await upload(dan, 'block', await plainPng(81, 82));
    const { avatarUrl } = (await uploadOfAccount(server, dan.person, 'avatar', await plainPng(83, 84))).body;
    await suspend('handles', dan.id, 'suspend');
    await expect.poll(() => statuses(block, avatarUrl)).toEqual([404]);
    expect(await found('dan-is-suspended')).toMatchObject([{ state: 'suspended' }, { state: 'suspended' }]);
    const second = await upload(dan, 'block', await plainPng(85, 86));
    const { bannerUrl } = (await uploadOfAccount(server, dan.person, 'banner', await plainPng(87, 88))).body;
    await expect.poll(() => statuses(second, bannerUrl)).toEqual([404]);
    const response = await fetch((processes[1]?.origin ?? '') + block);
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store']);
    await suspend('handles', dan.id, 'unsuspend');
    await expect.poll(() => statuses(block, avatarUrl, second, bannerUrl)).toEqual([200]);
  });

  it('does not hide the pictures of the account that another of its handles shows', async () => {
    const fay = await createPageOwner(server, 'fay-has-two-handles');
    await fay.person.request('POST', '/api/profiles', { username: 'fay-is-innocent-here' });
    const block = await upload(fay, 'block', await plainPng(91, 92));
    const { avatarUrl } = (await uploadOfAccount(server, fay.person, 'avatar', await plainPng(93, 94))).body;
    await suspend('handles', fay.id, 'suspend');
    await expect.poll(() => statuses(block)).toEqual([404]);
    expect(await statuses(avatarUrl)).toEqual([200]);
  });

  it('a suspension of an account hides everything, even in a process that starts later', async () => {
    const gus = await createPageOwner(server, 'gus-is-suspended');
    const block = await upload(gus, 'block', await plainPng(101, 102));
    const { avatarUrl } = (await uploadOfAccount(server, gus.person, 'avatar', await plainPng(103, 104))).body;
    const [{ userId }] = await found('gus-is-suspended');
    await suspend('users', userId, 'suspend');
    await expect.poll(() => statuses(block, avatarUrl)).toEqual([404]);
    const late = await startHttpProcess(server);
    processes.push(late);
    expect((await fetch(late.origin + block)).status).toBe(404);
    expect((await fetch(late.origin + (await removedPath()))).status).toBe(410);
    await suspend('users', userId, 'unsuspend');
    await expect.poll(() => statuses(block, avatarUrl)).toEqual([200]);
  });

  const removedPath = async () => `/media/${(await found(''))[0].name}`;
});
