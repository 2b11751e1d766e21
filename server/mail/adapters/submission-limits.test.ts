import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { DAY, HOUR } from '../../../contract/time.ts';
import { type Senders, setUpSenders } from '../../../tests/support/mail/senders.ts';
import { openPool } from '../../platform/db/database.ts';
import type { DatabaseSubmissionPolicy } from './submission-policy.ts';

let senders: Senders;
let policy: DatabaseSubmissionPolicy;
setUpSenders((given) => {
  ({ senders, policy } = given);
});

describe('the limits', () => {
  it('allows 50 recipients an hour and 200 a day for Plus, and its reply states when to try again', async () => {
    const { handle, id } = await senders.create();
    const start = senders.now;
    for (const hour of [0, 1, 2, 3]) {
      senders.now = new Date(start.getTime() + hour * HOUR);
      expect(await policy.reserve(handle, 40)).toBeNull();
      expect(await policy.reserve(handle, 11)).toEqual({
        code: 450,
        enhanced: '4.7.1',
        text: `${handle} can send to 50 recipients an hour and 200 a day. Try again after ${hour < 3 ? `22 November 2026, ${11 + hour}:00` : '23 November 2026, 10:00'} UTC`,
      });
      expect(await policy.reserve(handle, 10)).toBeNull();
    }
    senders.now = new Date(start.getTime() + 4 * HOUR);
    expect((await policy.reserve(handle, 1))?.text).toContain('Try again after 23 November 2026, 10:00 UTC');
    senders.now = new Date('2026-11-23T09:59:59Z');
    expect(await policy.reserve(handle, 1)).toMatchObject({ code: 450 });
    senders.now = new Date('2026-11-23T10:00:00Z');
    expect(await policy.reserve(handle, 50)).toBeNull();
    expect(await policy.reserve(handle, 1)).toMatchObject({ code: 450 });
    expect((await senders.usageOf(id)).map(({ recipients }) => recipients)).toEqual([50, 50, 50, 50, 50]);
  });

  it('reduces the limits to a quarter in the week after the first message', async () => {
    const { handle, id } = await senders.create({ isNew: true });
    expect(await policy.reserve(handle, 13)).toEqual({
      code: 550,
      enhanced: '5.7.1',
      text: `${handle} can send to 12 recipients an hour and 50 a day until 29 November 2026, 10:20 UTC, and to more after that. This message has 13: send it in parts`,
    });
    // A refusal does not start the week.
    expect(await senders.db.selectFrom('sending_settings').selectAll().where('handle_id', '=', id).execute()).toEqual(
      [],
    );
    expect(await policy.reserve(handle, 12)).toBeNull();
    expect(await policy.reserve(handle, 1)).toMatchObject({ code: 450 });
    const first = senders.now;
    senders.now = new Date(first.getTime() + 7 * DAY - 1);
    expect(await policy.reserve(handle, 13)).toMatchObject({ code: 550 });
    expect(await policy.reserve(handle, 1)).toBeNull();
    senders.now = new Date(first.getTime() + 7 * DAY);
    expect(await policy.reserve(handle, 49)).toBeNull();
    expect(await policy.reserve(handle, 1)).toMatchObject({ code: 450 });
  });

  it('keeps settings that a handle had before it first sent mail', async () => {
    const { handle, id } = await senders.create({ isNew: true });
    await senders.db.insertInto('sending_settings').values({ handle_id: id, reply_mode: 'reply' }).execute();
    expect(await policy.reserve(handle, 1)).toBeNull();
    senders.now = new Date(senders.now.getTime() + HOUR);
    expect(await policy.reserve(handle, 1)).toBeNull();
    const [settings] = await senders.db
      .selectFrom('sending_settings')
      .selectAll()
      .where('handle_id', '=', id)
      .execute();
    expect(settings).toMatchObject({ reply_mode: 'reply', first_sent_at: new Date('2026-11-22T10:20:30Z') });
  });

  it('permanently refuses a message to more than 50 recipients, and one from a handle that does not exist', async () => {
    const deluxe = await senders.create({ handle: 'dx' });
    expect(await policy.reserve(deluxe.handle, 51)).toMatchObject({ code: 550, text: expect.stringContaining('50') });
    expect(await policy.reserve(deluxe.handle, 50)).toBeNull();
    expect(await policy.reserve('nobody', 1)).toMatchObject({ code: 550 });
  });

  it('counts many concurrent messages in few statements, for each handle separately', async () => {
    const [one, two, full] = [await senders.create(), await senders.create(), await senders.create()];
    expect(await policy.reserve(full.handle, 48)).toBeNull();
    const asked = [one, full, two, one, full, full, two, one, full];
    const counts = [7, 3, 1, 8, 1, 3, 2, 9, 1];
    // The check of each message has cached its sender.
    policy.clear(true);
    for (const { submitter } of [one, two, full]) await policy.check(submitter);
    const query = vi.spyOn(senders.pool, 'query');
    const results = await Promise.all(asked.map(({ handle }, at) => policy.reserve(handle, counts[at] ?? 0)));
    const queries = query.mock.calls.map(([statement]) => (statement as unknown as { name: string }).name);
    query.mockRestore();
    const late = { code: 450, text: expect.stringContaining(full.handle) };
    expect(results).toEqual([
      null,
      expect.objectContaining(late),
      null,
      null,
      null,
      expect.objectContaining(late),
      null,
      null,
      null,
    ]);
    // The first message alone, then all others together, then those of the full handle, where equal ones are refused together.
    expect(queries).toEqual(Array(2 + 3).fill('reserve-recipients'));
    const usage = await Promise.all([one, two, full].map(({ id }) => senders.usageOf(id)));
    expect(usage.map(([hour]) => hour?.recipients)).toEqual([24, 3, 50]);
  });

  it.each([
    { isNew: false, limit: 50 },
    { isNew: true, limit: 12 },
  ])('counts exactly when several processes count at the same time: $limit recipients', async ({ isNew, limit }) => {
    const { handle, id } = await senders.create({ isNew });
    const pools = [1, 2, 3].map(() => openPool(senders.url, 6));
    const policies = pools.map((one) => senders.open(one));
    const results = await Promise.all(
      Array.from({ length: 80 }, (_, at) => policies[at % policies.length]?.reserve(handle, 1)),
    );
    expect(results.filter((one) => one === null)).toHaveLength(limit);
    expect(results.filter((one) => one?.code === 450)).toHaveLength(80 - limit);
    expect(await senders.usageOf(id)).toMatchObject([{ recipients: limit }]);
    // The day is exact too.
    await senders.db
      .updateTable('sending_usage')
      .set({ hour: new Date('2026-11-22T09:00:00Z') })
      .where('handle_id', '=', id)
      .execute();
    const day = isNew ? 50 : 200;
    await senders.db
      .updateTable('sending_usage')
      .set({ recipients: day - 10 })
      .where('handle_id', '=', id)
      .execute();
    const more = await Promise.all(policies.flatMap((one) => [3, 3, 3].map((count) => one.reserve(handle, count))));
    expect(more.filter((one) => one === null)).toHaveLength(3);
    expect((await senders.usageOf(id)).map(({ recipients }) => recipients)).toEqual([day - 10, 9]);
    await Promise.all(policies.map((one) => one.stop()));
    await Promise.all(pools.map((one) => one.end()));
  });
});

