import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { platformUrl } from '../../contract/social/platforms.ts';
import { Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let ann: Person;
let id: number;
const HANDLE = 'ann-links-nowhere';
beforeAll(async () => {
  ann = new Person(server);
  await ann.claim(HANDLE, 'ann@account.example');
  id = (await firstHandle()).id;
});

const firstHandle = async () => (await ann.request('GET', '/api/handles')).body[0];
const change = (body: object) => ann.request('PATCH', `/api/handles/${id}`, body);
const shown = async () => (await new Person(server).request('GET', `/api/profile/${HANDLE}`)).body;
const link = (platform: string, username: string) => ({ platform, username, url: platformUrl(platform, username) });

describe('links of PATCH /api/handles/{id}', () => {
  beforeEach(async () => {
    await change({ socialLinks: [] });
  });

  it.each([
    ['discord', 'mayamakes', undefined],
    ['discord', 'mayamakes', 'https://discord.com/users/mayamakes'],
    ['discord', 'Maya', 'https://discord.com/users/mayamakes'],
    ['whatsapp', '0151 123456', undefined],
    ['wechat', 'maya_makes', undefined],
    ['instagram', 'Maya Makes', undefined],
  ])('rejects a link to an impossible account: %s of %j at %s', async (platform, username, url) => {
    const response = await change({ socialLinks: [link('github', 'ann'), { platform, username, url }] });
    expect(response.status).toBe(400);
    expect(response.body.errors).toEqual([{ path: 'socialLinks.1.username', message: response.body.message }]);
    expect((await firstHandle()).socialLinks).toEqual([]);
  });

  it('corrects the address of a phone number that was sent with the wrong address', async () => {
    const username = '+49 151 123 456';
    const sent = { platform: 'whatsapp', username, url: 'https://wa.me/%2B49%20151%20123%20456' };
    expect((await change({ socialLinks: [sent] })).body.socialLinks).toMatchObject([
      { username: '+49151123456', url: 'https://wa.me/49151123456' },
    ]);
  });

  it('rejects a new link whose address hides where it leads, and keeps one that is stored', async () => {
    const hidden = { platform: 'github', username: 'ann', url: 'https://github.com@evil.example/ann' };
    const refused = await change({ socialLinks: [hidden] });
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'socialLinks.0.url', message: expect.stringContaining('hides where it leads') }],
    ]);
    await server.db
      .insertInto('social_links')
      .values({ ...hidden, handle_id: id, position: 0 })
      .execute();
    expect((await change({ socialLinks: [link('x', 'ann'), hidden] })).status).toBe(200);
    expect((await firstHandle()).socialLinks).toMatchObject([{ platform: 'x' }, hidden]);
  });

  it('keeps and shows links that were stored before usernames were validated', async () => {
    const dead = { platform: 'discord', username: 'mayamakes', url: 'https://discord.com/users/mayamakes' };
    await server.db
      .insertInto('social_links')
      .values({ ...dead, handle_id: id, position: 0 })
      .execute();
    expect((await change({ socialLinks: [link('github', 'ann'), dead] })).body.socialLinks).toMatchObject([
      { platform: 'github' },
      dead,
    ]);
    expect((await shown()).socialLinks).toMatchObject([{ platform: 'github' }, dead]);
    expect((await change({ socialLinks: [{ ...dead, username: 'renamed' }] })).status).toBe(400);
  });
});
