import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { maintainAnalytics } from '../../server/analytics/maintenance/roll-up-rules.ts';
import { clearAnalytics, createAnalyticsOwner, VIEW_TABLES } from '../support/analytics/analytics-owner.ts';
import { browse } from '../support/analytics/browse.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { useServer } from '../support/server/test-server.ts';

type Owner = Awaited<ReturnType<typeof createAnalyticsOwner>>;
const server = useServer();
let ada: Owner;
beforeAll(async () => {
  // A day is rolled up ten minutes after its end at the earliest, so the tests run at noon.
  server.advance(DAY / 2 - (server.clock().getTime() % DAY));
  ada = await createAnalyticsOwner(server);
});
beforeEach(() => clearAnalytics(server));

const get: Owner['analytics'] = (...query) => ada.analytics(...query);
const maintain = () => maintainAnalytics(server.db, server.clock());
const date: Owner['date'] = (daysAgo) => ada.date(daysAgo);
const addHour: Owner['addHour'] = (...hour) => ada.addHour(...hour);

describe('the job of analytics', () => {
  const partitions = async (table: string) =>
    (
      await sql<{ name: string }>`select relname as name from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = ${table}::regclass order by 1`.execute(server.db)
    ).rows.map(({ name }) => name.replace(`${table}_`, ''));

  it('rolls up days that have ended, and late views later, without changing the totals', async () => {
    await addHour(2, { views: 5, visitors: 4 });
    await addHour(0, { views: 1 });
    const before = await get(7);
    expect(before).toMatchObject({ views: 6, visitors: 4 });
    await maintain();
    expect(await get(7)).toEqual(before);
    const stored = () => sql`select day::text, views from page_days order by 1`.execute(server.db);
    expect((await stored()).rows).toEqual([{ day: date(2), views: 5 }]);
    await sql`update page_hours set views = 9 where hour < ${date(1)}::date`.execute(server.db);
    server.advance(DAY);
    await maintain();
    expect((await stored()).rows).toEqual([
      { day: date(3), views: 9 },
      { day: date(1), views: 1 },
    ]);
    server.advance(-DAY);
  });

  it('counts received and sent mail once, however often it runs, without refused or dropped mail', async () => {
    const add = (id: string, direction: string, state: string, at: Date, handle = ada.id) =>
      sql`insert into flights (id, handle_id, recipient, sender, author, client, size, state, direction, received_at, events)
        values (${id}, ${handle}, '', '', '', '', 1, ${state}, ${direction}, ${at}, '[]')`.execute(server.db);
    const now = server.clock();
    await add('a', 'received', 'delivered', now);
    await add('b', 'received', 'queued', now);
    await add('c', 'received', 'refused', now);
    await add('d', 'received', 'dropped', now);
    await add('e', 'sent', 'delivered', now);
    await add('f', 'received', 'returned', new Date(now.getTime() - 20 * DAY));
    server.advance(1000);
    await browse(server, '/ada');
    for (let time = 0; time < 3; time++) {
      await maintain();
      expect(await get(30)).toMatchObject({ received: 3, sent: 1, views: 1 });
    }
    expect((await get(7)).received).toBe(2);
  });

  it('creates partitions ahead, moves rows out of the default partition and drops old ones', async () => {
    await sql`insert into page_days values (${ada.id}, '2020-01-15', 1, 1, 1, 1, 1),
      (${ada.id}, ${date(40)}::date, 1, 1, 1, 1, 1)`.execute(server.db);
    await maintain();
    const month = (ahead: number) => {
      const now = server.clock();
      return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + ahead))
        .toISOString()
        .slice(0, 10)
        .replaceAll('-', '');
    };
    expect(await partitions('page_counts')).toEqual(expect.arrayContaining([month(0), month(1), month(2), 'default']));
    const inDefault = await sql`select from partitions.page_days_default`.execute(server.db);
    expect(inDefault.rows).toHaveLength(0);
    expect((await sql`select from page_days`.execute(server.db)).rows).toHaveLength(1);
    expect(await partitions('page_visitors')).toContain(date(0).replaceAll('-', ''));
    server.advance(830 * DAY);
    await maintain();
    expect(await partitions('page_days')).not.toContain(month(-27));
    expect(await partitions('page_hours')).toEqual([month(0), month(1), month(2), 'default']);
    expect((await sql`select from page_days`.execute(server.db)).rows).toHaveLength(0);
    server.advance(-830 * DAY);
    await maintain();
  });

  it('does not wait for a backup that reads the tables', async () => {
    server.advance(100 * DAY);
    await server.db.transaction().execute(async (trx) => {
      await sql`lock table page_counts in access share mode`.execute(trx);
      await expect(maintain()).rejects.toThrow('lock timeout');
    });
    await maintain();
    server.advance(-100 * DAY);
  });
});

it('deletes the counts of a handle with the handle', async () => {
  const gone = await createSendingPerson(server, 'gon', new Date('2999-01-01'));
  await addHour(0, { views: 1 }, gone.id);
  await sql`insert into page_days values (${gone.id}, ${date(1)}::date, 1, 1, 1, 1, 1)`.execute(server.db);
  await sql`insert into page_counts values (${gone.id}, ${date(0)}::date, 'device', 'mobile', 1)`.execute(server.db);
  await sql`insert into page_visitors values (${gone.id}, ${date(0)}::date, 1)`.execute(server.db);
  const { emptyRows } = await import('../../server/handles/emptying-store.ts');
  const rowsOf = async () =>
    Promise.all(
      VIEW_TABLES.map(
        async (table) =>
          (await sql`select from ${sql.table(table)} where handle_id = ${gone.id}`.execute(server.db)).rows.length,
      ),
    );
  expect(await rowsOf()).toEqual([1, 1, 1, 1]);
  await server.db.transaction().execute((trx) => emptyRows(trx, [gone.id], server.clock()));
  expect(await rowsOf()).toEqual([0, 0, 0, 0]);
});
