import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Description } from '../../server/api-docs/description.ts';
import { createPageOwner, link, network } from '../support/api/page-owner.ts';
import { undescribed } from '../support/api/response-schema.ts';
import { useServer } from '../support/server/test-server.ts';

const ROUTE = 'PUT /api/handles/:id/blocks';

const server = useServer();
let ann: Awaited<ReturnType<typeof createPageOwner>>;
let document: Description;
beforeAll(async () => {
  ann = await createPageOwner(server, 'ann-sends-anything');
  document = (await ann.person.request('GET', '/api/openapi.json')).body;
});
beforeEach(async () => {
  expect((await ann.put([])).status).toBe(200);
});

const put: typeof ann.put = (...sent) => ann.put(...sent);
const get = () => ann.get();

describe('PUT /api/handles/{id}/blocks', () => {
  it.each<[name: string, blocks: unknown, path: string, message: RegExp]>([
    ['an unknown type', [link('a'), { type: 'game' }], '1.type', /kinds of blocks/],
    ['a link without a title', [link(' ')], '0.title', /give the link a title/],
    ['a long title', [link('a'), link('x'.repeat(101))], '1.title', /at most 100 characters/],
    ['an address with a script', [link('a', { url: 'javascript:alert(1)' })], '0.url', /begins with https/],
    ['an address with a tab', [link('a', { url: 'java\tscript:alert(1)' })], '0.url', /begins with https/],
    ['a relative address', [link('a', { url: '//evil.example' })], '0.url', /begins with https/],
    ['a name before the host', [link('a', { url: 'https://paypal.com@evil.example' })], '0.url', /hides where/],
    ['a password in an address', [link('a', { url: 'https://:pw@a.example/' })], '0.url', /hides where/],
    ['a direction mark in an address', [link('a', { url: 'https://a.example/\u202etxt' })], '0.url', /hides where/],
    [
      'a name before the host in a row of icons',
      [{ type: 'icons', items: [{ platform: 'website', username: 'x', url: 'https://a@b.example/' }] }],
      '0.items.0.url',
      /Website: |hides where/,
    ],
    ['a direction mark', [{ type: 'heading', text: 'a\u202eb' }], '0.text', /cannot be shown/],
    ['a lone surrogate', [{ type: 'text', text: 'a\ud800' }], '0.text', /cannot be shown/],
    ['two emoji', [link('a', { emoji: '🛍️🛍️' })], '0.emoji', /one emoji/],
    ['markup as an emoji', [link('a', { emoji: '<b>' })], '0.emoji', /one emoji/],
    ['a picture on another host', [link('a', { image: 'https://pictures.example/a.png' })], '0.image', /upload/],
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
    ['a time that is not a date', [link('a', { from: 'tomorrow' })], '0.from', /date and a time/],
    ['a time before all calendars', [link('a', { from: '0000-01-01T00:00:00Z' })], '0.from', /between 2000 and 2099/],
    ['two contact forms', [{ type: 'contact' }, { type: 'contact' }], '', /one contact form/],
    ['51 blocks', Array.from({ length: 51 }, (_, at) => link(`${at}`)), '', /at most 50 blocks/],
    ['an id twice', [link('a', { id: 'a1' }), link('b', { id: 'a1' })], '', /on the page once/],
    ['an id with markup', [link('a', { id: '<b>' })], '0.id', /./],
    ['an unknown property', [link('a', { onclick: 'x' })], '0', /./],
    ['a number as title', [link('a', { title: 1e308 })], '0.title', /./],
    ['an object', { type: 'link' }, '', /./],
  ])('rejects a page with %s, and names the field (attack 15)', async (_name, blocks, path, message) => {
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
      url: `/api/handles/${ann.id}/blocks`,
      headers: {
        host: server.config.site.host,
        origin: server.config.site.origin,
        'content-type': 'application/json',
        cookie: [...ann.person.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      },
      payload: deep,
    });
    expect(sent.statusCode).toBe(400);
    expect((await put([link('a', { title: 'x'.repeat(300_000) })])).status).toBe(413);
    expect((await get()).body).toEqual(saved.body);
  });
});
