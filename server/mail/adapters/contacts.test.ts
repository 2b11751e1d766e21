import { beforeAll, beforeEach, expect, it } from 'vitest';
import { DAY } from '../../../contract/time.ts';
import { useDatabase } from '../../../tests/support/server/test-database.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { createLog } from '../../platform/log/log.ts';
import { createContacts } from './contacts.ts';

const START = Date.parse('2026-11-20T12:00:00Z');
const database = useDatabase();
let now = START;
beforeAll(async () => {
  await database.pool.query(
    `with made as (insert into handles (handle, state, display_name) values ('annie', 'active', 'Ann'), ('bobby', 'active', null),
       ('a-handle-of-the-free-plan', 'active', null) returning id, handle)
     insert into forwardings (handle_id, address, address_key, backup_address)
     select id, handle || '@inbox.test', handle, case handle when 'annie' then 'second@inbox.test' end from made`,
  );
});
beforeEach(async () => {
  now = START;
  await database.pool.query('delete from contacts');
});

const open = () =>
  createContacts({
    db: openDatabase(database.pool),
    mailDomain: 'mail.test',
    clock: () => new Date(now),
    log: createLog('silent', false),
  });
const CAROL = { address: 'carol@x.test', name: 'Carol' };
const rows = async (columns = '*') =>
  (await database.pool.query(`select ${columns} from contacts order by address, id`)).rows;

it('stores one unguessable address for each person and handle, even if processes race', async () => {
  const [one, two] = [open(), open()];
  const dan = { address: 'dan@x.test', name: '' };
  const all = await Promise.all(
    [one, two, one, two].map((contacts) => contacts.replyAddresses('annie', [CAROL, dan, CAROL])),
  );
  const [[carol = '', other = ''] = []] = all;
  for (const locals of all) expect(locals).toEqual([carol, other, carol]);
  expect(carol).toMatch(/^reply-[a-z2-7]{26}$/);
  expect(new Set([carol, other, ...(await one.replyAddresses('bobby', [CAROL]))]).size).toBe(3);
  expect(await rows('handle_id')).toHaveLength(3);
});

it('looks up and stores many people with few queries', async () => {
  const contacts = open();
  let queries = 0;
  const count = () => {
    queries += 1;
  };
  database.pool.on('acquire', count);
  const people = Array.from({ length: 150 }, (_, at) => ({ address: `p${at}@x.test`, name: '' }));
  const locals = await Promise.all(people.map((person) => contacts.replyAddresses('annie', [person])));
  database.pool.off('acquire', count);
  expect(new Set(locals.flat()).size).toBe(150);
  expect(queries).toBeLessThan(12);
});

it('caches addresses only while it is subscribed to changes', async () => {
  const contacts = open();
  contacts.clear(true);
  const [first] = await contacts.replyAddresses('annie', [CAROL]);
  await database.pool.query('delete from contacts');
  expect(await contacts.replyAddresses('annie', [CAROL])).toEqual([first]);
  contacts.drop('annie');
  const [second] = await contacts.replyAddresses('annie', [CAROL]);
  expect(second).not.toBe(first);
  contacts.clear(false);
  await database.pool.query('delete from contacts');
  expect(await contacts.replyAddresses('annie', [CAROL])).not.toEqual([second]);
});

it('finds a contact until a year after its last use, and then creates another address', async () => {
  const contacts = open();
  const [local = ''] = await contacts.replyAddresses('annie', [CAROL]);
  expect(await contacts.find(local)).toEqual({
    key: 'annie',
    handleAddress: 'annie@mail.test',
    handleName: 'Ann',
    contact: CAROL,
    inboxes: ['annie@inbox.test', 'second@inbox.test'],
    allowInboxInText: false,
  });
  now += 300 * DAY;
  expect(await contacts.replyAddresses('annie', [CAROL])).toEqual([local]);
  now += 364 * DAY;
  expect(await contacts.find(local)).toMatchObject({ key: 'annie' });
  now += 2 * DAY;
  expect(await contacts.find(local)).toBeNull();
  const [renewed = ''] = await contacts.replyAddresses('annie', [CAROL]);
  expect(renewed).not.toBe(local);
  expect(await contacts.find(local)).toBeNull();
  expect(await contacts.find(renewed)).toMatchObject({ key: 'annie' });
});

