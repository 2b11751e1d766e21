import { expect, test } from 'vitest';
import type { Log } from '../host/log.ts';
import type { Resolver } from '../host/resolver.ts';
import { createDnsblLookup } from './dnsbl.ts';

function listsOf(records: Record<string, string[] | 'fails' | 'hangs'>, zones = ['one.test', 'two.test']) {
  const warnings: string[] = [];
  const quiet = () => {};
  const log: Log = { debug: quiet, info: quiet, error: quiet, warn: (_details, text) => void warnings.push(text) };
  const resolver: Resolver = {
    async resolve(name) {
      const answer = records[name];
      if (answer === 'hangs') return new Promise(() => {});
      if (answer === 'fails') throw Object.assign(new Error('no answer'), { code: 'ESERVFAIL' });
      if (!answer) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
      return answer;
    },
  };
  return { listedIn: createDnsblLookup(zones, resolver, log), warnings };
}

test('an address is listed where a zone answers with 127/8', async () => {
  const { listedIn } = listsOf({ '9.2.0.192.two.test': ['127.0.0.4'] });
  expect(await listedIn('192.0.2.9')).toBe('two.test');
  expect(await listedIn('192.0.2.10')).toBeNull();
});

test('an IPv6 address is asked digit by digit', async () => {
  const name = '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.one.test';
  const { listedIn } = listsOf({ [name]: ['127.0.0.2'] });
  expect(await listedIn('2001:db8::1')).toBe('one.test');
});

test.each([
  ['another network: the list has died', ['192.0.2.80'], 0],
  ['an error of the list', ['127.255.255.254'], 1],
  ['a failure', 'fails' as const, 0],
])('%s lists nobody', async (_what, answer, warned) => {
  const { listedIn, warnings } = listsOf({ '9.2.0.192.one.test': answer });
  expect(await listedIn('192.0.2.9')).toBeNull();
  expect(warnings).toHaveLength(warned);
});

test('a list that hangs keeps nobody waiting, nor the answer of another', async () => {
  const { listedIn } = listsOf({
    '9.2.0.192.one.test': 'hangs',
    '8.2.0.192.one.test': 'hangs',
    '8.2.0.192.two.test': ['127.0.0.2'],
  });
  expect(await listedIn('192.0.2.8')).toBe('two.test');
  expect(await listedIn('192.0.2.9')).toBeNull();
});
