import { expect, it } from 'vitest';
import type { Log, Resolver } from '../../host/runtime.ts';
import { createDnsblLookup } from './dnsbl.ts';

function listsOf(records: Record<string, string[] | 'fails' | 'hangs'>, zones = ['one.test', 'two.test']) {
  const warnings: string[] = [];
  const quiet = () => {};
  const log: Log = { debug: quiet, info: quiet, error: quiet, warn: (_details, text) => void warnings.push(text) };
  const resolver: Resolver = {
    async resolve(name) {
      const response = records[name];
      if (response === 'hangs') return new Promise(() => {});
      if (response === 'fails') throw Object.assign(new Error('no response'), { code: 'ESERVFAIL' });
      if (!response) throw Object.assign(new Error('none'), { code: 'ENOTFOUND' });
      return response;
    },
  };
  return { listedIn: createDnsblLookup(zones, resolver, log), warnings };
}

it('returns the zone that lists an address with a record in 127/8', async () => {
  const { listedIn } = listsOf({ '9.2.0.192.two.test': ['127.0.0.4'] });
  expect(await listedIn('192.0.2.9')).toBe('two.test');
  expect(await listedIn('192.0.2.10')).toBeNull();
});

it('queries an IPv6 address as reversed hexadecimal digits', async () => {
  const name = '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.one.test';
  const { listedIn } = listsOf({ [name]: ['127.0.0.2'] });
  expect(await listedIn('2001:db8::1')).toBe('one.test');
});

it.each([
  ['an address outside 127/8, as of a discontinued list', ['192.0.2.80'], 0],
  ['an error code of the list', ['127.255.255.254'], 1],
  ['a DNS failure', 'fails' as const, 0],
])('does not treat %s as a listing', async (_what, response, warned) => {
  const { listedIn, warnings } = listsOf({ '9.2.0.192.one.test': response });
  expect(await listedIn('192.0.2.9')).toBeNull();
  expect(warnings).toHaveLength(warned);
});

it('ignores a list that does not respond in time and uses the result of another', async () => {
  const { listedIn } = listsOf({
    '9.2.0.192.one.test': 'hangs',
    '8.2.0.192.one.test': 'hangs',
    '8.2.0.192.two.test': ['127.0.0.2'],
  });
  expect(await listedIn('192.0.2.8')).toBe('two.test');
  expect(await listedIn('192.0.2.9')).toBeNull();
});
