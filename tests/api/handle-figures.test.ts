import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { handleFiguresList } from '../../contract/dashboard/dashboard.ts';
import { DAY } from '../../contract/time.ts';
import { Person } from '../support/api/person.ts';
import { addMember, createColleague, createDeluxeOwner } from '../support/api/team.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let owner: Awaited<ReturnType<typeof createDeluxeOwner>>;
beforeAll(async () => {
  owner = await createDeluxeOwner(server);
});

const figuresFor = async (person: Person, query = '') => {
  const response = await person.request('GET', `/api/handle-figures${query}`);
  expect(response.status).toBe(200);
  return { figures: handleFiguresList.parse(response.body), next: response.headers.link };
};
const ownFigures = async () => (await figuresFor(owner.person)).figures.find(({ id }) => id === owner.id);
const at = (daysAgo: number) => new Date(server.clock().getTime() - daysAgo * DAY);

async function addViews(id: number, daysAgo: number, views: number): Promise<void> {
  await sql`insert into page_hours (handle_id, hour, views) values (${id}, ${at(daysAgo)}, ${views})`.execute(
    server.db,
  );
}

async function addMail(id: number, daysAgo: number): Promise<string> {
  const received_at = at(daysAgo);
  const text = { recipient: 'r', sender: 's', author: 'a', client: 'c', state: 'delivered', events: '[]' };
  await server.db
    .insertInto('flights')
    .values({ id: `figures-${id}-${daysAgo}`, handle_id: id, size: 1, received_at, ...text })
    .execute();
  return received_at.toISOString();
}

describe('GET /api/handle-figures', () => {
  it('counts the views of 30 days, and returns the time of the last mail', async () => {
    const { id } = owner;
    await server.db.deleteFrom('flights').where('handle_id', '=', id).execute();
    await sql`delete from page_hours`.execute(server.db);
    expect(await ownFigures()).toMatchObject({ id, lastMailAt: null, views: 0 });
    await addViews(id, 0, 3);
    await addViews(id, 29, 4);
    await addViews(id, 30, 100);
    await addMail(id, 9);
    const last = await addMail(id, 2);
    expect(await ownFigures()).toMatchObject({ id, lastMailAt: last, views: 7 });
  });

  it('counts the links that visitors see now, in both tables', async () => {
    const { id } = owner;
    await server.db.deleteFrom('social_links').where('handle_id', '=', id).execute();
    const link = { handle_id: id, username: 'ada', url: 'https://x.example/ada' };
    await server.db
      .insertInto('social_links')
      .values([
        { ...link, platform: 'github', position: 0 },
        { ...link, platform: 'x', position: 1, is_active: false },
        { ...link, platform: 'tiktok', position: 2, shown_from: at(-1) },
        { ...link, platform: 'reddit', position: 3, shown_until: at(1) },
        { ...link, platform: 'youtube', position: 4, url: '' },
      ])
      .execute();
    const block = (type: string, position: number, more = {}) => ({
      id: `b${position}`,
      handle_id: id,
      type,
      position,
      content: '{}',
      ...more,
    });
    await server.db
      .insertInto('page_blocks')
      .values([
        block('link', 5),
        block('embed', 6),
        block('network', 7),
        block('icons', 8, { content: JSON.stringify({ items: [1, 2, 3] }) }),
        block('heading', 9),
        block('link', 10, { hidden: true }),
        block('link', 11, { shown_until: at(1) }),
      ])
      .execute();
    expect((await ownFigures())?.links).toBe(7);
  });

  it('shows all figures to a manager, only the links to an editor, and nothing to a stranger', async () => {
    const [manager, editor, stranger] = [
      await createColleague(server),
      await createColleague(server),
      await createColleague(server),
    ];
    await addMember(server, owner.id, manager, 'manager');
    await addMember(server, owner.id, editor, 'editor');
    const of = async ({ person }: { person: Person }) =>
      (await figuresFor(person)).figures.find(({ id }) => id === owner.id);
    const own = await ownFigures();
    expect(await of(manager)).toEqual(own);
    expect(await of(editor)).toEqual({ ...own, lastMailAt: null, views: null });
    expect(await of(stranger)).toBeUndefined();
    expect((await new Person(server).request('GET', '/api/handle-figures')).status).toBe(401);
  });

  it('the list of figures has the same pages as the list of handles', async () => {
    const { person } = await createColleague(server);
    const { id: accountId } = (await person.request('GET', '/api/user')).body;
    const names = Array.from({ length: 4 }, (_, at) => ({ handle: `paged-figures-${at}`, account_id: accountId }));
    await server.db.insertInto('handles').values(names).execute();
    for (const query of ['?limit=2', '?limit=3', '']) {
      const list = await person.request('GET', `/api/handles${query}`);
      const { figures, next } = await figuresFor(person, query);
      expect(figures.map(({ id }) => id)).toEqual(list.body.map(({ id }: { id: number }) => id));
      expect(next).toEqual(list.headers.link?.toString().replace('/api/handles', '/api/handle-figures'));
    }
    expect((await person.request('GET', '/api/handle-figures?limit=0')).status).toBe(400);
  });
});

describe('PUT /api/first-run', () => {
  it('the first run advances from new to open to ended, never back, and only for the signed-in account', async () => {
    const [one, other] = [await createColleague(server), await createColleague(server)];
    const stateOf = async ({ person }: { person: Person }) => (await person.request('GET', '/api/user')).body.firstRun;
    const put = ({ person }: { person: Person }, state: string) => person.request('PUT', '/api/first-run', { state });
    expect(await stateOf(one)).toBe('new');
    expect((await put(one, 'open')).status).toBe(200);
    expect(await stateOf(one)).toBe('open');
    expect((await put(one, 'ended')).status).toBe(200);
    expect(await stateOf(one)).toBeUndefined();
    await put(one, 'open');
    expect(await stateOf(one)).toBeUndefined();
    expect((await put(one, 'new')).status).toBe(400);
    expect(await stateOf(other)).toBe('new');
    expect((await new Person(server).request('PUT', '/api/first-run', { state: 'ended' })).status).toBe(401);
  });
});
