import { beforeEach, describe, expect, it } from 'vitest';
import { createNotifiedCache, type NotifiedCache } from './notified-cache.ts';

describe('a cache that is notified of changes', () => {
  let reads: string[];
  let cache: NotifiedCache<string>;
  beforeEach(() => {
    reads = [];
    cache = createNotifiedCache(async (name) => {
      reads.push(name);
      return name;
    }, 2);
    cache.clear(true);
  });
  const get = async (...names: string[]) => {
    reads.length = 0;
    for (const name of names) await cache.get(name);
    return reads;
  };

  it('reads a value once, and again after a change', async () => {
    expect(await get('ann', 'ann', 'bob')).toEqual(['ann', 'bob']);
    cache.drop('ann');
    expect(await get('ann', 'bob', 'ann')).toEqual(['ann']);
  });

  it('caches nothing while it is not subscribed to changes, and drops its values', async () => {
    await get('ann');
    cache.clear(false);
    expect(await get('ann', 'ann')).toEqual(['ann', 'ann']);
    cache.clear(true);
    expect(await get('ann', 'ann')).toEqual(['ann']);
  });

  it('evicts the least recently used value', async () => {
    await get('ann', 'bob', 'ann', 'eve');
    expect(await get('ann', 'eve', 'bob')).toEqual(['bob']);
  });

  it.each(['drop', 'clear'] as const)('does not cache a value that was read before a change: %s', async (change) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const values = [promise, Promise.resolve('new')];
    const slow = createNotifiedCache(() => values.shift() ?? Promise.reject(new Error('read once too often')), 2);
    slow.clear(true);
    const first = slow.get('ann');
    if (change === 'drop') slow.drop('ann');
    else slow.clear(true);
    resolve('old');
    expect(await first).toBe('old');
    expect([await slow.get('ann'), await slow.get('ann')]).toEqual(['new', 'new']);
  });
});
