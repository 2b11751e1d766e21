import { expect, it } from 'vitest';
import type { Resolver } from '../host/runtime.ts';
import { cachedResolver } from './dns-cache.ts';
import { withDnsDeadline } from './dns-deadline.ts';

function createCountingCache(respond: (name: string) => unknown) {
  const sent: string[] = [];
  const resolver: Resolver = {
    async resolve(name, type) {
      sent.push(`${type} ${name}`);
      return respond(name);
    },
  };
  let now = 0;
  return {
    sent,
    resolver,
    cached: cachedResolver(resolver, () => now),
    pass: (seconds: number) => (now += seconds * 1000),
  };
}

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

it('sends one query for a cached record, even when several callers ask concurrently', async () => {
  const { sent, cached, pass } = createCountingCache(() => [['v=spf1 -all']]);
  const responses = await Promise.all([1, 2, 3].map(() => cached.resolve('A.test', 'TXT')));
  expect(await cached.resolve('a.TEST', 'TXT')).toBe(responses[0]);
  pass(299);
  await cached.resolve('a.test', 'TXT');
  expect(sent).toEqual(['TXT A.test']);
  pass(2);
  await cached.resolve('a.test', 'TXT');
  await cached.resolve('a.test', 'MX');
  expect(sent).toEqual(['TXT A.test', 'TXT a.test', 'MX a.test']);
});

it('caches a negative response for a minute and does not cache a failure', async () => {
  const none = createCountingCache(failing('ENOTFOUND'));
  await expect(none.cached.resolve('a.test', 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(none.cached.resolve('a.test', 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(none.sent).toHaveLength(1);
  none.pass(61);
  await expect(none.cached.resolve('a.test', 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(none.sent).toHaveLength(2);
  const failed = createCountingCache(failing('ESERVFAIL'));
  for (let i = 0; i < 3; i++) await expect(failed.cached.resolve('a.test', 'TXT')).rejects.toThrow();
  expect(failed.sent).toHaveLength(3);
});

it('caches addresses for their TTL', async () => {
  const { resolver } = createCountingCache(() => []);
  let queryCount = 0;
  resolver.resolve4 = async () => {
    queryCount++;
    return [
      { address: '192.0.2.1', ttl: 30 },
      { address: '192.0.2.2', ttl: 10 },
    ];
  };
  let now = 0;
  const cached = cachedResolver(resolver, () => now);
  expect(await cached.resolve('a.test', 'A')).toEqual(['192.0.2.1', '192.0.2.2']);
  now = 9_000;
  await cached.resolve('a.test', 'A');
  expect(queryCount).toBe(1);
  now = 11_000;
  await cached.resolve('a.test', 'A');
  expect(queryCount).toBe(2);
});

it('rejects pending and later queries after the deadline and lists their names', async () => {
  const unresponsive: Resolver = { resolve: () => new Promise(() => {}) };
  const queries = withDnsDeadline(unresponsive, 20);
  await expect(queries.resolve('Slow.test', 'TXT')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  await expect(queries.resolve('late.test', 'TXT')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  expect([...queries.failedNames]).toEqual(['slow.test', 'late.test']);
  queries.end();
});
