import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import type { Description } from '../../server/api-docs/description.ts';
import { createPageOwner, link, NONE, network, type Sent } from '../support/api/page-owner.ts';
import { undescribed } from '../support/api/response-schema.ts';
import { useServer } from '../support/server/test-server.ts';

const ROUTE = 'PUT /api/handles/:id/blocks';

const server = useServer();
let ann: Awaited<ReturnType<typeof createPageOwner>>;
let document: Description;
beforeAll(async () => {
  ann = await createPageOwner(server, 'ann-builds-a-page');
  document = (await ann.person.request('GET', '/api/openapi.json')).body;
});
beforeEach(async () => {
  expect((await ann.put([])).status).toBe(200);
});

const put: typeof ann.put = (...sent) => ann.put(...sent);
const get = () => ann.get();

const activities = async () => {
  const { rows } = await sql`select from handle_activity where handle_id = ${ann.id}`.execute(server.db);
  return rows.length;
};

const changedAt = async () => {
  const row = await server.db
    .selectFrom('handles')
    .select('profile_changed_at')
    .where('id', '=', ann.id)
    .executeTakeFirst();
  return row?.profile_changed_at.getTime();
};

/** A block of each type. */
const EVERY_TYPE = [
  network('instagram', 'ann'),
  network('mastodon', '@ann@mastodon.social'),
  link('My shop', { emoji: '🛍️', featured: true }),
  { type: 'heading', text: 'Music' },
  { type: 'text', text: 'One\r\nTwo' },
  {
    type: 'icons',
    items: [
      { platform: 'x', username: 'ann' },
      { platform: 'spotify', username: 'spotify:artist:4Z8W4fKeB5YxbusRsdQVPb' },
    ],
  },
  { type: 'embed', kind: 'video', title: 'A film', url: 'https://vimeo.com/1234' },
  { type: 'contact', note: 'Write to me' },
  { type: 'subscribe', title: 'News', hidden: true, from: '2030-01-01T10:00:00+02:00', until: '2031-01-01T00:00:00Z' },
];

describe('PUT /api/handles/{id}/blocks', () => {
  it('stores blocks of every type in order, with ids, and GET returns them', async () => {
    const saved = await put(EVERY_TYPE);
    expect(saved.status, saved.text).toBe(200);
    expect(undescribed(document, ROUTE, saved)).toEqual([]);
    expect(saved.body).toEqual([
      {
        type: 'network',
        platform: 'instagram',
        username: 'ann',
        url: 'https://instagram.com/ann',
        ...NONE,
        id: 'instagram',
      },
      {
        type: 'network',
        platform: 'mastodon',
        username: '@ann@mastodon.social',
        ...NONE,
        url: 'https://mastodon.social/@ann',
        id: expect.any(String),
      },
      {
        type: 'link',
        title: 'My shop',
        url: 'https://shop.example/',
        image: null,
        emoji: '🛍️',
        ...NONE,
        featured: true,
        id: expect.any(String),
      },
      { type: 'heading', text: 'Music', ...NONE, id: expect.any(String) },
      { type: 'text', text: 'One\nTwo', ...NONE, id: expect.any(String) },
      {
        type: 'icons',
        items: [
          { platform: 'x', username: 'ann', url: 'https://x.com/ann' },
          {
            platform: 'spotify',
            username: 'artist/4Z8W4fKeB5YxbusRsdQVPb',
            url: 'https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb',
          },
        ],
        ...NONE,
        id: expect.any(String),
      },
      {
        type: 'embed',
        kind: 'video',
        title: 'A film',
        url: 'https://vimeo.com/1234',
        image: null,
        ...NONE,
        id: expect.any(String),
      },
      { type: 'contact', title: null, note: 'Write to me', ...NONE, id: expect.any(String) },
      {
        type: 'subscribe',
        title: 'News',
        note: null,
        ...NONE,
        id: expect.any(String),
        hidden: true,
        from: '2030-01-01T08:00:00.000Z',
        until: '2031-01-01T00:00:00.000Z',
      },
    ]);
    const read = await get();
    expect([read.status, read.body]).toEqual([200, saved.body]);
    expect(read.headers.etag).toBe(saved.headers.etag);
    expect(new Set(read.body.map((block) => block.id)).size).toBe(EVERY_TYPE.length);
  });

  it('keeps ids when blocks are moved, changed and added, and forgets those that are removed', async () => {
    const [insta, mastodon, shop, ...rest] = (await put(EVERY_TYPE)).body;
    const changed = await put([...rest.slice(1), { ...shop, title: 'Closed' }, network('instagram', 'second'), insta]);
    expect(changed.status, changed.text).toBe(200);
    const ids = changed.body.map((block: Sent) => block.id);
    expect(ids.slice(0, rest.length)).toEqual([...rest.slice(1).map((block: Sent) => block.id), shop.id]);
    expect(ids.at(-1)).toBe('instagram');
    expect(changed.body.find((block: Sent) => block.id === shop.id)).toMatchObject({ title: 'Closed' });
    // Undo: the id of a removed block no longer belongs to the page.
    const undone = await put([mastodon, ...changed.body]);
    expect(undone.status).toBe(200);
    expect(undone.body[0]).toMatchObject({ username: '@ann@mastodon.social' });
    expect(undone.body[0].id).not.toBe(mastodon.id);
  });

  it('changes nothing if the page is already the same', async () => {
    const saved = await put(EVERY_TYPE);
    const before = [await activities(), await changedAt()];
    const again = await put(saved.body, { 'if-match': saved.headers.etag });
    expect([again.status, again.body, again.headers.etag]).toEqual([200, saved.body, saved.headers.etag]);
    expect([await activities(), await changedAt()]).toEqual(before);
    expect((await put([...saved.body].reverse())).status).toBe(200);
    expect(await activities()).toBe((before[0] as number) + 1);
  });

  it('rejects a write for an earlier version with the current page, and changes nothing', async () => {
    const first = await put([link('One')]);
    const second = await put([link('Two')], { 'if-match': first.headers.etag });
    expect(second.status).toBe(200);
    const late = await put([link('Three')], { 'if-match': first.headers.etag });
    expect(late.status).toBe(412);
    expect(late.body).toMatchObject({ code: 'version_conflict', current: { blocks: second.body } });
    expect(`"${late.body.current.version}"`).toBe(second.headers.etag);
    expect(undescribed(document, ROUTE, late)).toEqual([]);
    expect((await get()).body).toEqual(second.body);
    // A change of the links by the older call changes the version as well.
    await ann.patch({ socialLinks: [{ platform: 'x', username: 'ann' }] });
    expect((await put([], { 'if-match': second.headers.etag })).status).toBe(412);
  });

  it('accepts one of two concurrent writes for the same version', async () => {
    const { headers } = await put([link('Start')]);
    const writes = ['A', 'B', 'C'].map((title) => put([link(title), link(title)], { 'if-match': headers.etag }));
    const statuses = (await Promise.all(writes)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 412, 412]);
    expect((await get()).body).toHaveLength(2);
  });

  it('gives a link that has only an address the name of that page', async () => {
    const saved = await put([
      network('x', '', { url: 'https://twitter.com/ann' }),
      network('website', 'My own name', { url: 'https://ann.example/' }),
      network('website', 'https://ann.example/blog'),
    ]);
    expect(saved.body).toMatchObject([
      { username: 'ann', url: 'https://x.com/ann' },
      { username: 'My own name', url: 'https://ann.example/' },
      { username: 'ann.example/blog', url: 'https://ann.example/blog' },
    ]);
  });

  it('checks a stored link again only when it changes', async () => {
    await sql`insert into social_links (handle_id, platform, username, url, position)
      values (${ann.id}, 'whatsapp', 'ann', '', 0)`.execute(server.db);
    const [stored] = (await get()).body;
    expect(stored).toMatchObject({ id: 'whatsapp', username: 'ann', url: '' });
    expect((await put([stored, link('New')])).body[0]).toEqual(stored);
    expect((await put([{ ...stored, username: 'anna' }])).status).toBe(400);
  });
});

