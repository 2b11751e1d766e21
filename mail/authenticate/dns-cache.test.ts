import { expect, it } from 'vitest';
import type { Resolver } from '../host/resolver.ts';
import { cachedResolver } from './dns-cache.ts';
import { withDnsDeadline } from './dns-deadline.ts';

function counted(answer: (name: string) => unknown) {
  const asked: string[] = [];
  const resolver: Resolver = {
    async resolve(name, type) {
      asked.push(`${type} ${name}`);
      return answer(name);
    },
  };
  let now = 0;
  return {
    asked,
    resolver,
    cached: cachedResolver(resolver, () => now),
    pass: (seconds: number) => (now += seconds * 1000),
  };
}

const failing = (code: string) => () => {
  throw Object.assign(new Error(code), { code });
};

it('sends one query for a cached record, also for concurrent callers', async () => {
  const { asked, cached, pass } = counted(() => [['v=spf1 -all']]);
  const answers = await Promise.all([1, 2, 3].map(() => cached.resolve('A.test', 'TXT')));
  expect(await cached.resolve('a.TEST', 'TXT')).toBe(answers[0]);
  pass(299);
  await cached.resolve('a.test', 'TXT');
  expect(asked).toEqual(['TXT A.test']);
  pass(2);
  await cached.resolve('a.test', 'TXT');
  await cached.resolve('a.test', 'MX');
  expect(asked).toEqual(['TXT A.test', 'TXT a.test', 'MX a.test']);
});

it('caches a negative response for a minute and a failure not at all', async () => {
  const none = counted(failing('ENOTFOUND'));
  await expect(none.cached.resolve('a.test', 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(none.cached.resolve('a.test', 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(none.asked).toHaveLength(1);
  none.pass(61);
  await expect(none.cached.resolve('a.test', 'TXT')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  expect(none.asked).toHaveLength(2);
  const failed = counted(failing('ESERVFAIL'));
  for (let i = 0; i < 3; i++) await expect(failed.cached.resolve('a.test', 'TXT')).rejects.toThrow();
  expect(failed.asked).toHaveLength(3);
});

it('caches addresses for their TTL', async () => {
  const { resolver } = counted(() => []);
  let asked = 0;
  resolver.resolve4 = async () => {
    asked++;
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
  expect(asked).toBe(1);
  now = 11_000;
  await cached.resolve('a.test', 'A');
  expect(asked).toBe(2);
});

it('rejects pending and later queries after the deadline and lists their names', async () => {
  const silent: Resolver = { resolve: () => new Promise(() => {}) };
  const questions = withDnsDeadline(silent, 20);
  await expect(questions.resolve('Slow.test', 'TXT')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  await expect(questions.resolve('late.test', 'TXT')).rejects.toMatchObject({ code: 'ETIMEOUT' });
  expect([...questions.failedNames]).toEqual(['slow.test', 'late.test']);
  questions.end();
});
