import { type AddressInfo, connect } from 'node:net';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { type Browse, browse as browseFrom, CHROME, IPHONE, ping as pingFrom } from '../support/analytics/browse.ts';
import { secondCounter, viewFrom } from '../support/analytics/visit-counter.ts';
import { Person } from '../support/api/person.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { type TestServer, useServer } from '../support/server/test-server.ts';

/** A separate network for each test, because a visitor of an earlier test would be known. */
let network = 0;
const ip = (last = 1) => `198.18.${network}.${last}`;
let ada: Awaited<ReturnType<typeof createSendingPerson>>;
const logged: Record<string, unknown>[] = [];
const server = useServer({ TRUST_PROXY: '127.0.0.1' }, { logged });
beforeAll(async () => {
  ada = await createSendingPerson(server, 'ada', new Date('2999-01-01'));
  await server.db
    .insertInto('social_links')
    .values([
      { handle_id: ada.id, platform: 'github', username: 'ada', url: 'https://github.com/ada', position: 0 },
      { handle_id: ada.id, platform: 'x', username: 'a', url: 'https://x.com/a', position: 1, is_active: false },
    ])
    .execute();
});
beforeEach(async () => {
  await server.visits.flush();
  await sql`truncate page_hours, page_days, page_counts, page_visitors`.execute(server.db);
  network += 1;
  server.advance(60_000);
});

const browse = (of: TestServer, url: string, how: Browse = {}) => browseFrom(of, url, { from: ip(), ...how });
const ping = (of: TestServer, url: string, how: Browse = {}) => pingFrom(of, url, { from: ip(), ...how });

async function totals(handle = 'ada') {
  await server.visits.flush();
  const { rows } = await sql<{ views: number; visitors: number; clicks: number }>`
    select coalesce(sum(views), 0)::int as views, coalesce(sum(visitors), 0)::int as visitors,
      coalesce(sum(clicks), 0)::int as clicks
    from page_hours join handles on handles.id = handle_id where handle = ${handle}`.execute(server.db);
  return rows[0];
}

