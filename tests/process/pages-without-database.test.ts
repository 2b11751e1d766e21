import { mkdtemp, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import pino from 'pino';
import { afterEach, expect, it } from 'vitest';
import { SAMPLE_PROFILE } from '../../contract/profiles/sample-profile.ts';
import { seedSample } from '../../server/handles/rules.ts';
import { startHttp } from '../../server/http.ts';
import { parseConfig } from '../../server/platform/config/config.ts';
import { openDatabase, openPool } from '../../server/platform/db/database.ts';
import { openStorage } from '../../server/platform/storage/open-storage.ts';
import { PgProxy } from '../faults/proxies/pg-proxy.ts';
import { freePort } from '../support/server/free-port.ts';
import { startPooler } from '../support/server/pooler.ts';
import { createTestDatabase } from '../support/server/test-database.ts';

const MINUTE = 60_000;
const PAGE = `/${SAMPLE_PROFILE.handle}`;

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

interface PageResponse {
  status: number;
  /** Without the Date header. */
  headers: string[];
  body: string;
}

function fetchPage(origin: string, url: string): Promise<PageResponse> {
  return new Promise((resolve, reject) => {
    request(`${origin}${url}`, { headers: { accept: 'text/html' } }, (response) => {
      let body = '';
      response.setEncoding('utf8').on('data', (text: string) => {
        body += text;
      });
      response.on('end', () => {
        const at = response.rawHeaders.indexOf('Date');
        const headers = response.rawHeaders.toSpliced(at, 2);
        resolve({ status: response.statusCode ?? 0, headers, body });
      });
    })
      .on('error', reject)
      .end();
  });
}

/** Starts the role `http` with a clock that can be moved. `lead` sets the database address. */
async function startPages(lead: (url: string) => Promise<{ url: string; directUrl?: string }>) {
  const database = await createTestDatabase();
  undo.push(database.drop);
  const direct = new pg.Client({ connectionString: database.url });
  await direct.connect();
  undo.push(() => direct.end());
  const { url, directUrl = url } = await lead(database.url);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'nameplate-pages-'));
  undo.push(() => rm(dataDir, { recursive: true, force: true }));
  const port = await freePort();
  const config = parseConfig({ DATA_DIR: dataDir, PORT: `${port}`, RATE_LIMITS: 'off' });
  const pool = openPool(url, 5, directUrl !== url);
  undo.push(() => pool.end());
  const db = openDatabase(pool);
  await seedSample(db, SAMPLE_PROFILE);
  const events: string[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void events.push(JSON.parse(line).event) });
  let ahead = 0;
  const clock = () => new Date(Date.now() + ahead);
  const storage = await openStorage(config);
  const http = await startHttp({ config, db, pool, directUrl, clock, log, storage, secrets: ['s'.repeat(32)] });
  undo.push(http.stop);
  return {
    fetchPage: (where = PAGE) => fetchPage(`http://localhost:${port}`, where),
    /** Changes the content of the page, over a separate connection. */
    rename: (name: string) =>
      direct.query('update handles set display_name = $1 where handle = $2', [name, SAMPLE_PROFILE.handle]),
    events,
    pass(milliseconds: number) {
      ahead += milliseconds;
    },
  };
}

/** Requests the page twice, and returns the second response, which comes from the cache in front of the framework. */
async function readTwice(pages: { fetchPage(): Promise<PageResponse> }): Promise<PageResponse> {
  await pages.fetchPage();
  return pages.fetchPage();
}

it('serves cached pages for five minutes without the database, and renders them again once it is back', async () => {
  let proxy: PgProxy | undefined;
  const pages = await startPages(async (url) => {
    const { hostname, port } = new URL(url);
    const line = new PgProxy({ host: hostname, port: Number(port) });
    proxy = line;
    const through = new URL(url);
    through.host = `127.0.0.1:${await line.listen()}`;
    undo.push(() => line.close());
    return { url: through.href };
  });
  if (!proxy) throw new Error('no proxy');
  const before = await readTwice(pages);
  expect(before.status).toBe(200);

  proxy.refusing = true;
  proxy.cutAll();
  await expect.poll(() => pages.events).toContain('database.notifications_lost');
  expect((await pages.fetchPage('/readyz')).status).toBe(503);
  expect(await pages.fetchPage()).toEqual(before);
  expect((await pages.fetchPage('/nobody-read-this-before')).status).toBe(503);
  pages.pass(2 * MINUTE);
  expect(await pages.fetchPage()).toEqual(before);
  pages.pass(2.5 * MINUTE);
  expect(await pages.fetchPage()).toEqual(before);
  pages.pass(0.6 * MINUTE);
  const after = await pages.fetchPage();
  expect(after.status).toBe(503);
  expect(after.headers).toContain('retry-after');

  await pages.rename('Renamed meanwhile');
  proxy.clearFaults();
  await expect.poll(async () => (await pages.fetchPage()).body, { timeout: 60_000 }).toContain('Renamed meanwhile');
});

it('shows a change made during a database outage once the database is back, even if the cached page is recent', async () => {
  let proxy: PgProxy | undefined;
  const pages = await startPages(async (url) => {
    const { hostname, port } = new URL(url);
    const line = new PgProxy({ host: hostname, port: Number(port) });
    proxy = line;
    const through = new URL(url);
    through.host = `127.0.0.1:${await line.listen()}`;
    undo.push(() => line.close());
    return { url: through.href };
  });
  await readTwice(pages);
  if (!proxy) throw new Error('no proxy');
  proxy.refusing = true;
  proxy.cutAll();
  await pages.rename('Renamed meanwhile');
  expect((await pages.fetchPage()).body).not.toContain('Renamed meanwhile');
  proxy.clearFaults();
  await expect.poll(async () => (await pages.fetchPage()).body, { timeout: 60_000 }).toContain('Renamed meanwhile');
});

it('serves pages at most a minute old behind a pooler that delivers no notifications', async () => {
  const pages = await startPages(async (url) => {
    const pooler = await startPooler(url);
    undo.push(pooler.close);
    return { url: pooler.url };
  });
  const before = await readTwice(pages);
  await pages.rename('Renamed unseen');
  expect(await pages.fetchPage()).toEqual(before);
  pages.pass(MINUTE);
  expect((await pages.fetchPage()).body).toContain('Renamed unseen');
});

it('shows changes immediately behind a pooler if the direct database address is set', async () => {
  const pages = await startPages(async (url) => {
    const pooler = await startPooler(url);
    undo.push(pooler.close);
    return { url: pooler.url, directUrl: url };
  });
  await readTwice(pages);
  await pages.rename('Renamed and seen');
  await expect.poll(async () => (await pages.fetchPage()).body).toContain('Renamed and seen');
});
