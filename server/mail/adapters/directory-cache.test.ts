import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Resolution } from '../../../mail/host/directory.ts';
import { useDatabase } from '../../../tests/support/server/test-database.ts';
import { listen } from '../../platform/db/change-notifications.ts';
import { createLog } from '../../platform/log/log.ts';
import { createDirectory } from './directory.ts';
import { type CachedDirectory, createDirectoryCache } from './directory-cache.ts';

const to = (destination: string): Resolution => ({ kind: 'forward', destination, key: 'alice' });
const unknownName: Resolution = { kind: 'refuse', code: 550, enhanced: '5.1.1', text: 'No such address here' };

/** Creates a directory whose lookups finish when the test lets them. */
function controlledDirectory() {
  const lookups: { name: string; finish(resolution: Resolution): void }[] = [];
  const resolve = (name: string) =>
    new Promise<Resolution>((done) => lookups.push({ name, finish: (resolution) => done(resolution) }));
  return { lookups, resolve };
}

describe('the directory cache', () => {
  let lookups: string[];
  let cache: CachedDirectory;
  beforeEach(() => {
    lookups = [];
    const directory = {
      async resolve(name: string) {
        lookups.push(name);
        if (name === 'deferred') return { ...unknownName, code: 450 } as Resolution;
        return name.startsWith('unknown') ? unknownName : to(`${name}@inbox.test`);
      },
    };
    cache = createDirectoryCache(directory, 10);
    cache.clear(true);
  });
  const lookUp = async (...names: string[]) => {
    lookups.length = 0;
    for (const name of names) await cache.resolve(name);
    return lookups;
  };

  it('looks up a name once for all tags, and again after a change', async () => {
    expect(await lookUp('alice', 'alice', 'alice+shop', 'unknown', 'unknown')).toEqual(['alice', 'unknown']);
    cache.drop('alice');
    expect(await lookUp('alice', 'unknown', 'alice')).toEqual(['alice']);
    cache.drop('unknown');
    expect(await lookUp('unknown')).toEqual(['unknown']);
  });

  it('caches nothing while it is not subscribed to changes', async () => {
    cache.clear(false);
    expect(await lookUp('alice', 'alice')).toEqual(['alice', 'alice']);
    cache.clear(true);
    expect(await lookUp('alice', 'alice')).toEqual(['alice']);
  });

  it('does not cache a name whose mail is deferred, because the deferral ends without a change', async () => {
    expect(await lookUp('deferred', 'deferred')).toEqual(['deferred', 'deferred']);
  });

  it('evicts the least recently used name, but never an existing name in favour of unknown ones', async () => {
    await lookUp('alice');
    await lookUp(...Array.from({ length: 50 }, (_, at) => `unknown${at}`));
    expect(await lookUp('alice')).toEqual([]);
    for (let at = 0; at < 9; at++) await cache.resolve(`other${at}`);
    await cache.resolve('alice');
    await cache.resolve('one-more');
    expect(await lookUp('alice', 'other1', 'other0')).toEqual(['other0']);
  });
});

it('does not cache a resolution that was read while its name changed, even with several readers', async () => {
  const { lookups, resolve } = controlledDirectory();
  const cache = createDirectoryCache({ resolve });
  cache.clear(true);
  const [first, second] = [cache.resolve('alice'), cache.resolve('alice')];
  lookups[0]?.finish(to('old@inbox.test'));
  await first;
  // The first resolution was read before the change and may be cached; the second must not restore it.
  cache.drop('alice');
  lookups[1]?.finish(to('old@inbox.test'));
  await second;
  const third = cache.resolve('alice');
  lookups[2]?.finish(to('new@inbox.test'));
  expect(await third).toEqual(to('new@inbox.test'));
});

describe('invalidation by the database', () => {
  const database = useDatabase();
  let cache: CachedDirectory;
  let listening: { stop(): Promise<void> };
  beforeAll(async () => {
    cache = createDirectoryCache(createDirectory(database.db, ['postmaster@admins.test']));
    const ready = Promise.withResolvers<void>();
    const onGap = (isListening: boolean) => {
      cache.clear(isListening);
      if (isListening) ready.resolve();
    };
    const channels = { mail_target_changed: (name: string) => cache.drop(name) };
    listening = listen({ url: database.url, pool: database.pool, channels, onGap, log: createLog('silent', true) });
    await ready.promise;
  });
  afterAll(async () => {
    await listening?.stop();
  });

  it.each<[string, object]>([
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
      { kind: 'refuse', enhanced: '5.1.1', text: 'This address does not accept mail' },
    ],
    ['update forwardings set paused_at = null, pause_reason = null', { kind: 'forward' }],
    ['update forwardings set is_active = false', { kind: 'refuse', enhanced: '5.2.1', key: 'alice' }],
    [`update forwardings set when_off = 'drop'`, { kind: 'drop', key: 'alice' }],
    [`update handles set state = 'suspended'`, unknownName],
    [`update handles set state = 'active'`, { kind: 'drop' }],
    ['delete from handles', unknownName],
    [`insert into handles (handle) values ('alice')`, { kind: 'refuse', key: 'alice' }],
    [`update handles set mail_deferred_until = now() + interval '1 day'`, { code: 450, enhanced: '4.2.1' }],
  ])('resolves the name again after: %s', async (statement, expected) => {
    // The name is cached from here on, so only a notification can change it.
    const before = await cache.resolve('alice');
    expect(await cache.resolve('alice')).toBe(before);
    await database.pool.query(statement);
    await expect.poll(() => cache.resolve('alice'), { timeout: 10_000 }).toMatchObject(expected);
  });

  it('resolves role mailboxes to the administrators', async () => {
    expect(await cache.resolve('postmaster')).toEqual({
      kind: 'fanout',
      destinations: ['postmaster@admins.test'],
      key: 'postmaster',
    });
  });
});
