import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Resolution } from '../../../mail/host.ts';
import { createTestDatabase } from '../../../tests/support/server/test-database.ts';
import { openDatabase } from '../../platform/db/database.ts';
import { listen } from '../../platform/db/notify.ts';
import { createLog } from '../../platform/log/log.ts';
import { createDirectory } from './directory.ts';
import { type CachedDirectory, createDirectoryCache } from './directory-cache.ts';

const to = (destination: string): Resolution => ({ kind: 'forward', destination, key: 'alice' });
const nobody: Resolution = { kind: 'refuse', code: 550, enhanced: '5.1.1', text: 'No such address here' };

/** A directory whose answers wait to be let go. */
function slow() {
  const asked: { name: string; answer(resolution: Resolution): void }[] = [];
  const resolve = (name: string) =>
    new Promise<Resolution>((done) => asked.push({ name, answer: (resolution) => done(resolution) }));
  return { asked, resolve };
}

describe('what is remembered', () => {
  let asked: string[];
  let cache: CachedDirectory;
  beforeEach(() => {
    asked = [];
    const directory = {
      async resolve(name: string) {
        asked.push(name);
        return name.startsWith('nobody') ? nobody : to(`${name}@inbox.test`);
      },
    };
    cache = createDirectoryCache(directory, 10);
    cache.clear(true);
  });
  const ask = async (...names: string[]) => {
    asked.length = 0;
    for (const name of names) await cache.resolve(name);
    return asked;
  };

  test('is asked for once, whatever the tag, and again when it changed', async () => {
    expect(await ask('alice', 'alice', 'alice+shop', 'nobody', 'nobody')).toEqual(['alice', 'nobody']);
    cache.drop('alice');
    expect(await ask('alice', 'nobody', 'alice')).toEqual(['alice']);
    cache.drop('nobody');
    expect(await ask('nobody')).toEqual(['nobody']);
  });

  test('is nothing while no change would be heard of', async () => {
    cache.clear(false);
    expect(await ask('alice', 'alice')).toEqual(['alice', 'alice']);
    cache.clear(true);
    expect(await ask('alice', 'alice')).toEqual(['alice']);
  });

  test('is not driven out by names that nobody has, and the least used goes first', async () => {
    await ask('alice');
    await ask(...Array.from({ length: 50 }, (_, at) => `nobody${at}`));
    expect(await ask('alice')).toEqual([]);
    for (let at = 0; at < 9; at++) await cache.resolve(`other${at}`);
    await cache.resolve('alice');
    await cache.resolve('one-more');
    expect(await ask('alice', 'other1', 'other0')).toEqual(['other0']);
  });
});

test('an answer that was read while its name changed is not kept, whoever else reads it', async () => {
  const { asked, resolve } = slow();
  const cache = createDirectoryCache({ resolve });
  cache.clear(true);
  const [first, second] = [cache.resolve('alice'), cache.resolve('alice')];
  asked[0]?.answer(to('old@inbox.test'));
  await first;
  // The first answer, which nothing had changed yet, may be kept; the second must not bring it back.
  cache.drop('alice');
  asked[1]?.answer(to('old@inbox.test'));
  await second;
  const third = cache.resolve('alice');
  asked[2]?.answer(to('new@inbox.test'));
  expect(await third).toEqual(to('new@inbox.test'));
});

describe('every write that changes where mail goes', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let pool: pg.Pool;
  let cache: CachedDirectory;
  let listening: { stop(): Promise<void> };
  beforeAll(async () => {
    database = await createTestDatabase();
    pool = new pg.Pool({ connectionString: database.url });
    cache = createDirectoryCache(createDirectory(openDatabase(pool), ['postmaster@admins.test']));
    const ready = Promise.withResolvers<void>();
    const onGap = (hears: boolean) => {
      cache.clear(hears);
      if (hears) ready.resolve();
    };
    const channels = { mail_target_changed: (name: string) => cache.drop(name) };
    listening = listen({ url: database.url, pool, channels, onGap, log: createLog('silent', true) });
    await ready.promise;
  });
  afterAll(async () => {
    await listening?.stop();
    await pool.end();
    await database.drop();
  });

  test.each<[string, object]>([
    [`insert into handles (handle) values ('alice')`, { kind: 'refuse', key: 'alice' }],
    [
      `insert into forwardings (handle_id, address, address_key) select id, 'a@inbox.test', 'a@inbox.test' from handles`,
      { kind: 'forward', destination: 'a@inbox.test' },
    ],
    [`update forwardings set address = 'b@inbox.test'`, { destination: 'b@inbox.test' }],
    [`update forwardings set backup_address = 'c@inbox.test'`, { policy: { backup: 'c@inbox.test' } }],
    [
      `insert into forwarding_blocks (handle_id, pattern) select id, '@pests.test' from handles`,
      { policy: { blocked: new Set(['@pests.test']) } },
    ],
    ['delete from forwarding_blocks', { policy: { backup: 'c@inbox.test' } }],
    [
      `insert into forwarding_lists (handle_id, list_id) select id, 'dev.lists.test' from handles`,
      { policy: { lists: new Set(['dev.lists.test']) } },
    ],
    ['delete from forwarding_lists', { policy: { backup: 'c@inbox.test' } }],
    [
      `update forwardings set paused_at = now(), pause_reason = 'inbox-gone'`,
      { kind: 'refuse', enhanced: '5.1.1', text: 'This address takes no mail' },
    ],
    ['update forwardings set paused_at = null, pause_reason = null', { kind: 'forward' }],
    ['update forwardings set is_active = false', { kind: 'refuse', enhanced: '5.2.1', key: 'alice' }],
    [`update forwardings set when_off = 'drop'`, { kind: 'drop', key: 'alice' }],
    [`update handles set state = 'suspended'`, nobody],
    [`update handles set state = 'active'`, { kind: 'drop' }],
    ['delete from handles', nobody],
  ])('is heard of: %s', async (statement, expected) => {
    // Remembered from here on, so that only news can change it.
    const before = await cache.resolve('alice');
    expect(await cache.resolve('alice')).toBe(before);
    await pool.query(statement);
    await expect.poll(() => cache.resolve('alice'), { timeout: 10_000 }).toMatchObject(expected);
  });

  test('the role mailboxes reach the administrators', async () => {
    expect(await cache.resolve('postmaster')).toEqual({
      ...{ kind: 'fanout', destinations: ['postmaster@admins.test'], key: 'postmaster' },
    });
  });
});