describe('bounces', () => {
  const emails = async () => {
    const { rows } = await sql<{ payload: { kind: string; to: string } }>`delete from graphile_worker._private_jobs
      returning payload`.execute(senders.db);
    return rows.map(({ payload }) => `${payload.kind} to ${payload.to}`).sort();
  };

  it('suppresses a recipient whose mailbox does not exist, for this handle only', async () => {
    const [one, two] = [await senders.create(), await senders.create()];
    policy.bounced(one.handle, 'Gone@Example.com', '5.1.1', true);
    policy.bounced(one.handle, 'full@example.com', '5.2.2', false);
    policy.bounced('nobody', 'gone@example.com', '5.1.1', true);
    await policy.flush();
    const asked = ['gone@example.com', 'full@example.com', 'GONE@example.com', 'new@example.com'];
    expect(await policy.suppressed(one.handle, asked)).toEqual(new Set(['gone@example.com']));
    expect(await policy.suppressed(two.handle, asked)).toEqual(new Set());
    expect(await policy.suppressed(one.handle, [])).toEqual(new Set());
    expect(await senders.usageOf(one.id)).toMatchObject([{ bounces: 2, recipients: 0 }]);
    expect(senders.warnings).toEqual([]);
  });

  it('pauses the handle once when at least ten bounces of a day exceed a tenth of the recipients', async () => {
    const account = await senders.db
      .insertInto('accounts')
      .values({ email: 'owner@inbox.example' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const { id, handle, submitter } = await senders.create();
    await senders.db.updateTable('handles').set({ account_id: account.id }).where('id', '=', id).execute();
    await emails();
    const yesterday = { handle_id: id, hour: new Date('2026-11-21T10:00:00Z'), recipients: 10, bounces: 10 };
    const today = { handle_id: id, hour: new Date('2026-11-21T11:00:00Z'), recipients: 100, bounces: 0 };
    await senders.db.insertInto('sending_usage').values([yesterday, today]).execute();
    for (let at = 0; at < 10; at += 1) policy.bounced(handle, `gone${at}@example.com`, '5.1.1', true);
    await policy.flush();
    expect(await policy.check(submitter)).toBeNull();
    // Eleven of 100 recipients bounce, in two processes at the same time.
    const second = senders.open();
    policy.bounced(handle, 'gone10@example.com', '5.1.1', true);
    second.bounced(handle, 'gone11@example.com', '5.1.1', true);
    await Promise.all([policy.flush(), second.stop()]);
    expect(await policy.check(submitter)).toMatchObject({ code: 550 });
    expect(await emails()).toEqual([
      'sending-paused to owner@inbox.example',
      'sending-paused-report to admin@example.test',
    ]);
  });

  it('logs bounces and does not throw while the database does not respond', async () => {
    const broken = openPool('postgres://nobody@127.0.0.1:1/none');
    const cut = senders.open(broken);
    cut.bounced('ann', 'gone@example.com', '5.1.1', true);
    await cut.stop();
    expect(senders.warnings).toMatchObject([{ event: 'sending.bounce.not_counted', handle: 'ann' }]);
    await broken.end();
  });
});