it.each([
  ['the contact is blocked', 'update contacts set blocked = true', 'update contacts set blocked = false'],
  ['the year of the handle has ended', `update handles set state = 'resting'`, `update handles set state = 'active'`],
])('finds nothing while %s', async (_what, change, back) => {
  const contacts = open();
  const [local = ''] = await contacts.replyAddresses('annie', [CAROL]);
  await database.pool.query(change);
  expect(await contacts.find(local)).toBeNull();
  await database.pool.query(back);
  expect(await contacts.find(local)).not.toBeNull();
});

it('finds nothing for a handle whose plan has no replies, and for an unknown address', async () => {
  const contacts = open();
  const [local = ''] = await contacts.replyAddresses('a-handle-of-the-free-plan', [CAROL]);
  expect(await contacts.find(local)).toBeNull();
  expect(await contacts.find(`reply-${'a'.repeat(26)}`)).toBeNull();
  await expect(contacts.replyAddresses('nobody', [CAROL])).rejects.toThrow('does not exist');
});

it('records authors and recipients in the background, for handles with replies', async () => {
  const contacts = open();
  contacts.received('annie', { address: 'carol@x.test', name: 'Carol' });
  contacts.received('annie', { address: 'carol@x.test', name: '' });
  contacts.received('a-handle-of-the-free-plan', CAROL);
  await contacts.stop();
  const columns = 'address, name, token, last_received_at, last_sent_at';
  const [row, ...more] = await rows(columns);
  expect(more).toEqual([]);
  expect(row).toMatchObject({ address: 'carol@x.test', last_received_at: new Date(START), last_sent_at: null });
  expect(row.token).toMatch(/^[a-z2-7]{26}$/);

  now += 300 * DAY;
  const later = open();
  later.sent('annie', ['carol@x.test', 'unknown@x.test']);
  await later.stop();
  expect(await rows(columns)).toEqual([{ ...row, last_sent_at: new Date(now) }]);
  // A reply extends the validity of the address.
  now += 300 * DAY;
  expect(await later.find(`reply-${row.token}`)).toMatchObject({ key: 'annie' });
});

it('invalidates caches only for changes of an address, not for each use', async () => {
  const client = await database.pool.connect();
  const told: string[] = [];
  client.on('notification', ({ payload = '' }) => void told.push(payload));
  await client.query('listen mail_target_changed');
  const contacts = open();
  await contacts.replyAddresses('annie', [CAROL]);
  contacts.received('annie', CAROL);
  contacts.sent('annie', ['carol@x.test']);
  await contacts.stop();
  await client.query('select 1');
  expect(told).toEqual([]);
  await database.pool.query('update contacts set blocked = true');
  await client.query('select 1');
  expect(told).toEqual(['annie']);
  client.release(true);
});

it('lets the owner and managers of a team use a reply address, and does not reveal the inboxes of editors', async () => {
  await database.pool.query(
    `with people as (
       insert into accounts (email) values ('manager@accounts.test'), ('editor@accounts.test') returning id, email
     ), team as (insert into handles (handle) values ('team') returning id
     ), owned as (insert into forwardings (handle_id, address, address_key) select id, 'owner@inbox.test', 'o' from team)
     insert into handle_members (handle_id, account_id, email, role, mail, expires_at, joined_at, address, wants_mail)
     select team.id, people.id, email, split_part(email, '@', 1), true, now(), now(), split_part(email, '@', 1) || '@inbox.test', false
     from team, people`,
  );
  const contacts = open();
  const [local = ''] = await contacts.replyAddresses('team', [CAROL]);
  const found = await contacts.find(local);
  expect(found).toMatchObject({ inboxes: ['owner@inbox.test', 'manager@inbox.test'], readers: ['editor@inbox.test'] });
});
