import { beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../../contract/time.ts';
import type { DeliveryStep } from '../../../mail/host/recorder.ts';
import type { DeliveryResult } from '../../../mail/message/delivery-result.ts';
import { useDatabase } from '../../../tests/support/server/test-database.ts';
import { createDeliveryRecorder } from '../../mail/adapters/delivery-recorder.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { createLog } from '../../platform/log/log.ts';
import type { InboxSign } from '../shared/write-deliveries-store.ts';
import { recordInboxes } from './inbox-refusal-rules.ts';

const database = useDatabase();
let now = Date.parse('2026-11-22T10:00:00Z');
const clock = () => new Date(now);
let anna = 0;
let ben = 0;
let sent = 0;

beforeEach(async () => {
  await database.pool.query('truncate accounts, handles, flights, limited_uses cascade');
  await database.pool.query('delete from graphile_worker._private_jobs');
  const { rows } = await database.pool.query<{ id: number }>(
    `with people as (
       insert into accounts (email, email_verified_at) values ('ann@accounts.test', now()), ('ben@accounts.test', now()),
         ('olga@accounts.test', now()) returning id, email
     ), team as (insert into handles (handle, account_id) select 'team', id from people where email like 'olga%' returning id
     ), owned as (insert into forwardings (handle_id, address, address_key, backup_address, backup_key)
       select id, 'olga@inbox.test', 'olga@inbox.test', 'olga@second.test', 'olga@second.test' from team)
     insert into handle_members (handle_id, account_id, email, role, expires_at, joined_at, address, address_key)
     select team.id, people.id, email, 'editor', now(), now(), email || '.test', email || '.test'
     from team, people where email not like 'olga%' order by email returning id`,
  );
  [anna = 0, ben = 0] = rows.map(({ id }) => id);
});

const gone: DeliveryResult = { kind: 'refused', code: 550, enhanced: '5.1.1', text: '550 5.1.1 No such user' };
const spam: DeliveryResult = { kind: 'refused', code: 550, enhanced: '5.7.1', text: '550 5.7.1 Spam' };
const delivered: DeliveryResult = { kind: 'delivered', code: 250, text: 'Ok', final: true };
const deferred = { kind: 'deferred', code: 452 } as const;
const full: DeliveryResult = { ...deferred, enhanced: '4.2.2', text: '552 5.2.2 Over quota', cause: 'mailbox-full' };
const fullFor4xx: DeliveryResult = { ...deferred, enhanced: '4.0.0', text: '452 Mailbox full' };
const diskFull: DeliveryResult = { ...deferred, enhanced: '4.3.1', text: '452 4.3.1 Insufficient system storage' };
const ofAddress: DeliveryResult = { ...deferred, enhanced: '4.7.1', text: '450 4.7.1 [5.2.2.14]: wait, see 14.2.2' };
const untried: DeliveryResult = { ...deferred, code: 0, enhanced: '4.4.1', text: 'circuit open', untried: true };

/** Records a message to the handle with these results of its attempts. */
async function message(...attempts: Omit<Extract<DeliveryStep, { step: 'tried' }>, 'step'>[]) {
  const recorder = createDeliveryRecorder({
    pool: database.pool,
    clock,
    log: createLog('silent', true),
    onInboxes: (seen) => recordInboxes(openDatabase(database.pool), seen, clock()),
  });
  const who = { key: 'team', recipient: 'team@h.test', sender: '', author: '', subject: '', client: '', size: 1 };
  recorder.record(`m${++sent}`, { step: 'received', ...who });
  for (const attempt of attempts) recorder.record(`m${sent}`, { step: 'tried', ...attempt });
  await recorder.stop();
}

/** Records what attempts of one batch revealed about the first inbox. */
async function batch(...signs: InboxSign[]) {
  const { rows } = await database.pool.query<{ id: number }>('select id from handles');
  const id = rows[0]?.id ?? 0;
  const seen = signs.map((sign) => ({ inbox: 'first' as const, id, sign }));
  return recordInboxes(openDatabase(database.pool), seen, clock());
}

async function times(count: number, ...attempts: Parameters<typeof message>) {
  for (let at = 0; at < count; at++) await message(...attempts);
}

const forwarding = async () => (await database.pool.query('select * from forwardings')).rows[0];
const members = async () =>
  (await database.pool.query('select paused_at, refusals from handle_members order by email')).rows;
const emails = async () => {
  const { rows } = await database.pool.query('select payload from graphile_worker._private_jobs order by id');
  return rows.map(({ payload: { kind, to, inbox, why, address } }) => [kind, to, inbox, why, address].join(' '));
};
const TOLD = 'inbox-refuses olga@accounts.test';

describe('the first inbox', () => {
  it('emails the account after three refusals in a row, once for each outage', async () => {
    await times(2, { result: gone });
    expect(await emails()).toEqual([]);
    await times(3, { result: gone });
    expect(await emails()).toEqual([`${TOLD} first gone o***@i***.test`]);
    await message({ result: delivered });
    expect(await forwarding()).toMatchObject({ refusal: null, refusals: 0, refused_since: null });
    await times(2, { result: gone });
    expect(await emails()).toHaveLength(1);
    await message({ result: gone });
    expect(await emails()).toHaveLength(2);
  });

  it('does not count refusals of single messages, or attempts that reached no server', async () => {
    await times(4, { result: spam }, { result: untried });
    expect(await forwarding()).toMatchObject({ refusal: null, refusals: 0 });
    expect(await emails()).toEqual([]);
  });

  it.each([
    ['550 No such user here', 1],
    ['550 <olga@inbox.test>: User unknown', 1],
    ["550 Requested action not taken: mailbox doesn't exist", 1],
    ['550 Sender verify failed: no such user', 0],
    ['550 Unknown content', 0],
  ])('classifies %s without an enhanced code', async (text, refusals) => {
    await message({ result: { kind: 'refused', code: 550, enhanced: '5.0.0', text } });
    expect(await forwarding()).toMatchObject({ refusal: refusals ? 'gone' : null, refusals });
  });

  it.each([
    ['5.2.2', full],
    ['452 with a text about the mailbox', fullFor4xx],
  ])('emails the account that its inbox is full after three replies %s', async (_name, result) => {
    await times(3, { result });
    expect(await forwarding()).toMatchObject({ refusal: 'full', refusals: 3, refused_since: clock() });
    expect(await emails()).toEqual([`${TOLD} first full o***@i***.test`]);
  });

  it('counts temporary errors without an email, and ignores them while the inbox refuses mail', async () => {
    await times(3, { result: diskFull });
    await message({ result: ofAddress });
    expect(await forwarding()).toMatchObject({ refusal: 'down', refusals: 4 });
    await times(2, { result: gone });
    await message({ result: diskFull });
    expect(await forwarding()).toMatchObject({ refusal: 'gone', refusals: 2 });
    await message({ result: gone });
    expect(await emails()).toEqual([`${TOLD} first gone o***@i***.test`]);
  });

  it('does not mail an account whose address is the inbox itself', async () => {
    await database.pool.query(
      `update forwardings set address = 'Olga@accounts.test', address_key = 'olga@accounts.test'`,
    );
    await times(3, { result: gone });
    expect(await forwarding()).toMatchObject({ refusal: 'gone', refusals: 3 });
    expect(await emails()).toEqual([]);
  });

  it('sends one email about simultaneous refusals, in one process or in several', async () => {
    await batch('gone', 'gone', 'gone', 'gone');
    expect(await emails()).toHaveLength(1);
    await batch('takes-mail');
    await Promise.all([batch('gone'), batch('gone'), batch('gone'), batch('gone')]);
    expect(await forwarding()).toMatchObject({ refusal: 'gone', refusals: 4 });
    expect(await emails()).toHaveLength(2);
  });

  it('treats an inbox as working if it accepted one message of a batch', async () => {
    await batch('gone', 'gone', 'gone');
    await batch('gone', 'full', 'takes-mail', 'gone', 'gone');
    expect(await forwarding()).toMatchObject({ refusal: null, refusals: 0, refused_since: null });
    expect(await emails()).toHaveLength(1);
  });

  it('treats a full inbox that no longer exists as still refusing, without another email, and pauses it later', async () => {
    await batch(...Array<InboxSign>(9).fill('full'));
    now += HOUR;
    await batch('gone');
    expect(await forwarding()).toMatchObject({ refusal: 'gone', refusals: 4, refused_since: clock(), paused_at: null });
    await batch('gone');
    expect(await forwarding()).toMatchObject({ refusals: 5, paused_at: null });
    now += HOUR;
    expect(await batch('gone')).toEqual([{ handle: 'team', isMember: false }]);
    expect(await emails()).toEqual([`${TOLD} first full o***@i***.test`]);
  });

  it('limits the emails about an inbox that fails again and again (attack 48)', async () => {
    for (let outage = 0; outage < 7; outage++) {
      await times(3, { result: gone });
      await message({ result: delivered });
    }
    expect(await emails()).toHaveLength(5);
    expect((await database.pool.query(`select distinct kind, detail from limited_uses`)).rows).toEqual([
      { kind: 'email-own', detail: 'mail-state' },
    ]);
  });
});

it('counts refusals of the second inbox apart from those of the first, and does not pause it', async () => {
  await times(5, { result: gone, backup: true });
  now += HOUR;
  await message({ result: gone, backup: true });
  expect(await forwarding()).toMatchObject({
    refusals: 0,
    backup_refusal: 'gone',
    backup_refusals: 6,
    paused_at: null,
  });
  expect(await emails()).toEqual([`${TOLD} second gone o***@s***.test`]);
  await message({ result: delivered, backup: true });
  expect(await forwarding()).toMatchObject({ backup_refusal: null, backup_refusals: 0 });
});

it('pauses the inbox of one member after refusals for an hour, and emails the member once', async () => {
  const toAll = (result: DeliveryResult) => [
    { result: delivered },
    { inbox: anna, result: gone },
    { inbox: ben, result },
  ];
  await times(3, ...toAll(gone));
  await message(...toAll(delivered));
  now += HOUR;
  await times(2, ...toAll(gone));
  expect(await members()).toMatchObject([{ paused_at: expect.any(Date) }, { paused_at: null, refusals: 2 }]);
  // Ben got the email about the outage before the delivery.
  expect(await emails()).toEqual([
    'inbox-refuses ann@accounts.test member gone a***@a***.test',
    'inbox-refuses ben@accounts.test member gone b***@a***.test',
  ]);
  // The handle itself is not affected.
  expect(await forwarding()).toMatchObject({ paused_at: null, refusals: 0 });
});
