import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, MINUTE } from '../../contract/time.ts';
import { ping } from '../support/analytics/browse.ts';
import { link, NONE, network, type Sent } from '../support/api/page-owner.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { useServer } from '../support/server/test-server.ts';

/** Pages are cached for ten minutes. */

const server = useServer();
let ada: Awaited<ReturnType<typeof createSendingPerson>>;
beforeAll(async () => {
  ada = await createSendingPerson(server, 'ada', new Date('2999-01-01'));
  server.pageCache.notified(true);
});

async function put(blocks: Sent[]) {
  const saved = await ada.person.request<Sent[]>('PUT', `/api/handles/${ada.id}/blocks`, blocks);
  expect(saved.status, saved.text).toBe(200);
  server.pageCache.drop('ada');
  return saved.body;
}
const get = (path: string) => server.app.inject({ url: path, headers: { host: server.config.site.host } });
const at = (milliseconds: number) => new Date(server.clock().getTime() + milliseconds).toISOString();

describe('a scheduled block', () => {
  it('a scheduled block appears on and vanishes from cached pages on time, and pages are cached until then', async () => {
    await put([
      network('github', 'always-here'),
      network('x', 'comes_later', { from: at(3 * MINUTE), until: at(5 * MINUTE) }),
      network('reddit', 'not-at-all', { hidden: true, until: at(MINUTE) }),
    ]);
    const shows = async () => {
      const { body } = await get('/ada');
      return ['always-here', 'comes_later', 'not-at-all'].map((name) => body.includes(name));
    };
    expect(await shows()).toEqual([true, false, false]);
    // A write without a notification shows that the page comes from the cache.
    await server.db.updateTable('handles').set({ display_name: 'Renamed' }).where('id', '=', ada.id).execute();
    await server.advanceSignedIn(2 * MINUTE);
    expect((await get('/ada')).body).not.toContain('Renamed');
    await server.advanceSignedIn(2 * MINUTE);
    expect(await shows()).toEqual([true, true, false]);
    expect((await get('/ada/card.vcf')).body).toContain('x.com/comes_later');
    await server.advanceSignedIn(2 * MINUTE);
    expect(await shows()).toEqual([true, false, false]);
    expect((await get('/ada/card.vcf')).body).not.toContain('x.com/comes_later');
  });
});

describe('clicks', () => {
  it('clicks are counted for links, embeds, networks and icons that visitors see, and named in the analytics', async () => {
    const saved = await put([
      network('github', 'ada'),
      network('github', 'second'),
      link('My shop'),
      { type: 'embed', kind: 'track', title: 'A song', url: 'https://open.spotify.com/track/1' },
      { type: 'icons', items: [{ platform: 'mastodon', username: '@ada@mastodon.social' }] },
      link('Hidden', { hidden: true }),
      link('Tomorrow', { from: at(DAY) }),
      { type: 'heading', text: 'Not a link' },
    ]);
    const [, second, shop, song, icons, hidden, tomorrow, heading] = saved.map(({ id }) => `${id}`);
    const ids = ['github', second, shop, song, `${icons}-mastodon`, icons, hidden, tomorrow, heading, 'instagram'];
    // Read once, so that no click waits for the page while the next one is made.
    await get('/ada');
    for (const [index, id] of ids.entries()) {
      for (let count = 0; count <= index; count++) {
        await ping(server, `/ada/ping/${id}`, { from: `198.18.${index}.${count}` });
      }
    }
    await server.visits.flush();
    const links = async () =>
      (await ada.person.request('GET', `/api/handles/${ada.id}/analytics?days=7`)).body.links.map(
        ({ title, url, clicks }: Sent) => `${title} ${url} ${clicks}`,
      );
    expect(await links()).toEqual([
      'Mastodon https://mastodon.social/@ada 5',
      'A song https://open.spotify.com/track/1 4',
      'My shop https://shop.example/ 3',
      'GitHub https://github.com/second 2',
      'GitHub https://github.com/ada 1',
    ]);
    // Removed links keep their counts, under a readable name.
    await put([link('Another')]);
    expect(await links()).toEqual([
      'Mastodon  5',
      'A link that was removed  4',
      'A link that was removed  3',
      'A link that was removed  2',
      'GitHub  1',
    ]);
  });
});

describe('the vCard', () => {
  it('the vCard has the networks of the page in order, including those in rows of icons', async () => {
    await put([
      { type: 'icons', items: [{ platform: 'bluesky', username: 'ada.bsky.social' }] },
      link('My shop'),
      network('github', 'ada'),
      network('mastodon', '@ada@mastodon.social'),
    ]);
    const { body } = await get('/ada/card.vcf');
    expect(body.match(/^item\d\..*$/gm)?.map((line) => line.trim())).toEqual([
      'item1.URL:https://bsky.app/profile/ada.bsky.social',
      'item1.X-ABLabel:Bluesky',
      'item2.URL:https://github.com/ada',
      'item2.X-ABLabel:GitHub',
      'item3.URL:https://mastodon.social/@ada',
      'item3.X-ABLabel:Mastodon',
    ]);
  });
});

describe('a transfer', () => {
  it('a transfer keeps the blocks of the page', async () => {
    const before = await put([link('My shop'), { type: 'text', text: 'Hi' }]);
    const other = await createSendingPerson(server, 'bob', new Date('2999-01-01'));
    const { handOver } = await import('../../server/handles/transfer/transfer-rules.ts');
    const { id: newOwner } = (await other.person.request('GET', '/api/user')).body;
    await server.db
      .transaction()
      .execute((trx) => handOver(trx, { id: ada.id, handle: 'ada' }, newOwner, server.clock()));
    const { body } = await other.person.request('GET', `/api/handles/${ada.id}/blocks`);
    expect(body).toEqual(before);
    expect(body[0]).toMatchObject(NONE);
    expect((await ada.person.request('GET', `/api/handles/${ada.id}/blocks`)).status).toBe(404);
  });
});
