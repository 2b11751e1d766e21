import { afterEach, expect, it } from 'vitest';
import { MINUTE } from '../../contract/time.ts';
import { PgProxy } from '../faults/proxies/pg-proxy.ts';
import { type PageResponse, startPageServer } from '../support/server/page-server.ts';
import { startPooler } from '../support/server/pooler.ts';
import { createTestDatabase } from '../support/server/test-database.ts';

const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (let step = undo.pop(); step; step = undo.pop()) await step();
});

/** Starts the role `http` on a new database. `lead` sets the database address. */
async function startPages(lead: (url: string) => Promise<{ url: string; directUrl?: string }>) {
  const database = await createTestDatabase();
  undo.push(database.drop);
  return startPageServer({ database: database.url, ...(await lead(database.url)) }, undo);
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
  const status = await pages.fetchPage('/status');
  expect([status.status, status.body]).toEqual([503, expect.stringContaining('The database cannot be reached')]);
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

it('keeps missing pages in memory, and shows a page in all processes once its handle is claimed', async () => {
  const database = await createTestDatabase();
  undo.push(database.drop);
  const processes: Awaited<ReturnType<typeof startPageServer>>[] = [];
  for (let count = 0; count < 2; count += 1) processes.push(await startPageServer({ database: database.url }, undo));
  const [first] = processes;
  if (!first) throw new Error('no process');
  const statuses = (path: string) =>
    Promise.all(processes.map(async ({ fetchPage }) => (await fetchPage(path)).status));
  // Until notifications arrive, every request reads the page.
  await expect
    .poll(async () => {
      const name = `unseen-${Math.random().toString(36).slice(2)}`;
      await statuses(`/${name}`);
      await first.claim(name, { notified: false });
      return statuses(`/${name}`);
    })
    .toEqual([404, 404]);
  expect(await statuses('/claimed-elsewhere')).toEqual([404, 404]);
  await first.claim('claimed-elsewhere');
  await expect.poll(() => statuses('/claimed-elsewhere')).toEqual([200, 200]);
});
