import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Description } from '../../server/api-docs/description.ts';
import { Person } from '../support/api/person.ts';
import { undescribed } from '../support/api/response-schema.ts';
import { startServer, type TestServer } from '../support/server/test-server.ts';

const HANDLE = 'ann-builds-a-page';
const ROUTE = 'PUT /api/handles/:id/blocks';

let server: TestServer;
let ann: Person;
let id: number;
let document: Description;
beforeAll(async () => {
  server = await startServer();
  ann = new Person(server);
  await ann.claim(HANDLE, 'ann@account.example');
  id = (await ann.request('GET', '/api/handles')).body[0].id;
  document = (await ann.request('GET', '/api/openapi.json')).body;
});
afterAll(() => server?.stop());
beforeEach(async () => {
  expect((await put([])).status).toBe(200);
});

type Sent = Record<string, unknown>;
const put = (blocks: unknown, headers = {}) => ann.request('PUT', `/api/handles/${id}/blocks`, blocks, headers);
const get = () => ann.request<Sent[]>('GET', `/api/handles/${id}/blocks`);
const patch = (socialLinks: Sent[]) => ann.request('PATCH', `/api/handles/${id}`, { socialLinks });
const shown = async () => (await new Person(server).request('GET', `/api/profile/${HANDLE}`)).body;
const activities = async () => {
  const { rows } = await sql`select from handle_activity where handle_id = ${id}`.execute(server.db);
  return rows.length;
};

const changedAt = async () => {
  const row = await server.db
    .selectFrom('handles')
    .select('profile_changed_at')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.profile_changed_at.getTime();
};

