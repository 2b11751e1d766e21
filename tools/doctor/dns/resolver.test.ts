import { expect, it } from 'vitest';
import { checkDns } from './check-dns-records.ts';
import type { Dns } from './dns.ts';
import { neededRecords } from './required-dns-records.ts';

const HOST = 'mx.example.org';
const services = { submissionPort: 587, submissionsPort: 465, site: 'example.org', policyId: '1' };
const records = neededRecords(
  { domain: 'example.org', hostname: HOST, relay: undefined, sources: [], ...services },
  [],
);

it.each(['ESERVFAIL', 'ETIMEOUT', 'EREFUSED'])(
  'reports on %s that DNS gave no answer, not that a record is missing',
  async (code) => {
    const fail = () =>
      Promise.reject(Object.assign(new Error(code), { code, syscall: 'queryTxt', hostname: 'a.example' }));
    const dns = { resolve4: fail, resolve6: fail, resolveMx: fail, resolveTxt: fail, resolveSrv: fail, reverse: fail };
    const findings = await checkDns(dns as unknown as Dns, HOST, records);
    expect(findings).toHaveLength(1 + records.length);
    for (const { kind, what, todo } of findings) {
      expect([kind, what]).toEqual([
        'wrong',
        `DNS gives no answer about TXT of a.example (${code}): it is not known what is published there`,
      ]);
      expect(todo).not.toMatch(/below|add /);
    }
  },
);

it('accepts the addresses of one family if the lookup of the other gets no answer', async () => {
  const dns = {
    resolve4: async () => ['192.0.2.1'],
    resolve6: () => Promise.reject(Object.assign(new Error(), { code: 'ESERVFAIL' })),
    reverse: async () => [HOST],
  };
  const findings = await checkDns(dns as unknown as Dns, HOST, []);
  expect(findings.filter(({ kind }) => kind === 'wrong')).toEqual([]);
});
