import pg from 'pg';
import { expect, it, vi } from 'vitest';
import { useDatabase } from '../../../tests/support/server/test-database.ts';
import { listen } from '../../platform/db/change-notifications.ts';
import { createLog } from '../../platform/log/log.ts';
import { createDuplicateSuppression, DEDUP_CHANNEL, type SharedDuplicateSuppression } from './dedup.ts';

const log = createLog('silent', true);
const database = useDatabase();

/** Creates the duplicate suppression of one process, with its subscription to the others. */
async function openProcess(): Promise<{ dedup: SharedDuplicateSuppression; stop(): Promise<void> }> {
  const dedup = createDuplicateSuppression(database.pool, log);
  const ready = Promise.withResolvers<void>();
  const channels = { [DEDUP_CHANNEL]: (key: string) => dedup.rememberAnnounced(key) };
  const onGap = (listening: boolean) => void (listening && ready.resolve());
  const { stop } = listen({ url: database.url, pool: database.pool, channels, onGap, log });
  await ready.promise;
  return { dedup, stop };
}

it('shares a message with the other processes', async () => {
  const [one, other] = await Promise.all([openProcess(), openProcess()]);
  expect(other.dedup.isDuplicate(() => 'message')).toBe(false);
  one.dedup.remember('message');
  expect(one.dedup.isDuplicate(() => 'message')).toBe(true);
  await vi.waitFor(() => expect(other.dedup.isDuplicate(() => 'message')).toBe(true));
  expect(other.dedup.isDuplicate(() => 'another')).toBe(false);
  await Promise.all([one.stop(), other.stop()]);
});

it('remembers a message in this process only while the database is unreachable', async () => {
  const unreachable = new pg.Pool({ connectionString: 'postgres://localhost:1/none' });
  const warned = vi.fn();
  const dedup = createDuplicateSuppression(unreachable, { warn: warned });
  dedup.remember('message');
  expect(dedup.isDuplicate(() => 'message')).toBe(true);
  await vi.waitFor(() => expect(warned).toHaveBeenCalledOnce());
  await unreachable.end();
});
