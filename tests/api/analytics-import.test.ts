import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { openCountries } from '../../server/analytics/counting/countries.ts';
import { importViews } from '../../server/analytics/import/import-rules.ts';
import { maintainAnalytics } from '../../server/analytics/maintenance/roll-up-rules.ts';
import { clearAnalytics, createAnalyticsOwner } from '../support/analytics/analytics-owner.ts';
import { CHROME } from '../support/analytics/browse.ts';
import { createSendingPerson } from '../support/api/sending-person.ts';
import { startServer, useServer } from '../support/server/test-server.ts';

type Owner = Awaited<ReturnType<typeof createAnalyticsOwner>>;
const server = useServer();
let ada: Owner;
beforeAll(async () => {
  ada = await createAnalyticsOwner(server);
});
beforeEach(() => clearAnalytics(server));

const get: Owner['analytics'] = (...query) => ada.analytics(...query);
const maintain = () => maintainAnalytics(server.db, server.clock());
const date: Owner['date'] = (daysAgo) => ada.date(daysAgo);

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
      ClientIP: '8.8.8.8',
      ClientRequestHost: 'localhost:3000',
      ClientRequestMethod: 'GET',
      ClientRequestURI: '/ada',
      EdgeResponseStatus: 200,
      CacheCacheStatus: 'hit',
      ClientRequestUserAgent: CHROME,
      ClientRequestReferer: '',
      EdgeStartTimestamp: at.toISOString(),
      ...changes,
    });

  it('counts the views that the CDN served on their days', async () => {
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
      isKnown: false,
      lines: 14,
      views: 3,
      unreadable: 3,
      others: 4,
      notAnswered: 2,
      outOfRange: 2,
    });
    const found = await get(7);
    expect(found).toMatchObject({ views: 3, visitors: 2, campaigns: [{ name: 'cdn', count: 1 }] });
    expect(found.days.find((day) => day.date === date(3))?.views).toBe(3);
  });

  it('counts a file once, even under another name, and changes days that were rolled up', async () => {
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

  it('continues an interrupted import after the lines that were written', async () => {
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