async function names(kind: string) {
  await server.visits.flush();
  const { rows } = await sql<{ name: string; count: number }>`select name, count from page_counts
    where kind = ${kind} order by name`.execute(server.db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

describe('a view', () => {
  it('a view is counted for GET with 200 and 304, but not for HEAD', async () => {
    expect(await browse(server, '/ada')).toBe(200);
    expect(await browse(server, '/ada', { headers: { 'if-none-match': '*' } })).toBe(304);
    expect(await browse(server, '/ada', { method: 'HEAD' })).toBe(200);
    expect(await totals()).toEqual({ views: 2, visitors: 1, clicks: 0 });
  });

  it('a view is counted by the fast path, with and without a query', async () => {
    await server.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = server.app.server.address() as AddressInfo;
    const head = (url: string, method = 'GET') =>
      `${method} ${url} HTTP/1.1\r\nHost: ${server.config.site.host}\r\nUser-Agent: ${CHROME}\r\n\r\n`;
    const socket = connect(port, '127.0.0.1');
    const urls = ['/ada', '/ada', '/ada?utm_source=a', '/ada?utm_source=b&x=%'];
    for (const url of urls) socket.write(head(url));
    socket.write(head('/ada', 'HEAD'));
    socket.write(`GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    let text = '';
    for await (const piece of socket.setEncoding('latin1')) text += piece;
    expect(text.match(/HTTP\/1.1 \d+/g)).toEqual(Array(6).fill('HTTP/1.1 200'));
    expect(await totals()).toEqual({ views: 4, visitors: 1, clicks: 0 });
    expect(await names('campaign')).toEqual({ a: 1, b: 1 });
  });

  it.each([
    ['a bot', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' }],
    ['a link preview', { 'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' }],
    ['a program', { 'user-agent': 'curl/8.5.0' }],
    ['a request without User-Agent', { 'user-agent': '' }],
    ['a huge User-Agent', { 'user-agent': `${CHROME} ${'x'.repeat(4000)}` }],
    ['Do Not Track', { dnt: '1' }],
    ['Global Privacy Control', { 'sec-gpc': '1' }],
    ['a prefetch', { 'sec-purpose': 'prefetch' }],
    ['a prerender', { 'sec-purpose': 'prefetch;prerender' }],
    ['an older prefetch', { purpose: 'prefetch' }],
    ['a prefetch of Firefox', { 'x-moz': 'prefetch' }],
    ['a script of another page', { 'sec-fetch-dest': 'empty' }],
  ])('a view is not counted for %s', async (_name, headers) => {
    expect(await browse(server, '/ada', { headers })).toBe(200);
    expect(await totals()).toEqual({ views: 0, visitors: 0, clicks: 0 });
  });

  it('a view is not counted for an unknown page', async () => {
    expect(await browse(server, '/nob')).toBe(404);
    expect(await totals('nob')).toMatchObject({ views: 0 });
  });

  it('a view is not counted for the owner and for members, and is counted for other people who are signed in', async () => {
    const carol = new Person(server);
    await carol.claim('carol-looks-at-ada', 'carol@account.example');
    const mel = await createSendingPerson(server, 'melon');
    const member = { handle_id: ada.id, account_id: mel.accountId, email: mel.email, role: 'editor' };
    await server.db
      .insertInto('handle_members')
      .values({ ...member, expires_at: new Date('2999-01-01'), joined_at: new Date() })
      .execute();
    for (const person of [ada.person, mel.person, carol]) {
      const cookie = [...person.cookies].map(([name, value]) => `a=b; ${name}=${value}`).join('; ');
      expect(await browse(server, '/ada', { headers: { cookie } })).toBe(200);
    }
    await browse(server, '/ada', { headers: { cookie: 'nameplate=forged' } });
    expect(await totals()).toEqual({ views: 2, visitors: 1, clicks: 0 });
  });

  it('counts a page of a plan without analytics in one row a day, without visitors and sources', async () => {
    for (let hour = 0; hour < 3; hour++) await browse(server, '/digital-universe', { from: `192.0.2.${hour}` });
    expect(await totals('digital-universe')).toEqual({ views: 3, visitors: 0, clicks: 0 });
    const { rows } = await sql<{ hour: Date }>`select hour from page_hours`.execute(server.db);
    expect(rows.map(({ hour }) => hour.toISOString().slice(10))).toEqual(['T00:00:00.000Z']);
    expect(await names('device')).toEqual({});
  });
});

describe('visitors', () => {
  it('visitors are distinguished by network and browser, once a day, in all processes', async () => {
    const other = secondCounter(server);
    for (const from of [ip(1), ip(2), '2001:db8::1', '2001:db8::2']) await browse(server, '/ada', { from });
    await browse(server, '/ada', { headers: { 'user-agent': IPHONE } });
    expect(await totals()).toEqual({ views: 5, visitors: 4, clicks: 0 });
    for (const from of [ip(1), ip(9)]) other.view('ada', viewFrom(from));
    await other.stop();
    expect(await totals()).toEqual({ views: 7, visitors: 5, clicks: 0 });
  });

  it('visitors are identified by the addresses behind our proxies, not by addresses that a client invents', async () => {
    const headers = (forwarded: string) => ({ headers: { 'x-forwarded-for': forwarded }, from: '127.0.0.1' });
    for (const invented of ['10.1.1.1', '10.1.1.2']) await browse(server, '/ada', headers(`${invented}, 8.8.8.8`));
    await browse(server, '/ada', { headers: { 'x-forwarded-for': '8.8.4.4' }, from: '192.0.2.77' });
    expect(await totals()).toEqual({ views: 3, visitors: 2, clicks: 0 });
    expect(await names('country')).toEqual({ US: 2, unknown: 1 });
  });

  it('visitors are forgotten when a day ends: salt and hashes are deleted, and the next day has another salt', async () => {
    await browse(server, '/ada');
    expect(await totals()).toMatchObject({ visitors: 1 });
    const salts = async () =>
      (await sql<{ salt: Buffer }>`select salt from visitor_salts order by day`.execute(server.db)).rows.map(
        ({ salt }) => salt.toString('hex'),
      );
    const [before] = await salts();
    await server.advanceSignedIn(DAY);
    await sql`select graphile_worker.add_job('roll-up-analytics')`.execute(server.db);
    await server.sentEmails();
    expect((await sql`select from page_visitors`.execute(server.db)).rows).toHaveLength(0);
    expect(await salts()).not.toContain(before);
    await browse(server, '/ada');
    await totals();
    expect((await salts())[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(await salts()).not.toContain(before);
    expect((await sql`select from page_visitors`.execute(server.db)).rows).toHaveLength(1);
  });

  it('visitors leave no address behind in any table or log line', async () => {
    await browse(server, '/ada', { from: '198.51.100.23', headers: { referer: 'https://a.example/198.51.100.23' } });
    await ping(server, '/ada/ping/github', { from: '198.51.100.23' });
    await totals();
    for (const table of ['page_hours', 'page_counts', 'page_visitors', 'visitor_salts']) {
      const { rows } = await sql`select t::text from ${sql.table(table)} t`.execute(server.db);
      expect(JSON.stringify(rows)).not.toContain('198.51.100');
    }
    expect(JSON.stringify(logged)).not.toContain('198.51.100');
  });
});

describe('sources', () => {
  it('sources are the hosts of referrers in lower case, except our own', async () => {
    const referrers = [
      'https://News.Example/a/b?secret=1#x',
      'https://news.example/',
      'http://localhost:3000/create',
      'not an address',
      'javascript:alert(1)',
      `https://${'a'.repeat(300)}.example/`,
      'android-app://com.example.reader/',
    ];
    for (const referer of referrers) await browse(server, '/ada', { headers: { referer } });
    await browse(server, '/ada');
    expect(await names('referrer')).toEqual({ 'news.example': 2, direct: 5, 'com.example.reader': 1 });
  });

  it('counts devices by kind', async () => {
    await browse(server, '/ada');
    await browse(server, '/ada', { headers: { 'user-agent': IPHONE } });
    expect(await names('device')).toEqual({ desktop: 1, mobile: 1 });
  });

  it('limits the length of campaigns and drops characters that no screen should show', async () => {
    const long = 'x'.repeat(200);
    await browse(server, `/ada?utm_source=news%00%0Aletter%E2%80%AE&utm_medium=${long}&utm_campaign=%F0%9F%98%80`);
    await browse(server, '/ada?utm_source=%E0%A4%A&utm_campaign=');
    await browse(server, `/ada?utm_source=a&pad=${'y'.repeat(5000)}`);
    expect(await names('campaign')).toEqual({ [`news letter / ${'x'.repeat(64)} / 😀`]: 1, '\ufffd%A': 1 });
  });

  it('sums the names beyond the limit of a day', async () => {
    for (let at = 0; at < 250; at++) await browse(server, `/ada?utm_source=c${at}`, { from: `192.0.2.${at % 10}` });
    const first = await names('campaign');
    expect(first['']).toBe(150);
    for (let at = 300; at < 480; at++) {
      await browse(server, `/ada?utm_source=c${at}`, { from: `192.0.2.${at % 10}` });
      if (at % 90 === 0) await server.visits.flush();
    }
    await browse(server, '/ada?utm_source=c0');
    const counts = await names('campaign');
    expect(Object.keys(counts)).toHaveLength(200);
    expect(counts.c0).toBe(2);
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(431);
  });
});

describe('a click', () => {
  // The response does not wait for the page whose link is clicked, which is read first if it is not in the cache.
  beforeEach(() => server.pageCache.clear());

  it('a click is reported only by links of pages with analytics, whose addresses stay the same', async () => {
    const page = (url: string) => new Person(server).request('GET', url);
    const { text, headers } = await page('/ada');
    expect(text).toContain('href="https://github.com/ada" ping="/ada/ping/github"');
    expect(text.match(/ping=/g)).toHaveLength(1);
    expect(text).not.toMatch(/<script(?! type="application\/ld\+json")/);
    expect(headers['content-security-policy']).toContain("connect-src 'self'");
    expect((await page('/digital-universe')).text).not.toContain('ping=');
  });

  it('a click is counted only for a link of the page, and gets 204 for any link', async () => {
    for (const path of ['/ada/ping/github', '/ada/ping/x', '/ada/ping/none', '/nob/ping/github', '/ADA/ping/%00']) {
      expect(await ping(server, path)).toBe(204);
    }
    expect(await ping(server, '/digital-universe/ping/github')).toBe(204);
    await expect.poll(() => totals()).toEqual({ views: 0, visitors: 0, clicks: 1 });
    expect(await names('click')).toEqual({ github: 1 });
  });

  it.each([
    ['a bot', { 'user-agent': 'Googlebot/2.1' }],
    ['Do Not Track', { dnt: '1' }],
    ['another site', { 'sec-fetch-site': 'cross-site' }],
  ])('a click is not counted for %s', async (_name, headers) => {
    expect(await ping(server, '/ada/ping/github', { headers })).toBe(204);
    expect(await totals()).toMatchObject({ clicks: 0 });
  });

  it('clicks of one network count at most 60 times a minute', async () => {
    for (let at = 0; at < 70; at++) expect(await ping(server, '/ada/ping/github')).toBe(204);
    await ping(server, '/ada/ping/github', { from: '192.0.2.50' });
    await expect.poll(() => totals()).toMatchObject({ clicks: 61 });
  });
});
