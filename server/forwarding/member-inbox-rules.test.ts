import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase } from '../../tests/support/server/test-database.ts';
import { createDeliveryRecorder } from '../mail/adapters/delivery-recorder.ts';
import { openDatabase } from '../platform/db/database.ts';
import { createLog } from '../platform/log/log.ts';
import { recordMemberInboxes } from './member-inbox-rules.ts';

const HOUR = 3_600_000;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
let ids: number[] = [];
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  const { rows } = await pool.query<{ id: number }>(
    `with people as (
       insert into accounts (email) values ('anna@accounts.test'), ('ben@accounts.test') returning id, email
     ), team as (insert into handles (handle) values ('team') returning id
     ), owned as (insert into forwardings (handle_id, address, address_key) select id, 'owner@inbox.test', 'o' from team)
     insert into handle_members (handle_id, account_id, email, role, expires_at, joined_at, address)
     select team.id, people.id, email, 'editor', now(), now(), email || '.test' from team, people order by email returning id`,
  );
  ids = rows.map(({ id }) => id);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const members = async () => (await pool.query('select paused_at, gone_count from handle_members order by email')).rows;

it('pauses the inbox of one member after rejections for an hour, and tells the member once', async () => {
  const [anna = 0, ben = 0] = ids;
  let now = Date.parse('2026-11-22T10:00:00Z');
  const clock = () => new Date(now);
  const db = openDatabase(pool);
  const recorder = createDeliveryRecorder({
    ...{ pool, clock, log: createLog('silent', true) },
    onMemberInboxes: (seen) => recordMemberInboxes(db, seen, clock()),
  });
  const gone = { kind: 'refused', code: 550, enhanced: '5.1.1', text: 'No such user' } as const;
  const delivered = { kind: 'delivered', code: 250, text: 'Ok', final: true } as const;
  const message = async (id: string) => {
    const received = {
      key: 'team',
      recipient: 'team@h.test',
      sender: '',
      author: '',
      subject: '',
      client: '',
      size: 1,
    };
    recorder.record(id, { step: 'received', ...received });
    recorder.record(id, { step: 'tried', result: delivered });
    recorder.record(id, { step: 'tried', inbox: anna, result: gone });
    recorder.record(id, { step: 'tried', inbox: ben, result: id === 'm4' ? delivered : gone });
    recorder.record(id, { step: 'failed', inbox: anna, enhanced: '5.1.1', text: 'No' });
    await expect.poll(async () => (await pool.query('select from flights where id = $1', [id])).rowCount).toBe(1);
  };
  for (const id of ['m1', 'm2', 'm3', 'm4']) await message(id);
  now += HOUR;
  await message('m5');
  await message('m6');
  await recorder.stop();
  expect(await members()).toMatchObject([{ paused_at: expect.any(Date) }, { paused_at: null, gone_count: 2 }]);
  const jobs = await pool.query(`select payload from graphile_worker._private_jobs`);
  expect(jobs.rows.map(({ payload }) => payload)).toEqual([
    { kind: 'member-inbox-gone', to: 'anna@accounts.test', handle: 'team' },
  ]);
  // The handle itself and the state of its messages are not concerned.
  expect((await pool.query('select paused_at, gone_count from forwardings')).rows).toEqual([
    { paused_at: null, gone_count: 0 },
  ]);
  expect((await pool.query('select distinct state from flights')).rows).toEqual([{ state: 'delivered' }]);
});
