import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clearAnalytics, createAnalyticsOwner } from '../support/analytics/analytics-owner.ts';
import { browse, IPHONE, ping } from '../support/analytics/browse.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { useServer } from '../support/server/test-server.ts';

type Owner = Awaited<ReturnType<typeof createAnalyticsOwner>>;
const server = useServer({ PAGE_CDN_SINCE: '2999-01-01' });
let ada: Owner;
beforeAll(async () => {
  ada = await createAnalyticsOwner(server);
  await server.db
    .insertInto('social_links')
    .values({ handle_id: ada.id, platform: 'github', username: 'ada', url: 'https://github.com/ada', position: 0 })
    .execute();
});
beforeEach(() => clearAnalytics(server));

const get: Owner['analytics'] = (...query) => ada.analytics(...query);
const date: Owner['date'] = (daysAgo) => ada.date(daysAgo);
const addHour: Owner['addHour'] = (...hour) => ada.addHour(...hour);

describe('GET /api/handles/{id}/analytics', () => {
  it('returns every day of the period, and the counts by name', async () => {
    await browse(server, '/ada?utm_source=mail', { from: '8.8.8.8', headers: { referer: 'https://news.example/x' } });
    await browse(server, '/ada', { from: '8.8.4.4', headers: { 'user-agent': IPHONE } });
    await ping(server, '/ada/ping/github', { from: '8.8.8.8' });
    const found = await get(7);
    expect(found).toMatchObject({
      entitled: true,
      from: date(6),
      until: date(0),
      views: 2,
      visitors: 2,
      clicks: 1,
      received: 0,
      sent: 0,
      before: null,
      incompleteSince: null,
      availableFrom: 'Deluxe',
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

  it('returns the sum of the names that are not listed, and a deleted link without its id', async () => {
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

  it('shows only the views of 30 days without analytics in the plan, and after the end of a year', async () => {
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

  it('requires the right to manage for analytics: an editor gets 403, a manager the numbers, a stranger 404', async () => {
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
  it('the CSV export has a row for each day', async () => {
    await addHour(1, { views: 3, visitors: 2 });
    const { text, headers } = await ada.person.request('GET', `/api/handles/${ada.id}/analytics.csv?days=7`);
    expect(headers['content-disposition']).toBe(`attachment; filename="ada-${date(6)}-${date(0)}.csv"`);
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('Date (UTC),Views,Visitors,Clicks,Mail received,Mail sent');
    expect(lines.slice(6)).toEqual([`${date(1)},3,2,0,0,0`, `${date(0)},0,0,0,0,0`, '']);
  });

  it('the CSV export returns 404 without analytics', async () => {
    await server.db.updateTable('handles').set({ state: 'resting' }).where('id', '=', ada.id).execute();
    const { status, body } = await ada.person.request('GET', `/api/handles/${ada.id}/analytics.csv`);
    expect([status, body.code]).toEqual([403, 'plan_without_analytics']);
    await server.db.updateTable('handles').set({ state: 'active' }).where('id', '=', ada.id).execute();
  });
});

it('lets the CDN of PAGE_CDN_SINCE serve a page for a minute, but not a missing page', async () => {
  const request = (url: string) => server.app.inject({ url, headers: { host: server.config.site.host } });
  const { headers } = await request('/ada');
  expect(headers['cache-control']).toBe('public, max-age=0, s-maxage=60, stale-if-error=240');
  expect(headers['cdn-cache-control']).toBe('max-age=60, stale-if-error=240');
  const missing = await request('/nobody-has-this');
  expect(missing.headers['cache-control']).toBe('public, no-cache');
  expect(missing.headers['cdn-cache-control']).toBeUndefined();
});
