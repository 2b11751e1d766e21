import type pg from 'pg';
import { beforeAll, describe, expect, it } from 'vitest';
import { useDatabase } from '../../../tests/support/server/test-database.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { createDirectory } from './directory.ts';

const database = useDatabase();
beforeAll(async () => {
  await database.pool.query(
    `with made as (insert into handles (handle)
       select 'name' || n from generate_series(1, 300) as n union select 'tls-reports' returning id, handle)
     insert into forwardings (handle_id, address, address_key) select id, handle || '@inbox.test', handle from made`,
  );
});

it('resolves many concurrent names correctly with few queries', async () => {
  const directory = createDirectory(openDatabase(database.pool), []);
  let queries = 0;
  const original = database.pool.connect;
  const connect = database.pool.connect.bind(database.pool) as () => Promise<pg.PoolClient>;
  database.pool.connect = (() => {
    queries += 1;
    return connect();
  }) as typeof database.pool.connect;
  const names = Array.from({ length: 300 }, (_, index) => `name${index + 1}`);
  const found = await Promise.all([...names, 'unknown', ...names].map((name) => directory.resolve(name)));
  expect(found.map((resolution) => (resolution.kind === 'forward' ? resolution.destination : resolution.kind))).toEqual(
    [...names.map((name) => `${name}@inbox.test`), 'refuse', ...names.map((name) => `${name}@inbox.test`)],
  );
  database.pool.connect = original;
  expect(queries).toBeLessThan(20);
});

it('resolves the other names if the database rejects one', async () => {
  const directory = createDirectory(openDatabase(database.pool), []);
  const lookups = ['name1', 'name2', 'a\0b', 'name3'].map((name) => directory.resolve(name).then(({ kind }) => kind));
  const kinds = (await Promise.allSettled(lookups)).map((resolution) =>
    resolution.status === 'fulfilled' ? resolution.value : 'error',
  );
  expect(kinds).toEqual(['forward', 'forward', 'error', 'forward']);
});

it('defers mail for a handle without an inbox until the time of its deferral', async () => {
  await database.pool.query(`insert into handles (handle, mail_deferred_until) select 'lost' || n, now() + n * interval '1 hour'
    from generate_series(0, 1) as n`);
  await database.pool.query(
    `update handles set mail_deferred_until = now() + interval '1 hour' where handle = 'name1'`,
  );
  const directory = createDirectory(openDatabase(database.pool), []);
  const found = await Promise.all(['lost0', 'lost1', 'name1'].map((name) => directory.resolve(name)));
  expect(found).toMatchObject([
    { kind: 'refuse', code: 550, enhanced: '5.1.1', key: 'lost0' },
    { kind: 'refuse', code: 450, enhanced: '4.2.1', key: 'lost1' },
    { kind: 'forward', destination: 'name1@inbox.test' },
  ]);
});

it('accepts reports at the report addresses, unless a handle has that name', async () => {
  const directory = createDirectory(openDatabase(database.pool), []);
  const names = ['dmarc-reports', 'dmarc-reports+x', 'tls-reports', 'other-reports'];
  const found = await Promise.all(names.map((name) => directory.resolve(name)));
  expect(found.map(({ kind }) => kind)).toEqual(['reports', 'reports', 'forward', 'refuse']);
});

describe('members of a handle', () => {
  /** Creates a handle with members, of whom only the first two get mail. */
  async function withTeam(handle: string, changes = ''): Promise<unknown> {
    await database.pool.query(
      `with people as (
         insert into accounts (email, closed_at)
         select $1 || n || '@accounts.test', case when n = 6 then now() end from generate_series(1, 7) as n returning id, email
       ), team as (insert into handles (handle) values ($1) returning id
       ), members as (
         insert into handle_members (handle_id, account_id, email, role, mail, expires_at, joined_at, address, wants_mail, paused_at)
         select team.id, people.id, email, 'editor', n <> 7, now(), now(),
           case when n <> 3 then 'inbox' || n || '@' || $1 || '.test' end, n <> 4, case when n = 5 then now() end
         from team, people, lateral (select right(split_part(email, '@', 1), 1)::integer as n) as numbered
       ), invited as (
         insert into handle_members (handle_id, email, role, mail, expires_at, address)
         select id, 'invited@accounts.test', 'editor', true, now(), 'invited@accounts.test' from team
       )
       insert into forwardings (handle_id, address, address_key) select id, $1 || '@inbox.test', $1 from team`,
      [handle],
    );
    if (changes)
      await database.pool.query(`${changes} where handle_id = (select id from handles where handle = $1)`, [handle]);
    return createDirectory(openDatabase(database.pool), []).resolve(handle);
  }
  const two = (handle: string) => ['inbox1', 'inbox2'].map((name) => ({ address: `${name}@${handle}.test` }));

  it("sends mail to members with the owner's grant and a verified inbox who want mail, while the plan has teams", async () => {
    expect(await withTeam('team')).toMatchObject({ destination: 'team@inbox.test', others: two('team') });
    const resting = `update handles set state = 'resting' where handle = 'team'`;
    await database.pool.query(resting);
    expect(await createDirectory(openDatabase(database.pool), []).resolve('team')).toMatchObject({ kind: 'refuse' });
    const free = await withTeam('a-name-of-the-free-plan');
    expect(free).toMatchObject({ destination: 'a-name-of-the-free-plan@inbox.test' });
    expect(free).not.toHaveProperty('others');
  });

  it('sends mail to members even if the owner has no verified inbox, or an inbox that does not exist', async () => {
    const pending =
      'update forwardings set address = null, address_key = null, pending_address = address, pending_key = address_key';
    expect(await withTeam('one', pending)).toMatchObject({ destination: null, others: two('one') });
    const gone = `update forwardings set paused_at = now(), pause_reason = 'inbox-gone', backup_address = 'x@spare.test'`;
    const paused = await withTeam('two', gone);
    expect(paused).toMatchObject({ destination: null, others: two('two') });
    expect(paused).not.toHaveProperty('policy.backup');
    expect(await withTeam('thr', 'delete from forwardings')).toMatchObject({ destination: null });
  });

  it('does not send mail to members after the owner has switched off forwarding', async () => {
    expect(await withTeam('off', 'update forwardings set is_active = false')).toMatchObject({
      kind: 'refuse',
      enhanced: '5.2.1',
    });
  });
});
