import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../../../tests/support/server/test-database.ts';
import { listen } from '../../platform/db/notify.ts';
import { createLog } from '../../platform/log/log.ts';
import { createDuplicateSuppression, DEDUP_CHANNEL, type SharedDuplicateSuppression } from './dedup.ts';

const log = createLog('silent', true);
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

/** What one process remembers, and how it hears of the others. */
async function openProcess(): Promise<{ unheard: SharedDuplicateSuppression; stop(): Promise<void> }> {
  const unheard = createDuplicateSuppression(pool, log);
  const ready = Promise.withResolvers<void>();
  const channels = { [DEDUP_CHANNEL]: (key: string) => unheard.heardElsewhere(key) };
  const onGap = (listening: boolean) => void (listening && ready.resolve());
  const { stop } = listen({ url: database.url, pool, channels, onGap, log });
  await ready.promise;
  return { unheard, stop };
}

test('what one process remembers the others know', async () => {
  const [one, other] = await Promise.all([openProcess(), openProcess()]);
  expect(other.unheard.knows(() => 'message')).toBe(false);
  one.unheard.remember('message');
  expect(one.unheard.knows(() => 'message')).toBe(true);
  await vi.waitFor(() => expect(other.unheard.knows(() => 'message')).toBe(true));
  expect(other.unheard.knows(() => 'another')).toBe(false);
  await Promise.all([one.stop(), other.stop()]);
});

test('without the database a process remembers alone', async () => {
  const away = new pg.Pool({ connectionString: 'postgres://localhost:1/none' });
  const warned = vi.fn();
  const unheard = createDuplicateSuppression(away, { warn: warned });
  unheard.remember('message');
  expect(unheard.knows(() => 'message')).toBe(true);
  await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce());
  await away.end();
});
