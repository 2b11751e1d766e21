import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPageOwner, link, network, type Sent } from '../support/api/page-owner.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let ann: Awaited<ReturnType<typeof createPageOwner>>;
beforeAll(async () => {
  ann = await createPageOwner(server, 'ann-has-two-lists');
});
beforeEach(async () => {
  expect((await ann.put([])).status).toBe(200);
});

const put: typeof ann.put = (...sent) => ann.put(...sent);
const get = () => ann.get();
const patch = (socialLinks: Sent[]) => ann.patch({ socialLinks });

describe('socialLinks beside blocks', () => {
  const platforms = async () => {
    const { body } = await ann.person.request('GET', `/api/handles/${ann.id}`);
    return body.socialLinks.map((one: Sent) => `${one.platform}:${one.username}:${one.isActive}`);
  };
  const outline = async () => (await get()).body.map((one) => one.username ?? one.title ?? one.text);
  const social = (platform: string, username: string, more: Sent = {}) => ({ platform, username, ...more });

  it('socialLinks have the first link of each of their networks, in the order of the page', async () => {
    await put([
      link('Shop'),
      network('github', 'ann', { hidden: true }),
      network('bluesky', 'ann.bsky.social'),
      network('instagram', 'first'),
      network('instagram', 'second'),
    ]);
    expect(await platforms()).toEqual(['github:ann:false', 'instagram:first:true']);
  });

  it('socialLinks are replaced without loss: other blocks stay, and links keep their places, times and features', async () => {
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

  it('socialLinks cannot make a page of more than 50 blocks', async () => {
    const full = await put(Array.from({ length: 50 }, (_, at) => link(`${at}`)));
    const refused = await patch([social('x', 'ann')]);
    expect([refused.status, refused.body.errors]).toEqual([
      400,
      [{ path: 'socialLinks', message: expect.stringContaining('50') }],
    ]);
    expect((await get()).body).toEqual(full.body);
  });

  it('socialLinks change at most the order if an older release writes them itself', async () => {
    const before = await put([
      link('Shop'),
      network('x', 'ann'),
      { type: 'text', text: 'End' },
      network('x', 'second'),
    ]);
    await server.db.transaction().execute(async (trx) => {
      await trx.deleteFrom('social_links').where('handle_id', '=', ann.id).execute();
      const values = { handle_id: ann.id, username: 'ann', url: 'https://x.example/', is_active: true };
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
    expect((await ann.shown()).blocks).toHaveLength(5);
  });
});

describe('a handle that an older release takes from its owner', () => {
  it('a handle that an older release takes from its owner loses blocks, look and email list, which that release does not know', async () => {
    const eve = await createPageOwner(server, 'eve-leaves-the-page');
    await eve.put([link('Shop')]);
    await eve.appearance({ template: 'neon', look: { accent: '#ff0000' } });
    await server.db
      .insertInto('page_subscribers')
      .values({
        handle_id: eve.id,
        email: 'reader@readers.example',
        email_key: 'reader@readers.example',
        wording: 'News',
        requested_at: server.clock(),
        confirmed_at: server.clock(),
      })
      .execute();
    await server.db
      .updateTable('handles')
      .set({ account_id: null, template: 'neon' })
      .where('id', '=', eve.id)
      .execute();
    const { rows } =
      await sql`select look, (select count(*)::integer from page_blocks where handle_id = handles.id) as blocks,
        (select count(*)::integer from page_subscribers where handle_id = handles.id) as subscribers
      from handles where id = ${eve.id}`.execute(server.db);
    expect(rows).toEqual([{ look: null, blocks: 0, subscribers: 0 }]);
  });
});

describe('a block of a newer release', () => {
  it('a block of a newer release is not shown, and survives writes of the page', async () => {
    await put([link('Shop')]);
    await sql`insert into page_blocks (handle_id, id, type, content, position)
      values (${ann.id}, '9future', 'game', '{"level": 1}', 1)`.execute(server.db);
    expect((await get()).body).toHaveLength(1);
    expect((await ann.shown()).blocks).toHaveLength(1);
    await put([link('Other')]);
    await patch([]);
    const { rows } = await sql`select type from page_blocks where handle_id = ${ann.id} order by id desc`.execute(
      server.db,
    );
    expect(rows).toContainEqual({ type: 'game' });
    await sql`delete from page_blocks where type = 'game'`.execute(server.db);
  });
});