const NONE = { hidden: false, featured: false, from: null, until: null };
const link = (title: string, more: Sent = {}) => ({ type: 'link', title, url: 'https://shop.example/', ...more });
const network = (platform: string, username: string, more: Sent = {}) => ({
  ...{ type: 'network', platform, username },
  ...more,
});
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
        ...{ type: 'network', platform: 'instagram', username: 'ann', url: 'https://instagram.com/ann', ...NONE },
        id: 'instagram',
      },
      {
        ...{ type: 'network', platform: 'mastodon', username: '@ann@mastodon.social', ...NONE },
        ...{ url: 'https://mastodon.social/@ann', id: expect.any(String) },
      },
      {
        ...{ type: 'link', title: 'My shop', url: 'https://shop.example/', image: null, emoji: '🛍️', ...NONE },
        ...{ featured: true, id: expect.any(String) },
      },
      { type: 'heading', text: 'Music', ...NONE, id: expect.any(String) },
      { type: 'text', text: 'One\nTwo', ...NONE, id: expect.any(String) },
      {
        type: 'icons',
        items: [
          { platform: 'x', username: 'ann', url: 'https://x.com/ann' },
          {
            ...{ platform: 'spotify', username: 'artist/4Z8W4fKeB5YxbusRsdQVPb' },
            url: 'https://open.spotify.com/artist/4Z8W4fKeB5YxbusRsdQVPb',
          },
        ],
        ...{ ...NONE, id: expect.any(String) },
      },
      {
        ...{ type: 'embed', kind: 'video', title: 'A film', url: 'https://vimeo.com/1234', image: null, ...NONE },
        id: expect.any(String),
      },
      { type: 'contact', title: null, note: 'Write to me', ...NONE, id: expect.any(String) },
      {
        ...{ type: 'subscribe', title: 'News', note: null, ...NONE, id: expect.any(String), hidden: true },
        ...{ from: '2030-01-01T08:00:00.000Z', until: '2031-01-01T00:00:00.000Z' },
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
    // Undo: the id of a removed block is not the page's any more.
    const undone = await put([mastodon, ...changed.body]);
    expect(undone.status).toBe(200);
    expect(undone.body[0]).toMatchObject({ username: '@ann@mastodon.social' });
    expect(undone.body[0].id).not.toBe(mastodon.id);
  });

  it('changes nothing if the page is the same already', async () => {
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
    await patch([network('x', 'ann')].map(({ type: _, ...one }) => one));
    expect((await put([], { 'if-match': second.headers.etag })).status).toBe(412);
  });

  it('lets one of two concurrent writes for the same version win', async () => {
    const { headers } = await put([link('Start')]);
    const writes = ['A', 'B', 'C'].map((title) => put([link(title), link(title)], { 'if-match': headers.etag }));
    const statuses = (await Promise.all(writes)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, 412, 412]);
    expect((await get()).body).toHaveLength(2);
  });

  it.each<[name: string, blocks: unknown, path: string, message: RegExp]>([
    ['an unknown type', [link('a'), { type: 'game' }], '1.type', /kinds of blocks/],
    ['a link without a title', [link(' ')], '0.title', /give the link a title/],
    ['a long title', [link('a'), link('x'.repeat(101))], '1.title', /at most 100 characters/],
    ['an address with a script', [link('a', { url: 'javascript:alert(1)' })], '0.url', /begins with https/],
    ['an address with a tab', [link('a', { url: 'java\tscript:alert(1)' })], '0.url', /begins with https/],
    ['a relative address', [link('a', { url: '//evil.example' })], '0.url', /begins with https/],
    ['a direction mark', [{ type: 'heading', text: 'a\u202eb' }], '0.text', /cannot be shown/],
    ['a lone surrogate', [{ type: 'text', text: 'a\ud800' }], '0.text', /cannot be shown/],
    ['two emoji', [link('a', { emoji: '🛍️🛍️' })], '0.emoji', /one emoji/],
    ['markup as an emoji', [link('a', { emoji: '<b>' })], '0.emoji', /one emoji/],
    ['a picture of elsewhere', [link('a', { image: 'https://pictures.example/a.png' })], '0.image', /upload/],
    [
      'a picture of nobody',
      [link('a'), link('b', { image: `/media/block-${'0'.repeat(40)}-480.webp` })],
      '1.image',
      /not uploaded for this handle/,
    ],
    ['an unknown network', [network('myspace', 'ann')], '0.platform', /networks on offer/],
    ['a dead WhatsApp link', [network('whatsapp', 'ann')], '0.username', /WhatsApp: WhatsApp needs the number/],
    ['a Mastodon name without server', [network('mastodon', 'ann')], '0.username', /names its server/],
    ['a user name with controls', [network('x', 'ann\u0007')], '0.username', /cannot be shown/],
    ['an empty user name', [network('x', '')], '0.username', /X: /],
    [
      'a dead address of the network',
      [network('discord', 'ann', { url: 'https://discord.com/users/ann' })],
      '0.url',
      /A Discord name has no address/,
    ],
    ['a phone number as address of a network', [network('x', 'ann', { url: 'tel:+491511234' })], '0.url', /https:\/\//],
    [
      'a dead link in a row of icons',
      [
        {
          type: 'icons',
          items: [
            { platform: 'x', username: 'ann' },
            { platform: 'website', username: 'ann' },
          ],
        },
      ],
      '0.items.1.username',
      /address of a website/,
    ],
    ['an empty row of icons', [{ type: 'icons', items: [] }], '0.items', /at least one network/],
    [
      'an end before the start',
      [link('a', { from: '2030-01-02T00:00:00Z', until: '2030-01-01T00:00:00Z' })],
      '0.until',
      /end after the start/,
    ],
    ['a time that is none', [link('a', { from: 'tomorrow' })], '0.from', /date and a time/],
    ['a time before all calendars', [link('a', { from: '0000-01-01T00:00:00Z' })], '0.from', /between 2000 and 2099/],
    ['two contact forms', [{ type: 'contact' }, { type: 'contact' }], '', /one contact form/],
    ['51 blocks', Array.from({ length: 51 }, (_, at) => link(`${at}`)), '', /at most 50 blocks/],
    ['an id twice', [link('a', { id: 'a1' }), link('b', { id: 'a1' })], '', /on the page once/],
    ['an id with markup', [link('a', { id: '<b>' })], '0.id', /./],
    ['an unknown property', [link('a', { onclick: 'x' })], '0', /./],
    ['a number as title', [link('a', { title: 1e308 })], '0.title', /./],
    ['an object', { type: 'link' }, '', /./],
  ])('rejects %s, names the field and changes nothing', async (_name, blocks, path, message) => {
    const before = await put([link('Before'), network('github', 'ann')]);
    const refused = await put(blocks);
    expect(refused.status, refused.text).toBe(400);
    expect(refused.body.code).toBe('invalid_input');
    expect(refused.body.errors[0]).toEqual({ path, message: expect.stringMatching(message) });
    expect((await get()).body).toEqual(before.body);
    expect(undescribed(document, ROUTE, refused)).toEqual([]);
  });

  it('stores 50 blocks of the largest size, and rejects deep JSON and bodies of 256 KB', async () => {
    const largest = Array.from({ length: 50 }, () => ({ type: 'text', text: '\u{1f6cd}'.repeat(1000) }));
    const saved = await put(largest);
    expect(saved.status, saved.text.slice(0, 200)).toBe(200);
    expect((await get()).body).toHaveLength(50);
    const deep = `[{"type":"link","title":${'['.repeat(20_000)}${']'.repeat(20_000)},"url":"https://a.example"}]`;
    const sent = await server.app.inject({
      method: 'PUT',
      url: `/api/handles/${id}/blocks`,
      headers: {
        ...{ host: server.config.site.host, origin: server.config.site.origin, 'content-type': 'application/json' },
        cookie: [...ann.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      payload: deep,
    });
    expect(sent.statusCode).toBe(400);
    expect((await put([link('a', { title: 'x'.repeat(300_000) })])).status).toBe(413);
    expect((await get()).body).toEqual(saved.body);
  });

  it('gives a link with an address alone the name of that page', async () => {
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

  it('does not check a stored link again, until it changes', async () => {
    await sql`insert into social_links (handle_id, platform, username, url, position)
      values (${id}, 'whatsapp', 'ann', '', 0)`.execute(server.db);
    const [stored] = (await get()).body;
    expect(stored).toMatchObject({ id: 'whatsapp', username: 'ann', url: '' });
    expect((await put([stored, link('New')])).body[0]).toEqual(stored);
    expect((await put([{ ...stored, username: 'anna' }])).status).toBe(400);
  });
});

describe('socialLinks beside blocks', () => {
  const platforms = async () => {
    const { body } = await ann.request('GET', `/api/handles/${id}`);
    return body.socialLinks.map((one: Sent) => `${one.platform}:${one.username}:${one.isActive}`);
  };
  const outline = async () => (await get()).body.map((one) => one.username ?? one.title ?? one.text);
  const social = (platform: string, username: string, more: Sent = {}) => ({ platform, username, ...more });

  it('have the first link of each of their networks, in the order of the page', async () => {
    await put([
      link('Shop'),
      network('github', 'ann', { hidden: true }),
      network('bluesky', 'ann.bsky.social'),
      network('instagram', 'first'),
      network('instagram', 'second'),
    ]);
    expect(await platforms()).toEqual(['github:ann:false', 'instagram:first:true']);
  });

  it('are replaced without a loss: other blocks stay, links keep their places, times and features', async () => {
    const times = { from: '2000-01-01T00:00:00.000Z', until: '2090-01-01T00:00:00.000Z' };
    const before = await put([
      { type: 'heading', text: 'Top' },
      network('github', 'ann', { featured: true, hidden: true, ...times }),
      link('Shop'),
      network('instagram', 'ann'),
      network('instagram', 'second'),
      { type: 'text', text: 'End' },
    ]);
    const changed = await patch([social('instagram', 'anna'), social('github', 'ann'), social('x', 'ann')]);
    expect(changed.status, changed.text).toBe(200);
    expect(await platforms()).toEqual(['instagram:anna:true', 'github:ann:false', 'x:ann:true']);
    expect(await outline()).toEqual(['Top', 'anna', 'Shop', 'ann', 'second', 'ann', 'End']);
    const after = (await get()).body;
    expect(after[3]).toMatchObject({ id: 'github', featured: true, hidden: true, ...times });
    expect(after[4]).toEqual(before.body[4]);
    await patch([]);
    expect(await outline()).toEqual(['Top', 'Shop', 'second', 'End']);
  });

  it('cannot make a page of more than 50 blocks', async () => {
    const full = await put(Array.from({ length: 50 }, (_, at) => link(`${at}`)));
    const refused = await patch([social('x', 'ann')]);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'socialLinks', message: expect.stringContaining('50') }],
    ]);
    expect((await get()).body).toEqual(full.body);
  });

  it('of an older release that writes them itself change the order at most', async () => {
    const before = await put([
      link('Shop'),
      network('x', 'ann'),
      { type: 'text', text: 'End' },
      network('x', 'second'),
    ]);
    await server.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('social_links').where('handle_id', '=', id).execute();
      const values = { handle_id: id, username: 'ann', url: 'https://x.example/', is_active: true };
      await trx
        .insertInto('social_links')
        .values([
          { ...values, platform: 'github', position: 0 },
          { ...values, platform: 'x', position: 1 },
        ])
        .execute();
    });
    expect(await outline()).toEqual(['ann', 'Shop', 'ann', 'End', 'second']);
    const ids = (await get()).body.map((one) => one.id);
    expect(ids).toEqual(['github', before.body[0].id, 'x', before.body[2].id, before.body[3].id]);
    expect((await put((await get()).body)).status).toBe(200);
    expect((await shown()).blocks).toHaveLength(5);
  });
});

describe('a block of a newer release', () => {
  it('is not shown, and survives writes of the page', async () => {
    await put([link('Shop')]);
    await sql`insert into page_blocks (handle_id, id, type, content, position)
      values (${id}, '9future', 'game', '{"level": 1}', 1)`.execute(server.db);
    expect((await get()).body).toHaveLength(1);
    expect((await shown()).blocks).toHaveLength(1);
    await put([link('Other')]);
    await patch([]);
    const { rows } = await sql`select type from page_blocks where handle_id = ${id} order by id desc`.execute(
      server.db,
    );
    expect(rows).toContainEqual({ type: 'game' });
    await sql`delete from page_blocks where type = 'game'`.execute(server.db);
  });
});

describe('GET /api/profile/{username}', () => {
  it('has the blocks that visitors see now, in order, and the look', async () => {
    const day = 86_400_000;
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
    const profile = await shown();
    expect(profile.blocks.map((one: Sent) => one.title ?? one.platform)).toEqual(['Now', 'github']);
    expect(profile.socialLinks.map((one: Sent) => one.platform)).toEqual(['github', 'reddit']);
    expect(profile.look).toBeNull();
    expect(JSON.stringify(profile)).not.toMatch(/Hidden|Tomorrow|Over|later/);
  });
});
