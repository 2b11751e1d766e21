import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { analytics } from '../../contract/analytics/analytics.ts';
import { openCountries } from '../../server/analytics/counting/countries.ts';
import { importViews } from '../../server/analytics/import/import-rules.ts';
import { maintainAnalytics } from '../../server/analytics/maintenance/roll-up-rules.ts';
import { browse, CHROME, IPHONE, ping } from '../support/api/browse.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { startServer, type TestServer } from '../support/server/test-server.ts';

const DAY = 86_400_000;
const TABLES = ['page_hours', 'page_days', 'page_counts', 'page_visitors'];
let server: TestServer;
let ada: Awaited<ReturnType<typeof createSendingPerson>>;
beforeAll(async () => {
  server = await startServer({ PAGE_CDN_SINCE: '2999-01-01' });
  ada = await createSendingPerson(server, 'ada', new Date('2999-01-01'));
  await server.db
    .insertInto('social_links')
    .values({ handle_id: ada.id, platform: 'github', username: 'ada', url: 'https://github.com/ada', position: 0 })
    .execute();
});
afterAll(() => server?.stop());
beforeEach(async () => {
  await server.visits.flush();
  for (const table of [...TABLES, 'flights', 'view_imports'])
    await sql`truncate ${sql.table(table)}`.execute(server.db);
  await sql`update analytics_state set rolled_up_until = '2000-01-01', mail_until = null`.execute(server.db);
});

const get = async (days = 30, id = ada.id, person = ada.person) => {
  await server.visits.flush();
  const { status, body } = await person.request('GET', `/api/handles/${id}/analytics?days=${days}`);
  expect(status).toBe(200);
  return analytics.parse(body);
};
const maintain = () => maintainAnalytics(server.db, server.clock());
const date = (daysAgo: number) => new Date(server.clock().getTime() - daysAgo * DAY).toISOString().slice(0, 10);

/** Adds views of an hour directly. */
async function addHour(daysAgo: number, counts: { views: number; visitors?: number }, id = ada.id): Promise<void> {
  await sql`insert into page_hours (handle_id, hour, views, visitors)
    values (${id}, ${`${date(daysAgo)}T00:00:00Z`}::timestamptz, ${counts.views}, ${counts.visitors ?? 0})`.execute(
    server.db,
  );
}

describe('GET /api/handles/{id}/analytics', () => {
  it('returns every day of the period, and what was counted by name', async () => {
    await browse(server, '/ada?utm_source=mail', { from: '8.8.8.8', headers: { referer: 'https://news.example/x' } });
    await browse(server, '/ada', { from: '8.8.4.4', headers: { 'user-agent': IPHONE } });
    await ping(server, '/ada/ping/github', { from: '8.8.8.8' });
    const found = await get(7);
    expect(found).toMatchObject({
      ...{ entitled: true, from: date(6), until: date(0), views: 2, visitors: 2, clicks: 1, received: 0, sent: 0 },
      ...{ before: null, incompleteSince: null, availableFrom: 'Deluxe' },
      links: [{ id: expect.any(Number), title: 'GitHub', url: 'https://github.com/ada', clicks: 1 }],
      referrers: [
        { name: 'direct', count: 1 },
        { name: 'news.example', count: 1 },
      ],
      countries: [{ name: 'US', count: 2 }],
      devices: [
        { name: 'desktop', count: 1 },
        { name: 'mobile', count: 1 },
      ],
      campaigns: [{ name: 'mail', count: 1 }],
    });
    expect(found.days.map((day) => day.date)).toEqual([6, 5, 4, 3, 2, 1, 0].map(date));
    expect(found.days.at(-1)).toMatchObject({ views: 2, visitors: 2, clicks: 1 });
    expect(found.countrySource).toMatch(/^geo-whois-asn-country by ip-location-db \(CC0 1\.0\), \d{4}-\d\d-\d\d$/);
  });

  it.each([7, 30, 90, 365])('compares %i days with the same number of days before', async (days) => {
    const at = (daysAgo: number) =>
      sql`insert into page_days values
      (${ada.id}, ${date(daysAgo)}::date, 10, 5, 3, 2, 1)`.execute(server.db);
    for (const daysAgo of [1, days - 1, days, 2 * days - 1, 2 * days]) await at(daysAgo);
    await sql`update analytics_state set rolled_up_until = ${date(0)}::date`.execute(server.db);
    const found = await get(days);
    expect(found).toMatchObject({ views: 20, visitors: 10, clicks: 6, received: 4, sent: 2 });
    expect(found.before).toMatchObject({ views: 20, visitors: 10, clicks: 6, received: 4, sent: 2 });
    expect(found.before?.days).toHaveLength(days);
    expect(found.before?.days[0]).toMatchObject({ date: date(2 * days - 1), views: 10 });
  });

  it('returns the sum of what it does not list, and a link that does not exist any more without its id', async () => {
    for (let at = 0; at < 25; at++) {
      await sql`insert into page_counts values (${ada.id}, ${date(0)}::date, 'referrer', ${`r${at}.example`}, ${100 - at})`.execute(
        server.db,
      );
    }
    await sql`insert into page_counts values (${ada.id}, ${date(0)}::date, 'referrer', '', 7),
      (${ada.id}, ${date(0)}::date, 'click', 'tiktok', 3)`.execute(server.db);
    const found = await get();
    expect(found.referrers).toHaveLength(21);
    expect(found.referrers.at(-1)).toEqual({ name: '', count: 80 + 79 + 78 + 77 + 76 + 7 });
    expect(found.links).toEqual([{ id: null, title: 'TikTok', url: '', clicks: 3 }]);
  });

  it('shows the views of 30 days only, without analytics in the plan and after the end of a year', async () => {
    const [{ id }] = (await ada.person.request('GET', '/api/handles')).body.filter(
      ({ plan }: { plan: string }) => plan === 'Free',
    );
    for (const handleId of [id, ada.id]) {
      await addHour(29, { views: 4 }, handleId);
      await addHour(30, { views: 100 }, handleId);
    }
    const none = { visitors: null, clicks: null, received: null, sent: null, before: null, days: [], referrers: [] };
    expect(await get(7, id)).toMatchObject({ entitled: false, from: date(29), views: 4, ...none });
    await server.db.updateTable('handles').set({ state: 'resting' }).where('id', '=', ada.id).execute();
    expect(await get(365)).toMatchObject({ entitled: false, from: date(29), views: 4, ...none });
    await server.db.updateTable('handles').set({ state: 'active' }).where('id', '=', ada.id).execute();
  });

  it.each(['8', '0', '-30', 'abc', '30.5', '9999999999'])('rejects a period of %s days', async (days) => {
    for (const ending of ['', '.csv']) {
      const { status } = await ada.person.request('GET', `/api/handles/${ada.id}/analytics${ending}?days=${days}`);
      expect(status).toBe(400);
    }
  });

  it('requires the right to manage: an editor gets 403, a manager the numbers, a stranger 404', async () => {
    const mel = await createSendingPerson(server, 'melanie');
    const url = `/api/handles/${ada.id}/analytics`;
    expect((await mel.person.request('GET', url)).status).toBe(404);
    const member = { handle_id: ada.id, account_id: mel.accountId, email: mel.email, role: 'editor' };
    await server.db
      .insertInto('handle_members')
      .values({ ...member, expires_at: new Date('2999-01-01'), joined_at: new Date() })
      .execute();
    for (const path of [url, `${url}.csv`]) {
      expect((await mel.person.request('GET', path)).body.code).toBe('role_without_right');
    }
    await server.db.updateTable('handle_members').set({ role: 'manager' }).execute();
    expect((await mel.person.request('GET', url)).status).toBe(200);
  });
});

