import pino from 'pino';
import { expect, it } from 'vitest';
import { listen } from '../../server/platform/db/change-notifications.ts';
import { openPool } from '../../server/platform/db/database.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { PgProxy } from '../faults/proxies/pg-proxy.ts';
import { startPooler } from '../support/server/pooler.ts';
import { useDatabase } from '../support/server/test-database.ts';

const database = useDatabase(2);

it('receives a notification that another connection sent', async () => {
  const arrived: string[] = [];
  const ready = Promise.withResolvers<void>();
  const listening = listen({
    url: database.url,
    pool: database.pool,
    channels: { news: (text) => arrived.push(text) },
    onGap: (begins) => void (begins && ready.resolve()),
    log: createLog('silent', true),
  });
  await ready.promise;
  await database.pool.query(`notify news, 'hello'`);
  await expect.poll(() => arrived).toEqual(['hello']);
  await listening.stop();
});

it("logs an error behind a pooler that delivers only a connection's own notifications", async () => {
  const pooler = await startPooler(database.url);
  const behind = openPool(pooler.url, 2);
  const lines: { event?: string; level: number; msg: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const gaps: boolean[] = [];
  const onGap = (begins: boolean) => void gaps.push(begins);
  const listening = listen({
    url: pooler.url,
    pool: behind,
    channels: { news: () => {} },
    onGap,
    log,
    timeoutMs: 300,
  });
  await expect.poll(() => gaps.length, { timeout: 60_000 }).toBeGreaterThan(0);
  await listening.stop();
  await behind.end();
  await pooler.close();
  expect(gaps).not.toContain(true);
  expect(lines.filter(({ event }) => event === 'database.notifications_undelivered')).toMatchObject([
    { level: 50, msg: expect.stringContaining('DATABASE_DIRECT_URL') },
  ]);
});

it('connects again if the listening connection dies without an error, and reports the loss', async () => {
  const { hostname, port } = new URL(database.url);
  const proxy = new PgProxy({ host: hostname, port: Number(port) });
  const through = new URL(database.url);
  through.host = `127.0.0.1:${await proxy.listen()}`;
  const lines: { event?: string }[] = [];
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const gaps: boolean[] = [];
  const onGap = (begins: boolean) => void gaps.push(begins);
  const listening = listen({
    url: through.href,
    pool: database.pool,
    channels: { news: () => {} },
    onGap,
    log,
    timeoutMs: 2000,
    testEveryMs: 3000,
  });
  await expect.poll(() => gaps, { timeout: 60_000 }).toEqual([true]);
  proxy.freezeConnections();
  await expect.poll(() => gaps, { timeout: 60_000 }).toEqual([true, false]);
  await expect.poll(() => gaps, { timeout: 60_000 }).toEqual([true, false, true]);
  expect(lines.map(({ event }) => event)).toEqual(['database.notifications_lost', 'database.notifications_back']);
  await listening.stop();
  await proxy.close();
});
