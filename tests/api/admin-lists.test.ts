import { beforeAll, describe, expect, it } from 'vitest';
import {
  type AdminHandle,
  type AdminProfile,
  type AdminUser,
  HANDLE_SORTS,
  PROFILE_SORTS,
  USER_SORTS,
} from '../../contract/admin/admin.ts';
import { PLANS } from '../../contract/payments/plans.ts';
import { words } from '../../contract/words.ts';
import { setRoleByEmail } from '../../server/admin/users/roles-rules.ts';
import { addPeople, readAllPages, signedInAdmin } from '../support/api/admin.ts';
import { Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let admin: Person;
let batch = 0;
beforeAll(async () => {
  admin = await signedInAdmin(server);
  await addPeople(server, 40, 'one.');
});

it('reports who is an administrator, by settings or by account', async () => {
  const ada = new Person(server);
  expect((await ada.request('GET', '/api/admin/check')).status).toBe(401);
  await ada.claim('ada-has-no-power', 'Ada@inbox.example');
  expect((await ada.request('GET', '/api/admin/check')).body).toEqual({ isAdmin: false });
  expect((await ada.request('GET', '/api/admin/stats')).status).toBe(403);
  expect((await admin.request('GET', '/api/admin/check')).body).toEqual({ isAdmin: true, role: 'owner' });

  expect(await setRoleByEmail(server, 'ada@INBOX.example', 'owner')).toBe(true);
  expect(await setRoleByEmail(server, 'ada@inbox.example', 'owner')).toBe(false);
  expect((await ada.request('GET', '/api/admin/check')).body).toEqual({ isAdmin: true, role: 'owner' });
  expect((await ada.request('GET', '/api/user')).body.isAdmin).toBe(true);
  expect((await ada.request('GET', '/api/admin/stats')).status).toBe(200);
  expect(await setRoleByEmail(server, 'ada@inbox.example', null)).toBe(true);
  expect((await ada.request('GET', '/api/admin/stats')).status).toBe(403);
  expect(await setRoleByEmail(server, 'nobody@inbox.example', 'owner')).toBeUndefined();
});

it('returns statistics that match the database', async () => {
  const count = async (table: 'accounts' | 'handles') =>
    Number(
      (
        await server.db
          .selectFrom(table)
          .select(({ fn }) => fn.countAll().as('n'))
          .executeTakeFirstOrThrow()
      ).n,
    );
  const active = () => server.db.selectFrom('handles').select('id').where('state', '=', 'active');
  expect((await admin.request('GET', '/api/admin/stats')).body).toEqual({
    users: await count('accounts'),
    activeHandles: (await active().execute()).length,
    activeProfiles: (await active().where('profile_page', '=', true).execute()).length,
  });
});

it('returns exactly the fields that the screens use', async () => {
  const [user] = (await admin.request('GET', '/api/admin/users?search=ADMIN@')).body;
  expect(user).toEqual({
    id: expect.any(Number),
    email: 'admin@example.test',
    emailVerified: true,
    isAdmin: true,
    role: 'owner',
    createdAt: expect.stringMatching(/Z$/),
    terms: expect.stringMatching(/^standard-/),
    privacy: expect.stringMatching(/^standard-/),
  });
  const [sample] = (await admin.request('GET', '/api/admin/handles?search=digital-universe')).body;
  expect(sample).toMatchObject({ handle: 'digital-universe', userId: null, plan: 'Free', status: 'active' });
  expect(Object.keys(sample).sort()).toEqual(['createdAt', 'handle', 'id', 'plan', 'status', 'userId']);
  const [profile] = (await admin.request('GET', '/api/admin/profiles?search=digital-universe')).body;
  expect(profile).toMatchObject({ id: sample.id, handleId: sample.id, username: 'digital-universe' });
  expect(profile.emailVisible).toBe(true);
  expect(profile.socialLinks.length).toBeGreaterThan(1);
});

type Key = (item: never) => string | number | boolean;
const folded = (email: string) => email.toLowerCase();
const USER_KEYS: Record<string, Key> = {
  id: ({ id }: AdminUser) => id,
  email: ({ email }: AdminUser) => folded(email),
  emailVerified: (user: AdminUser) => user.emailVerified,
  isAdmin: (user: AdminUser) => user.isAdmin,
  createdAt: (user: AdminUser) => user.createdAt,
};
const HANDLE_KEYS: Record<string, Key> = {
  id: ({ id }: AdminHandle) => id,
  handle: ({ handle }: AdminHandle) => handle,
  userId: ({ userId }: AdminHandle) => userId ?? 0,
  plan: ({ plan }: AdminHandle) => PLANS.indexOf(plan),
  status: ({ status }: AdminHandle) => ['active', 'resting', 'suspended', 'quarantined'].indexOf(status),
  createdAt: (handle: AdminHandle) => handle.createdAt,
};
const PROFILE_KEYS: Record<string, Key> = {
  id: ({ id }: AdminProfile) => id,
  username: ({ username }: AdminProfile) => username,
  displayName: ({ displayName }: AdminProfile) => displayName ?? '',
  handleId: ({ handleId }: AdminProfile) => handleId,
  emailVisible: (profile: AdminProfile) => profile.emailVisible,
};

describe.each([
  ['users', USER_SORTS, USER_KEYS],
  ['handles', HANDLE_SORTS, HANDLE_KEYS],
  ['profiles', PROFILE_SORTS, PROFILE_KEYS],
] as const)('the list of %s', (list, sorts, keys) => {
  const ways = sorts.flatMap((column) => [column, `-${column}`]);

  it.each(ways)('returns each item once and in order, page by page, sorted by %s', async (sort) => {
    const all = await readAllPages<{ id: number }>(admin, `/api/admin/${list}?limit=500&sort=${sort}`);
    expect(all.length).toBeGreaterThanOrEqual(40);
    const key = keys[sort.replace('-', '')] as (item: unknown) => string | number | boolean;
    const sign = sort.startsWith('-') ? -1 : 1;
    const compare = (one: { id: number }, other: { id: number }) => {
      const [left, right] = [key(one), key(other)];
      return sign * (left < right ? -1 : left > right ? 1 : one.id - other.id);
    };
    // Responses have milliseconds, the database has microseconds.
    if (!sort.endsWith('createdAt')) expect(all).toEqual(all.toSorted(compare));
    else expect(all.map(key)).toEqual(all.map(key).toSorted((a, b) => sign * (a < b ? -1 : a > b ? 1 : 0)));
    expect(await readAllPages(admin, `/api/admin/${list}?limit=7&sort=${sort}`)).toEqual(all);
    // A search uses another query plan, with the same order.
    const found = all.filter((item) => JSON.stringify(item).includes('"one.'));
    expect(await readAllPages(admin, `/api/admin/${list}?limit=7&sort=${sort}&search=ONE.`)).toEqual(found);
  });

  for (const [at, sort] of ways.entries()) {
    const options = { tags: at < 2 ? [] : ['long'] };
    it(`keeps its place while items are added, sorted by ${sort}`, options, async () => {
      const before = await readAllPages<{ id: number }>(admin, `/api/admin/${list}?limit=500&sort=${sort}`);
      const during = await readAllPages<{ id: number }>(
        admin,
        `/api/admin/${list}?limit=9&sort=${sort}`,
        async (page) => {
          if (page <= 3) await addPeople(server, 3, `more-${batch++}.`);
        },
      );
      expect(new Set(during.map(({ id }) => id)).size).toBe(during.length);
      const known = new Set(before.map(({ id }) => id));
      expect(during.filter(({ id }) => known.has(id)).map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    });
  }

  it('keeps its place after the item at the cursor is deleted', async () => {
    const sort = list === 'profiles' ? 'username' : 'createdAt';
    const all = await readAllPages<{ id: number }>(admin, `/api/admin/${list}?limit=500&sort=-${sort}`);
    const first = await admin.request('GET', `/api/admin/${list}?limit=3&sort=-${sort}`);
    const place = decodeURIComponent(/after=([^&>]+)/.exec(String(first.headers.link))?.[1] ?? '');
    expect(place).toMatch(new RegExp(`^${first.body[2].id}~`));
    // Replaces the id of the item with one that does not exist.
    const gone = encodeURIComponent(place.replace(/^\d+/, '0'));
    const rest = await admin.request('GET', `/api/admin/${list}?limit=500&sort=-${sort}&after=${gone}`);
    expect(rest.status).toBe(200);
    const ids = rest.body.map(({ id }: { id: number }) => id);
    expect(ids.length).toBeGreaterThan(0);
    expect(all.slice(3).map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
  });

  it.each(words('?sort=nothing ?limit=0 ?limit=501 ?after=x ?after=5~e30 ?sort=createdAt&after=5~e30 ?x=1'))(
    'rejects the query %s with a message',
    async (query) => {
      if (list === 'profiles' && query.includes('createdAt')) return;
      const response = await admin.request('GET', `/api/admin/${list}${query}`);
      expect([response.status, response.body.code]).toEqual([400, 'invalid_input']);
    },
  );

  it('searches for a part of a text, ignores case, and escapes SQL wildcards', async () => {
    const found = await readAllPages(admin, `/api/admin/${list}?search=${encodeURIComponent(' ONE.')}&limit=7`);
    expect(found.length).toBe(40);
    // Search results are sorted by the searched column.
    const column = { users: 'email', handles: 'handle', profiles: 'username' }[list];
    expect(found).toEqual(await readAllPages(admin, `/api/admin/${list}?search=one.&limit=500&sort=${column}`));
    expect(found).not.toEqual(await readAllPages(admin, `/api/admin/${list}?search=one.&limit=500&sort=id`));
    for (const odd of ['%', '_ne.', 'o%e.', "one.'--", '\\', 'on\\e.', '*']) {
      expect((await admin.request('GET', `/api/admin/${list}?search=${encodeURIComponent(odd)}`)).body).toEqual([]);
    }
    for (const odd of ['%00', 'one%00'])
      expect((await admin.request('GET', `/api/admin/${list}?search=${odd}`)).status).toBeLessThan(500);
  });
});

describe('the CSV export of a list', () => {
  it('the CSV export of a list contains one line for each item, and no spreadsheet formula', async () => {
    await server.db.insertInto('accounts').values({ email: '=HYPERLINK("x"),@inbox.example' }).execute();
    await server.db
      .updateTable('handles')
      .set({ display_name: '@SUM(1)\n"two"' })
      .where('handle', '=', 'digital-universe')
      .execute();
    const users = await admin.request('GET', '/api/admin/users.csv');
    expect(users.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(users.headers['content-disposition']).toMatch(/^attachment; filename="users-\d{4}-\d\d-\d\d\.csv"$/);
    const lines = users.text.split('\r\n');
    expect(lines[0]).toBe('ID,Email,Status,Admin,Joined');
    expect(lines.at(-1)).toBe('');
    const all = await readAllPages<AdminUser>(admin, '/api/admin/users?limit=500');
    expect(lines.length - 2).toBe(all.length);
    expect(lines[1]).toBe(
      `${all[0]?.id},${all[0]?.email},${all[0]?.emailVerified ? 'Verified' : 'Pending'},${all[0]?.isAdmin ? 'Admin' : 'User'},${all[0]?.createdAt}`,
    );
    expect(users.text).toContain(`,"'=HYPERLINK(""x""),@inbox.example",`);
    const profiles = await admin.request('GET', '/api/admin/profiles.csv?search=digital-universe');
    expect(profiles.text).toContain(`digital-universe,"'@SUM(1)\n""two""",`);
  });

  it('streams the sorted and filtered list, and writes an audit log entry', async () => {
    await addPeople(server, 1200, 'many.');
    const file = await admin.request('GET', '/api/admin/handles.csv?search=many.&sort=-handle');
    const names = file.text
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(',')[1] ?? '');
    expect(names.length).toBe(1200);
    expect(names).toEqual(names.toSorted().reverse());
    const [noted] = (await admin.request('GET', '/api/admin/audit?limit=1')).body;
    expect(noted).toMatchObject({
      act: 'export',
      actor: 'admin@example.test',
      target: 'list handles',
      after: { search: 'many.', sort: '-handle' },
    });
  });
});
