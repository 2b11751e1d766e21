import { expect, it } from 'vitest';
import { type Dns, zoneLine } from './dns.ts';
import { checkService, serviceRecords } from './mail-services.ts';
import { checkReportAddresses } from './report-addresses.ts';
import { neededRecords } from './required-dns-records.ts';
import { checkSources } from './source-addresses.ts';

const SERVICES = { domain: 'example.org', hostname: 'mx.example.org', submissionPort: 587, submissionsPort: 465 };
const NAMES = { ...SERVICES, relay: undefined, sources: [], site: 'example.org', policyId: '1' };

/** Creates a DNS with these records: TXT, SRV, addresses of names, and names of addresses. */
function dnsWith(records: {
  txt?: Record<string, string>;
  srv?: { name: string; port: number }[];
  a?: Record<string, string[]>;
  ptr?: Record<string, string[]>;
}): Dns {
  const { txt = {}, srv = [], a = {}, ptr = {} } = records;
  const found = <T>(value: T | undefined) => {
    if (value === undefined) throw Object.assign(new Error('ENOTFOUND'), { code: 'ENOTFOUND' });
    return value;
  };
  const textOf = (name: string) => [[found(txt[name])]];
  return {
    resolveTxt: async (name: string) => textOf(name),
    resolveSrv: async () => srv.map((one) => ({ ...one, priority: 0, weight: 0 })),
    resolve4: async (name: string) => found(a[name]),
    resolve6: async () => found(undefined),
    reverse: async (address: string) => found(ptr[address]),
    resolve: async (name: string, type: string) =>
      type === 'TXT' ? textOf(name) : found(type === 'A' ? a[name] : undefined),
  } as unknown as Dns;
}

it('prints the SRV records of submission, and announces that no mailbox can be read', () => {
  expect(serviceRecords(SERVICES).map(zoneLine)).toEqual([
    '_submissions._tcp.example.org. IN SRV 0 1 465 mx.example.org.',
    '_submission._tcp.example.org. IN SRV 1 1 587 mx.example.org.',
    '_imaps._tcp.example.org. IN SRV 0 0 0 .',
    '_pop3s._tcp.example.org. IN SRV 0 0 0 .',
  ]);
  const off = serviceRecords({ ...SERVICES, submissionPort: 0, submissionsPort: 0 });
  expect(off.map(zoneLine)[0]).toBe('_submissions._tcp.example.org. IN SRV 0 0 0 .');
  expect(off.some(({ name }) => name.startsWith('_submission.'))).toBe(false);
});

it.each<[string, { name: string; port: number }[], string[]]>([
  ['are missing', [], ['note', 'note', 'note', 'note']],
  ['lead to the submission service', [{ name: 'MX.example.org', port: 465 }], ['ok', 'wrong', 'wrong', 'wrong']],
  ['lead to another host', [{ name: 'mail.example.net', port: 465 }], ['wrong', 'wrong', 'wrong', 'wrong']],
  ['deny the service', [{ name: '', port: 0 }], ['wrong', 'wrong', 'ok', 'ok']],
  [
    'lead to two hosts',
    [
      { name: 'mx.example.org', port: 465 },
      { name: 'b.example.org', port: 465 },
    ],
    ['wrong', 'wrong', 'wrong', 'wrong'],
  ],
])('checks SRV records that %s', async (_name, srv, kinds) => {
  const findings = await Promise.all(serviceRecords(SERVICES).map((record) => checkService(dnsWith({ srv }), record)));
  expect(findings.map(({ kind }) => kind)).toEqual(kinds);
});

it('prints our report addresses in the DMARC and TLS-RPT records', () => {
  const values = neededRecords(NAMES, []).map(({ value }) => value);
  expect(values).toContain('v=DMARC1; p=quarantine; rua=mailto:dmarc-reports@example.org');
  expect(values).toContain('v=TLSRPTv1; rua=mailto:tls-reports@example.org');
});

it('reports where DMARC and TLS reports go', async () => {
  const check = (dmarc: string, tls: string, more: Record<string, string> = {}) =>
    checkReportAddresses(
      dnsWith({ txt: { '_dmarc.example.org': dmarc, '_smtp._tls.example.org': tls, ...more } }),
      'example.org',
    );
  const ours = await check(
    'v=DMARC1; p=none; rua=mailto:Dmarc-Reports@example.org!10m',
    'v=TLSRPTv1;rua=https://r.example/,mailto:tls-reports@example.org',
  );
  expect(ours.map(({ kind }) => kind)).toEqual(['ok', 'ok']);
  const others = [
    'v=DMARC1; p=none; rua=mailto:me@example.net, mailto:me@mail.example.org',
    'v=TLSRPTv1; rua=',
  ] as const;
  expect(await check(...others)).toMatchObject([
    { kind: 'note', what: expect.stringContaining('me@example.net, me@mail.example.org') },
    { kind: 'note', what: expect.stringContaining('TLS reports go to nowhere') },
    { kind: 'note', todo: 'its DNS needs: example.org._report._dmarc.example.net. IN TXT "v=DMARC1;"' },
  ]);
  const accepted = await check(...others, { 'example.org._report._dmarc.example.net': 'v=DMARC1' });
  expect(accepted[2]).toMatchObject({ kind: 'ok', what: expect.stringContaining('example.net accepts') });
  expect(await checkReportAddresses(dnsWith({}), 'example.org')).toEqual([]);
});

it('names the source addresses in both SPF records', () => {
  const sources = ['8.8.8.8', '2001:4860::1'];
  const spf = neededRecords({ ...NAMES, sources }, []).filter(({ value }) => value.startsWith('v=spf1'));
  expect(spf.map(({ value }) => value)).toEqual([
    'v=spf1 mx ip4:8.8.8.8 ip6:2001:4860::1 -all',
    'v=spf1 a ip4:8.8.8.8 ip6:2001:4860::1 -all',
  ]);
});

it('checks that SPF covers the source addresses and that their names resolve back to them', async () => {
  const check = (covered: string, dns: Parameters<typeof dnsWith>[0], addresses = ['8.8.8.8']) => {
    const txt = { 'example.org': `v=spf1 ${covered} -all`, 'mx.example.org': 'v=spf1 ip4:8.8.8.0/24 -all' };
    return checkSources(dnsWith({ txt, ...dns }), { domain: 'example.org', hostname: 'mx.example.org', addresses });
  };
  const named = { a: { 'out.example.org': ['8.8.8.8'] }, ptr: { '8.8.8.8': ['out.example.org'] } };
  expect((await check('ip4:8.8.8.8', named)).map(({ kind }) => kind)).toEqual(['ok', 'ok', 'ok']);
  expect(await check('ip4:9.9.9.9', { ...named, a: {} })).toMatchObject([
    { kind: 'wrong', what: expect.stringContaining('SPF of example.org'), todo: 'add ip4:8.8.8.8 to its SPF record' },
    { kind: 'ok' },
    { kind: 'wrong', what: expect.stringContaining('no name that leads back') },
  ]);
  expect(await check('mx', {}, ['10.0.0.5'])).toMatchObject([{ kind: 'note' }]);
});
