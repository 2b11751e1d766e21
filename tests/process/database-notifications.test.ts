import type pg from 'pg';
import pino from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { listen } from '../../server/platform/db/change-notifications.ts';
import { openPool } from '../../server/platform/db/database.ts';
import { createLog } from '../../server/platform/log/log.ts';
import { startPooler } from '../support/server/pooler.ts';
import { createTestDatabase } from '../support/server/test-database.ts';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, 2);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

it('receives a notification that another connection sent', async () => {
  const arrived: string[] = [];
  const ready = Promise.withResolvers<void>();
  const listening = listen({
    url: database.url,
    pool,
    channels: { news: (text) => arrived.push(text) },
    onGap: (begins) => void (begins && ready.resolve()),
    log: createLog('silent', true),
  });
  await ready.promise;
  await pool.query(`notify news, 'hello'`);
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
    ...{ url: pooler.url, pool: behind, channels: { news: () => {} } },
    ...{ onGap, log, timeoutMs: 300 },
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
