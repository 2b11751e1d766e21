import { afterEach, beforeEach, expect, it } from 'vitest';
import { type FakeDns, startDns } from '../../fakes/dns.ts';
import { areOnLoopback, type DnssecLookupOptions, dnssecLookup } from './dnssec-lookup.ts';

let dns: FakeDns;
beforeEach(async () => {
  dns = await startDns();
});
afterEach(() => dns.close());

const lookup = (options: Partial<DnssecLookupOptions> = {}) =>
  dnssecLookup({ servers: [dns.server], timeout: 60_000, tries: 1, ...options });

it('returns records of every type with the AD bit', async () => {
  dns.names['a.test'] = {
    A: ['192.0.2.1', '192.0.2.2'],
    AAAA: ['2001:db8::1'],
    MX: [{ exchange: 'mx.a.test', priority: 5 }],
    TXT: ['x'.repeat(300)],
    secure: true,
  };
  dns.names['_25._tcp.a.test'] = { TLSA: [{ usage: 3, selector: 1, match: 1, data: 'ab'.repeat(32) }] };
  expect(await lookup().find('A.test', 'A')).toEqual({ records: ['192.0.2.1', '192.0.2.2'], secure: true });
  expect(await lookup().find('a.test', 'AAAA')).toEqual({ records: ['2001:db8::1'], secure: true });
  expect((await lookup().find('a.test', 'MX')).records).toEqual([{ exchange: 'mx.a.test', priority: 5 }]);
  expect((await lookup().find('a.test', 'TXT')).records.map((parts) => parts.join(''))).toEqual(['x'.repeat(300)]);
  expect(await lookup().find('_25._tcp.a.test', 'TLSA')).toEqual({
    records: [{ usage: 3, selector: 1, matchingType: 1, data: 'ab'.repeat(32) }],
    secure: false,
  });
  expect((await lookup().find('a.test', 'TLSA')).records).toEqual([]);
});

it('retries over TCP after a truncated response', async () => {
  const A = Array.from({ length: 200 }, (_, at) => `192.0.2.${at}`);
  dns.names['huge.test'] = { A };
  expect((await lookup().find('huge.test', 'A')).records).toEqual(A);
  expect(dns.queries).toEqual(['A huge.test', 'A huge.test tcp']);
});

it('follows aliases and rejects alias loops', async () => {
  dns.names['alias.test'] = { CNAME: 'true.test' };
  dns.names['true.test'] = { A: ['192.0.2.1'] };
  dns.names['one.test'] = { CNAME: 'two.test' };
  dns.names['two.test'] = { CNAME: 'one.test' };
  expect((await lookup().find('alias.test', 'A')).records).toEqual(['192.0.2.1']);
  await expect(lookup().find('one.test', 'A')).rejects.toMatchObject({ code: 'EBADRESP' });
});

it.each([
  ['SERVFAIL', 'ESERVFAIL'],
  ['REFUSED', 'EREFUSED'],
  ['lame', 'ESERVFAIL'],
  ['garbage', 'ETIMEOUT'],
  ['stray', 'ETIMEOUT'],
  ['silence', 'ETIMEOUT'],
] as const)(
  'queries the next server if one replies with %s, and rejects with %s if there is no next server',
  async (answer, code) => {
    const other = await startDns({ 'a.test': { A: ['192.0.2.1'] } });
    dns.names['a.test'] = answer;
    const timeout = 50;
    await expect(lookup(code === 'ETIMEOUT' ? { timeout } : {}).find('a.test', 'A')).rejects.toMatchObject({ code });
    // On a busy machine the next server may also be late, so it gets further tries.
    const both = lookup({ servers: [dns.server, other.server], timeout, tries: 200 });
    expect((await both.find('a.test', 'A')).records).toEqual(['192.0.2.1']);
    await other.close();
  },
);

it('rejects with ENOTFOUND if the name does not exist', async () => {
  const other = await startDns({ 'a.test': { A: ['192.0.2.1'] } });
  const both = lookup({ servers: [dns.server, other.server] });
  await expect(both.find('a.test', 'A')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await other.close();
});

it.each([
  [['127.0.0.1'], true],
  [['127.0.0.53', '[::1]:5353'], true],
  [['::1'], true],
  [['127.0.0.1', '192.0.2.53'], false],
  [['192.0.2.53'], false],
  [[], false],
])('recognizes whether %j are on loopback: %s', (servers, expected) => {
  expect(areOnLoopback(servers)).toBe(expected);
});