describe('GET /api/handles/{id}/analytics.csv', () => {
  it('has a row for each day', async () => {
    await addHour(1, { views: 3, visitors: 2 });
    const { text, headers } = await ada.person.request('GET', `/api/handles/${ada.id}/analytics.csv?days=7`);
    expect(headers['content-disposition']).toBe(`attachment; filename="ada-${date(6)}-${date(0)}.csv"`);
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('Date (UTC),Views,Visitors,Clicks,Mail received,Mail sent');
    expect(lines.slice(6)).toEqual([`${date(1)},3,2,0,0,0`, `${date(0)},0,0,0,0,0`, '']);
  });

  it('is not there without analytics', async () => {
    await server.db.updateTable('handles').set({ state: 'resting' }).where('id', '=', ada.id).execute();
    const { status, body } = await ada.person.request('GET', `/api/handles/${ada.id}/analytics.csv`);
    expect([status, body.code]).toEqual([403, 'plan_without_analytics']);
    await server.db.updateTable('handles').set({ state: 'active' }).where('id', '=', ada.id).execute();
  });
});

describe('the job', () => {
  const partitions = async (table: string) =>
    (
      await sql<{ name: string }>`select relname as name from pg_inherits join pg_class c on c.oid = inhrelid
      where inhparent = ${table}::regclass order by 1`.execute(server.db)
    ).rows.map(({ name }) => name.replace(`${table}_`, ''));

  it('rolls up days that have ended, and again what arrives late, without changing the totals', async () => {
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

  it('counts mail once, however often it runs: received and sent, without what was refused or dropped', async () => {
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

describe('the import of a log', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'nameplate-import-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  async function run(lines: string[] | Buffer, { all = false, name = 'log' } = {}) {
    const file = path.join(folder, name);
    await writeFile(file, Array.isArray(lines) ? lines.join('\n') : lines);
    const countries = await openCountries(undefined);
    const hosts = new Set(['localhost:3000']);
    return importViews({ db: server.db, file, countries, hosts, ownHosts: hosts, now: server.clock(), all });
  }

  const combined = (
    at: Date,
    request: string,
    { from = '8.8.8.8', status = 200, agent = CHROME, referrer = '-' } = {},
  ) => {
    const [, month] = at.toUTCString().split(' ').slice(1);
    const time = `${at.toISOString().slice(8, 10)}/${month}/${at.getUTCFullYear()}:${at.toISOString().slice(11, 19)} +0000`;
    return `${from} - - [${time}] "${request} HTTP/1.1" ${status} 123 "${referrer}" "${agent}"`;
  };
  const cloudflare = (at: Date, changes: object = {}) =>
    JSON.stringify({
      ...{
        ClientIP: '8.8.8.8',
        ClientRequestHost: 'localhost:3000',
        ClientRequestMethod: 'GET',
        ClientRequestURI: '/ada',
      },
      ...{ EdgeResponseStatus: 200, CacheCacheStatus: 'hit', ClientRequestUserAgent: CHROME, ClientRequestReferer: '' },
      ...{ EdgeStartTimestamp: at.toISOString(), ...changes },
    });

  it('counts the views that the CDN answered, on their days', async () => {
    const now = server.clock();
    const then = new Date(now.getTime() - 3 * DAY);
    const result = await run([
      cloudflare(then),
      cloudflare(then, { ClientIP: '2001:4860:4860::8888', ClientRequestURI: '/ada?utm_source=cdn' }),
      cloudflare(then, { EdgeStartTimestamp: then.getTime() * 1e6 }),
      cloudflare(then, { CacheCacheStatus: 'revalidated' }),
      cloudflare(then, { ClientRequestMethod: 'HEAD' }),
      cloudflare(then, { ClientRequestHost: 'other.example' }),
      cloudflare(then, { EdgeResponseStatus: 404 }),
      cloudflare(then, { ClientRequestUserAgent: 'Googlebot/2.1' }),
      cloudflare(new Date(now.getTime() - 80 * DAY)),
      cloudflare(new Date(now.getTime() + DAY)),
      '{"broken',
      '{"ClientIP":{}}',
      `${'x'.repeat(100_000)}`,
      combined(then, 'GET /ada'),
    ]);
    expect(result).toEqual({
      ...{ isKnown: false, lines: 14, views: 3, unreadable: 3, others: 4, notAnswered: 2, outOfRange: 2 },
    });
    const found = await get(7);
    expect(found).toMatchObject({ views: 3, visitors: 2, campaigns: [{ name: 'cdn', count: 1 }] });
    expect(found.days.find((day) => day.date === date(3))?.views).toBe(3);
  });

  it('counts a file once, also under another name, and changes days that were rolled up', async () => {
    await maintain();
    const at = new Date(server.clock().getTime() - 2 * DAY);
    const lines = [combined(at, 'GET /ada'), combined(at, 'GET /ada?a=b', { referrer: 'https://a.example/' })];
    expect(await run(lines, { all: true })).toMatchObject({ views: 2 });
    expect(await run(lines, { all: true, name: 'again' })).toMatchObject({ isKnown: true, views: 2 });
    expect(await get(7)).toMatchObject({ views: 2, visitors: 1 });
    const unpacked = Buffer.from(combined(at, 'GET /ada'));
    expect(await run(gzipSync(unpacked), { all: true, name: 'log.gz' })).toMatchObject({ views: 1 });
    expect(await get(7)).toMatchObject({ views: 3 });
  });

  it('continues an interrupted import behind the lines that were written', async () => {
    const at = new Date(server.clock().getTime() - DAY);
    const lines = Array.from({ length: 25_000 }, (_, line) =>
      combined(at, 'GET /ada', { from: `8.8.${line % 100}.8` }),
    );
    await sql`create function fail_import() returns trigger language plpgsql as
      $$ begin if new.lines > 15000 then raise exception 'interrupted'; end if; return new; end $$`.execute(server.db);
    await sql`create trigger fail_import before update on view_imports for each row execute function fail_import()`.execute(
      server.db,
    );
    await expect(run(lines, { all: true })).rejects.toThrow('interrupted');
    expect(await get(7)).toMatchObject({ views: 10_000, visitors: 100 });
    await sql`drop function fail_import cascade`.execute(server.db);
    expect(await run(lines, { all: true })).toMatchObject({ views: 25_000 });
    expect(await get(7)).toMatchObject({ views: 25_000, visitors: 100 });
  });

  it('leaves a period incomplete from the first day without an import', async () => {
    const behind = await startServer({ PAGE_CDN_SINCE: date(2) });
    try {
      const owner = await createSendingPerson(behind, 'bea', new Date('2999-01-01'));
      const since = async () =>
        (await owner.person.request('GET', `/api/handles/${owner.id}/analytics?days=7`)).body.incompleteSince;
      expect(await since()).toBe(date(2));
      await sql`insert into view_imports (sha256, name, days, finished_at)
        values ('a', 'a', array[${date(2)}::date], now()), ('b', 'b', array[${date(1)}::date], null)`.execute(
        behind.db,
      );
      expect(await since()).toBe(date(1));
    } finally {
      await behind.stop();
    }
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
      TABLES.map(
        async (table) =>
          (await sql`select from ${sql.table(table)} where handle_id = ${gone.id}`.execute(server.db)).rows.length,
      ),
    );
  expect(await rowsOf()).toEqual([1, 1, 1, 1]);
  await server.db.transaction().execute((trx) => emptyRows(trx, [gone.id], server.clock()));
  expect(await rowsOf()).toEqual([0, 0, 0, 0]);
});
