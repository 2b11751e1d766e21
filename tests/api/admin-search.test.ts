import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { AdminHandle, AdminProfile, AdminUser } from '../../contract/admin/admin.ts';
import { readAllPages, signedInAdmin } from '../support/api/admin.ts';
import type { Person } from '../support/api/person.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();
let admin: Person;
beforeAll(async () => {
  admin = await signedInAdmin(server);
});

const found = async (list: string, search: string, limit = 1) =>
  (
    await readAllPages<AdminUser & AdminHandle & AdminProfile>(
      admin,
      `/api/admin/${list}?search=${encodeURIComponent(search)}&limit=${limit}`,
    )
  ).map(({ email, handle, username }) => email ?? handle ?? username);
let ids: number[];

beforeAll(async () => {
  const { db } = server;
  const names = ['needle', 'a-needle', 'needles'];
  const accounts = await db
    .insertInto('accounts')
    .values(names.map((name) => ({ email: `${name}@hay.test` })))
    .returning('id')
    .execute();
  const handles = await db
    .insertInto('handles')
    .values(names.map((handle, at) => ({ handle, account_id: accounts[at]?.id ?? null })))
    .returning('id')
    .execute();
  ids = handles.map(({ id }) => id);
  const [owned = 0] = ids;
  await db.updateTable('handles').set({ display_name: 'Three ÉTOILES' }).where('id', '=', owned).execute();
  const spare = 'spare@other-dest.test';
  const inboxes = { address: 'Mail.of.Three@dest.test', backup_pending_address: spare };
  await db
    .insertInto('forwardings')
    .values({ handle_id: owned, ...inboxes })
    .execute();
  const [, member] = accounts;
  await db
    .insertInto('handle_members')
    .values({
      handle_id: owned,
      account_id: member?.id ?? 0,
      email: 'four@x.test',
      role: 'manager',
      expires_at: new Date(),
      joined_at: new Date(),
      address: 'four@work.dest.test',
    })
    .execute();
});

it.each([
  ['users', 'eedle', ['a-needle@hay.test', 'needle@hay.test', 'needles@hay.test']],
  ['users', '@hay.test', ['a-needle@hay.test', 'needle@hay.test', 'needles@hay.test']],
  ['users', 'NEEDLE@hay.test', ['needle@hay.test', 'a-needle@hay.test']],
  ['handles', 'needle', ['needle', 'a-needle', 'needles']],
  ['profiles', 'needle', ['needle', 'a-needle', 'needles']],
  ['users', 'dest.test', ['a-needle@hay.test', 'needle@hay.test']],
  ['users', 'mail.of.three@', ['needle@hay.test']],
  ['users', 'spare@other', ['needle@hay.test']],
  ['users', 'work.dest', ['a-needle@hay.test']],
  ['handles', 'work.dest', ['needle']],
  ['handles', 'dest.test', ['needle']],
  ['profiles', 'étoiles', ['needle']],
])(
  'in %s for %s finds names, domains and inboxes, the exact one first, on pages of every size',
  async (list, term, expected) => {
    expect(await found(list, term, 500)).toEqual(expected);
    for (const limit of [1, 2]) expect(await found(list, term, limit)).toEqual(expected);
  },
);

it('finds the same if there are too many results to sort after the search', async () => {
  const rare = await found('users', 'dest.test', 500);
  await server.db
    .insertInto('handles')
    .values(Array.from({ length: 10_001 }, (_, at) => ({ handle: `crowd-${at}-needle` })))
    .execute();
  await sql`insert into forwardings (handle_id, address) select id, 'box@dest.test' from handles where handle like 'crowd-%'`.execute(
    server.db,
  );
  expect(await found('users', 'dest.test', 500)).toEqual(rare);
  const pages = async (term: string) => (await admin.request('GET', `/api/admin/handles?search=${term}&limit=3`)).body;
  expect((await pages('needle')).map(({ handle }: AdminHandle) => handle)).toEqual([
    'needle',
    'a-needle',
    'crowd-0-needle',
  ]);
  expect(await pages('dest.test')).toHaveLength(3);
});