describe('GET /api/profile/{username}', () => {
  it('the public profile has the blocks that visitors see at this time, in order, and the look', async () => {
    const day = DAY;
    const at = (days: number) => new Date(server.clock().getTime() + days * day).toISOString();
    await put([
      link('Now'),
      link('Hidden', { hidden: true }),
      link('Tomorrow', { from: at(1) }),
      link('Over', { until: at(-1) }),
      network('x', 'later', { from: at(1) }),
      network('github', 'ann', { from: at(-1), until: at(1) }),
      network('reddit', 'ann', { hidden: true }),
    ]);
    const profile = await ann.shown();
    expect(profile.blocks.map((one: Sent) => one.title ?? one.platform)).toEqual(['Now', 'github']);
    expect(profile.socialLinks.map((one: Sent) => one.platform)).toEqual(['github', 'reddit']);
    expect(profile.look).toBeNull();
    expect(JSON.stringify(profile)).not.toMatch(/Hidden|Tomorrow|Over|later/);
  });
});

it('connects to no address on a page, whatever request concerns the page (attack 34)', async () => {
  let connections = 0;
  const canary = createServer((socket) => {
    connections += 1;
    socket.destroy();
  });
  await once(canary.listen(0), 'listening');
  const { port } = canary.address() as AddressInfo;
  const hosts = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f000001', '2130706433', '127.1'];
  const urls = hosts.map((host) => `http://${host}:${port}/picture.png`);
  try {
    const film = (url: string) => ({ type: 'embed', kind: 'video', title: 'A film', url });
    expect((await put(urls.flatMap((url) => [link(url, { url }), film(url)]))).status).toBe(200);
    for (const url of urls) {
      expect((await ann.patch({ profilePicture: url, bannerImage: url })).status).toBe(400);
      const look = { background: { kind: 'picture', image: url } };
      expect((await ann.appearance({ template: 'neon', look })).status).toBe(400);
    }
    const paths = ['', '/card.png', '/card.vcf', '/qr.svg', '/report'].map((path) => `/${ann.handle}${path}`);
    for (const url of [...paths, `/api/profile/${ann.handle}`, `/api/handles/${ann.id}/page.html`]) {
      expect([url, (await ann.person.request('GET', url)).status]).toEqual([url, 200]);
    }
    await server.sentEmails();
    expect(connections).toBe(0);
    await once(connect(port, '127.0.0.1'), 'close');
    expect(connections).toBe(1);
  } finally {
    canary.close();
  }
});
