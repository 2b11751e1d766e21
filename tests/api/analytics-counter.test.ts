import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { DAY, MINUTE } from '../../contract/time.ts';
import { browse, IPHONE } from '../support/analytics/browse.ts';
import { secondCounter, viewFrom } from '../support/analytics/visit-counter.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { startServer, useServer } from '../support/server/test-server.ts';

const server = useServer();
let ada: Awaited<ReturnType<typeof createSendingPerson>>;
beforeAll(async () => {
  ada = await createSendingPerson(server, 'ada', new Date('2999-01-01'));
});
beforeEach(async () => {
  await server.visits.flush();
  await sql`truncate page_hours, page_days, page_counts, page_visitors`.execute(server.db);
});

async function totals() {
  const { rows } = await sql<{ views: number; visitors: number }>`
    select coalesce(sum(views), 0)::int as views, coalesce(sum(visitors), 0)::int as visitors from page_hours`.execute(
    server.db,
  );
  return rows[0];
}

async function names(kind: string) {
  const { rows } = await sql<{ name: string; count: number }>`select name, count from page_counts
    where kind = ${kind} order by name`.execute(server.db);
  return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
}

describe('a counter', () => {
  it('forgets the addresses of visitors at midnight (UTC), even if no visitor follows', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let now = Date.parse('2030-05-01T23:50:00Z');
    const counter = secondCounter({ db: server.db, clock: () => new Date(now) });
    try {
      counter.view('ada', viewFrom('1.1.1.1'));
      now += 10 * MINUTE - 1;
      vi.advanceTimersByTime(10 * MINUTE - 1);
      expect(counter.remembered).toBe(1);
      now += 1;
      vi.advanceTimersByTime(1);
      expect(counter.remembered).toBe(0);
    } finally {
      vi.useRealTimers();
      await counter.stop();
    }
  });

  it('counts a click whose page is still being read when the connection closes and the process stops', async () => {
    const counter = secondCounter(server);
    const page = Promise.withResolvers<string | null>();
    const request = {
      headers: { 'user-agent': IPHONE },
      socket: { remoteAddress: '1.1.1.1' as string | undefined },
      url: '/',
    };
    counter.click(page.promise, 'github', request as never);
    counter.click(Promise.resolve(null), 'none', request as never);
    request.socket.remoteAddress = undefined;
    const stopped = counter.stop();
    page.resolve('ada');
    await stopped;
    expect([await names('click'), await names('country')]).toEqual([{ github: 1 }, {}]);
  });

  it('counts each further view like an earlier one, before and after a write', async () => {
    const counter = secondCounter(server);
    const referer = 'https://a.example/1';
    const kinds: [Record<string, string>, string?][] = [
      [{}],
      [{ referer }],
      [{ referer: 'https://b.example/1' }],
      [{ 'user-agent': IPHONE }],
      [{}, '/ada?utm_source=mail'],
      [{}, '/ada?utm_source=chat'],
    ];
    for (let round = 0; round < 3; round++) {
      for (const [at, [headers, url]] of kinds.entries()) {
        for (let time = 0; time <= at; time++) counter.view('ada', viewFrom('1.1.1.1', headers, url));
      }
      counter.view('ada', viewFrom('1.1.1.2', { referer }));
      await counter.flush();
    }
    expect(await totals()).toEqual({ views: 3 * (1 + 2 + 3 + 4 + 5 + 6 + 1), visitors: 3 });
    expect(await names('referrer')).toEqual({ 'a.example': 9, 'b.example': 9, direct: 48 });
    expect(await names('device')).toEqual({ desktop: 54, mobile: 12 });
    expect(await names('campaign')).toEqual({ mail: 15, chat: 18 });
    expect(await names('country')).toEqual({ DE: 66 });
    await counter.stop();
  });

  it('counts no further view that is a prefetch, asks not to be tracked, or comes from a bot or the owner', async () => {
    const counter = secondCounter(server);
    const view = (headers: Record<string, string> = {}) => counter.view('ada', viewFrom('1.1.1.1', headers));
    const cookie = [...ada.person.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    for (let round = 0; round < 2; round++) {
      for (const headers of [{ dnt: '1' }, { 'sec-gpc': '1' }, { 'sec-purpose': 'prefetch' }, { cookie }])
        view(headers);
      view({ 'sec-fetch-dest': 'empty' });
      view({ 'user-agent': 'Googlebot/2.1 (+http://www.google.com/bot.html)' });
      view();
      await counter.flush();
    }
    expect(await totals()).toEqual({ views: 2, visitors: 1 });
    await counter.stop();
  });

  it('counts a visitor again on the next day, even if one write has the visits of both days', async () => {
    const counter = secondCounter(server);
    counter.view('ada', viewFrom('1.1.1.1'));
    await counter.flush();
    expect(await totals()).toEqual({ views: 1, visitors: 1 });
    counter.view('ada', viewFrom('1.1.1.1'));
    server.advance(DAY);
    await counter.flush();
    expect(await totals()).toEqual({ views: 2, visitors: 2 });
    for (let time = 0; time < 2; time++) counter.view('ada', viewFrom('1.1.1.1'));
    await counter.stop();
    expect(await totals()).toEqual({ views: 4, visitors: 2 });
    server.advance(-DAY);
  });

  it('sums views of a page without analytics by browser', async () => {
    await server.db.insertInto('handles').values({ handle: 'a-page-of-free' }).execute();
    const counter = secondCounter(server);
    for (let at = 0; at < 5; at++)
      counter.view('a-page-of-free', viewFrom(`1.1.1.${at}`, { referer: `https://${at}/` }));
    counter.view('a-page-of-free', viewFrom('1.1.1.1', { 'user-agent': IPHONE }));
    counter.view('a-page-of-free', viewFrom('1.1.1.1', { 'user-agent': 'curl/8.5.0' }));
    await counter.stop();
    expect(await totals()).toEqual({ views: 6, visitors: 0 });
    expect(await names('referrer')).toEqual({});
  });

  it('counts every view while clients invent browsers and referrers', async () => {
    const counter = secondCounter(server);
    await counter.flush();
    for (let round = 0; round < 6; round++) {
      for (let at = 0; at < 4500; at++) {
        const headers = { 'user-agent': `Mozilla/5.0 (X11; Linux x64) Chrome/${round}.${at}` };
        counter.view('a-page-of-free', viewFrom('1.1.1.1', headers));
      }
      for (let at = 0; at < 40; at++) {
        for (let time = 0; time < 2; time++)
          counter.view('ada', viewFrom(`1.1.1.${round}`, { referer: `https://${round}-${at}/` }));
      }
      await counter.flush();
    }
    await counter.stop();
    expect(await totals()).toEqual({ views: 6 * 4580, visitors: 6 });
    const referrers = Object.values(await names('referrer'));
    expect(referrers).toHaveLength(201);
    expect(Math.max(...referrers)).toBe(2 * 40);
  });

  it('counts at most 100 views and 20 visitors of a page for one network in a day, however many browsers it invents', async () => {
    const counter = secondCounter(server);
    await counter.flush();
    const visit = (address: string, at: number) =>
      counter.view('ada', viewFrom(address, { 'user-agent': `Mozilla/5.0 (X11; Linux x64) Chrome/${at}.0` }));
    for (let at = 0; at < 400; at++) visit(at % 2 ? '2001:db8:1:1::1' : `2001:db8:1:1::${at.toString(16)}`, at);
    await counter.flush();
    expect(await totals()).toEqual({ views: 100, visitors: 20 });
    visit('2001:db8:1:1::1', 1000);
    visit('2001:db8:1:2::1', 1);
    await counter.flush();
    expect(await totals()).toEqual({ views: 101, visitors: 21 });
    server.advance(DAY);
    visit('2001:db8:1:1::1', 1000);
    await counter.stop();
    expect(await totals()).toEqual({ views: 102, visitors: 22 });
  });

  it('keeps counts while the database cannot be reached, and writes them once', async () => {
    let reachable = false;
    const db = new Proxy(server.db, {
      get(target, name) {
        if (!reachable) throw new Error('connection terminated');
        const value = Reflect.get(target, name, target);
        return typeof value === 'function' ? value.bind(target) : value;
      },
    });
    const counter = secondCounter({ db, clock: server.clock });
    counter.view('ada', viewFrom('1.1.1.1'));
    await expect(counter.flush()).rejects.toThrow('connection terminated');
    counter.view('ada', viewFrom('1.1.1.1'));
    reachable = true;
    await counter.stop();
    expect(await totals()).toMatchObject({ views: 2 });
  });

  it('writes from several processes at the same time without a deadlock or a lost count', async () => {
    await server.db
      .insertInto('handles')
      .values(Array.from({ length: 40 }, (_, at) => ({ handle: `p${at}`, account_id: ada.accountId })))
      .execute();
    const counters = Array.from({ length: 6 }, () => secondCounter(server));
    await Promise.all(
      counters.map(async (counter, process) => {
        for (let round = 0; round < 5; round++) {
          for (let at = 0; at < 40; at++) {
            const handle = `p${process % 2 ? at : 39 - at}`;
            counter.view(handle, viewFrom(`192.0.2.${process}`, { referer: `https://${round}.example/` }));
          }
          await counter.flush();
        }
        await counter.stop();
      }),
    );
    expect(await totals()).toEqual({ views: 1200, visitors: 240 });
  });

  it('drops visits beyond its limits, and logs their number', async () => {
    const lines: Record<string, unknown>[] = [];
    const counter = secondCounter(server, (fields) => lines.push(fields));
    for (let at = 0; at < 6000; at++) counter.view('ada', viewFrom(`10.0.${at >> 8}.${at & 255}`));
    await counter.stop();
    expect(lines).toEqual([{ event: 'analytics.visits_dropped', dropped: 1000 }]);
    expect(await totals()).toMatchObject({ views: 5000 });
  });
});

it('writes waiting visits when the server stops', async () => {
  const stopping = await startServer({}, {});
  await stopping.db.insertInto('handles').values({ handle: 'bye' }).execute();
  await browse(stopping, '/bye');
  await stopping.app.close();
  const { rows } = await sql`select views from page_hours`.execute(stopping.db);
  expect(rows).toEqual([{ views: 1 }]);
  await stopping.stop();
});
