import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import { generate } from 'selfsigned';
import { describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { makeCertificate } from '../../fakes/certificates.ts';
import { startDns } from '../../fakes/dns.ts';
import { asText, startPolicyHost } from '../../fakes/policy-host.ts';
import { dkimRecord, readDkimKeys } from '../../server/mail/keys/dkim-keys.ts';
import { parseConfig } from '../../server/platform/config/config.ts';
import { startS3 } from '../../tests/support/server/s3.ts';
import { checkDns } from './dns/check-dns-records.ts';
import { checkDane, checkPolicy } from './dns/dane-and-mta-sts.ts';
import { type Dns, zoneLine } from './dns/dns.ts';
import { neededRecords, reverseRecords } from './dns/required-dns-records.ts';
import { checkBucket, checkPaypal, checkPublicUrl } from './external-services.ts';
import { checkFilters, checkTls } from './relay-tls-and-spam-check.ts';
import { rotateKeys } from './rotate-dkim-key.ts';
import { checkSettingNames } from './setting-names.ts';

const names = {
  domain: 'example.org',
  hostname: 'mx.example.org',
  relay: undefined,
  sources: [],
  submissionPort: 0,
  submissionsPort: 0,
  site: 'www.example.org',
  policyId: '20261120',
};
const key = {
  selector: 'np20261120',
  privateKey: generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ type: 'pkcs8', format: 'pem' })
    .toString(),
  made: new Date(),
};
const records = neededRecords(names, [key]);

/** Creates a DNS in which every record is correct, except for `changes`. */
function fakeDns(changes: Partial<Dns> = {}): Dns {
  const texts = new Map(records.filter(({ type }) => type === 'TXT').map(({ name, value }) => [name, [[value]]]));
  const fake = {
    resolve4: async () => ['192.0.2.1'],
    resolve6: async () => [],
    resolveMx: async () => [{ exchange: 'MX.example.org', priority: 10 }],
    resolveTxt: async (name: string) => texts.get(name) ?? [],
    resolveSrv: async () => [],
    reverse: async () => ['mx.example.org.'],
    ...changes,
  };
  return fake as Dns;
}

const wrongIn = async (dns: Dns) =>
  (await checkDns(dns, names.hostname, records)).filter(({ kind }) => kind === 'wrong').map(({ what }) => what);

describe('DNS', () => {
  it('reports nothing wrong if DNS has every record', async () => {
    expect(await wrongIn(fakeDns())).toEqual([]);
  });

  it.each<[string, Partial<Dns>, string[]]>([
    [
      'no address',
      { resolve4: async () => Promise.reject(Object.assign(new Error(), { code: 'ENOTFOUND' })) },
      ['mx.example.org has no address'],
    ],
    [
      'a foreign PTR',
      { reverse: async () => ['dyn.example.com'] },
      ['192.0.2.1 is called dyn.example.com (PTR), not mx.example.org'],
    ],
    ['no MX', { resolveMx: async () => [] }, ['MX of example.org leads to nowhere']],
  ])('reports %s', async (_, changes, faults) => {
    expect(await wrongIn(fakeDns(changes))).toEqual(faults);
  });

  it('shows how to write the address record of the mail host', async () => {
    const findings = await checkDns(fakeDns({ resolve4: async () => [] }), 'mx.example.org', records);
    expect(findings[0]?.todo).toMatch(/: mx\.example\.org\. IN A 192\.0\.2\.1$/);
  });

  it('reports missing and duplicate records, and a DKIM record with another key', async () => {
    const resolveTxt: Dns['resolveTxt'] = async (name) => {
      if (name.startsWith('_dmarc')) return [];
      if (name.includes('_domainkey')) return [['v=DKIM1; k=rsa; p=abc']];
      return [['v=spf1 mx -all'], ['v=spf1 a -all'], ['something else']];
    };
    expect(await wrongIn(fakeDns({ resolveTxt }))).toEqual([
      'example.org has 2 SPF records',
      'mx.example.org has 2 SPF records',
      '_dmarc.example.org has no DMARC record',
      'the DKIM record at np20261120._domainkey.example.org carries another key',
    ]);
  });

  it('reports an MTA-STS record with the id of another policy, and only notes a missing TLS-RPT record', async () => {
    const others = new Map([
      ['_mta-sts.example.org', 'v=STSv1; id=old;'],
      ['_smtp._tls.example.org', ''],
    ]);
    const resolveTxt: Dns['resolveTxt'] = async (name) => {
      const value =
        others.get(name) ?? records.find((record) => record.type === 'TXT' && record.name === name)?.value ?? '';
      return [[value]];
    };
    expect(await wrongIn(fakeDns({ resolveTxt }))).toEqual([
      'the MTA-STS record at _mta-sts.example.org has the id of another policy',
    ]);
    const findings = await checkDns(fakeDns({ resolveTxt }), names.hostname, records);
    expect(findings.filter(({ kind, what }) => kind === 'note' && what.includes('TLS-RPT'))).toHaveLength(1);
  });

  it.each([
    ['192.0.2.1', '1.2.0.192.in-addr.arpa. IN PTR mx.example.org.'],
    ['2001:db8::1', '1.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa. IN PTR mx.example.org.'],
  ])('prints the PTR record of %s', (address, line) => {
    expect(reverseRecords([address], 'mx.example.org').map(zoneLine)).toEqual([line]);
  });

  it('splits a long TXT record into strings of at most 255 octets', () => {
    const line = zoneLine(records.at(-1) ?? { type: 'TXT', name: '', value: '' });
    const strings = [...line.matchAll(/"([^"]*)"/g)].map(([, text = '']) => text);
    expect(strings.length).toBeGreaterThan(1);
    expect(strings.every((text) => text.length <= 255)).toBe(true);
    expect(strings.join('')).toBe(records.at(-1)?.value);
  });
});

it('requires an SPF record for the EHLO name, unless that name is the mail domain', () => {
  const spf = (hostname: string) =>
    neededRecords({ ...names, hostname }, [key]).flatMap(({ name, value }) =>
      value.startsWith('v=spf1') ? [`${name} ${value}`] : [],
    );
  expect(spf('mx.example.org')).toEqual(['example.org v=spf1 mx -all', 'mx.example.org v=spf1 a -all']);
  expect(spf('example.org')).toEqual(['example.org v=spf1 mx -all']);
});

it('names the trusted ARC sealers, and recommends a spam check in production', () => {
  const paypal = { PAYPAL_ENV: 'live', PAYPAL_CLIENT_ID: 'id', PAYPAL_CLIENT_SECRET: 's', PAYPAL_WEBHOOK_ID: 'hook' };
  const site = { NODE_ENV: 'production', PUBLIC_URL: 'https://example.org', SECRET_KEY: 'k'.repeat(32) };
  const people = { ADMIN_EMAILS: 'me@operator.org', SUPPORT_PHONE: '+1 202 555 0123' };
  const production = { ...site, ...paypal, ...people };
  const check = (env: Record<string, string>) => checkFilters(parseConfig(env));
  expect(check({})).toMatchObject([{ kind: 'note', what: expect.stringContaining('google.com') }, { kind: 'note' }]);
  expect(check({ MAIL_TRUSTED_SEALERS: 'none' })[0]?.what).toContain('no ARC chain');
  expect(check(production)[1]).toMatchObject({ kind: 'advice', todo: expect.stringContaining('Rspamd') });
  expect(check({ ...production, MAIL_SPAM_CHECK_URL: 'http://127.0.0.1:11333/checkv2' })[1]).toMatchObject({
    kind: 'ok',
  });
});

it('reports a certificate that is not trusted, has another key, names another host, cannot be read, or has expired', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nameplate-doctor-'));
  const options = { keySize: 2048 as const, notAfterDate: new Date(Date.now() + 10 * DAY) };
  const pems = await generate([{ name: 'commonName', value: 'mx.example.org' }], {
    ...options,
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 2, value: 'mx.example.org' }] }],
  });
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const settings = { TLS_CERT: file('cert.pem', pems.cert), TLS_KEY: file('key.pem', pems.private) };
  const check = (changes: Record<string, string>, now?: Date) =>
    checkTls(parseConfig({ ...settings, MAIL_HOSTNAME: 'mx.example.org', ...changes }), now);
  expect(await check({})).toMatchObject({ kind: 'wrong', what: expect.stringContaining('testing mode') });
  setDefaultCACertificates([pems.cert]);
  expect(await check({})).toMatchObject({ kind: 'ok' });
  expect((await check({ MAIL_HOSTNAME: 'other.example.org' })).what).toMatch(/not for other/);
  expect((await check({ TLS_KEY: file('other.pem', key.privateKey) })).what).toMatch(/not the key/);
  expect((await check({ TLS_CERT: join(folder, 'gone.pem') })).what).toMatch(/cannot be read/);
  expect((await check({}, new Date(Date.now() + 11 * DAY))).what).toMatch(/ended on/);
  rmSync(folder, { recursive: true });
});

it('requires the intermediate certificate in TLS_CERT', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nameplate-doctor-'));
  const root = await makeCertificate([], { subject: 'a root' });
  const intermediate = await makeCertificate([], { subject: 'an intermediate', by: root });
  const own = await makeCertificate(['mx.example.org'], { by: intermediate });
  setDefaultCACertificates([root.cert]);
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  writeFileSync(key, own.key);
  const check = (chain: string) => {
    writeFileSync(cert, chain);
    return checkTls(parseConfig({ TLS_CERT: cert, TLS_KEY: key, MAIL_HOSTNAME: 'mx.example.org' }));
  };
  expect(await check(own.cert)).toMatchObject({ kind: 'wrong', todo: expect.stringContaining('complete chain') });
  expect(await check(own.cert + intermediate.cert)).toMatchObject({ kind: 'ok' });
  rmSync(folder, { recursive: true });
});

it('reports a bucket that is missing, and a key that it does not accept', async () => {
  const s3 = await startS3();
  const check = async (env: Record<string, string> = {}) =>
    (await checkBucket(parseConfig({ ...s3.env, ...env }))).map(({ kind, what }) => [kind, what]);
  expect(await check()).toEqual([['ok', expect.stringContaining('pictures')]]);
  expect(await check({ S3_BUCKET: 'elsewhere' })).toEqual([['wrong', expect.stringContaining('does not exist')]]);
  expect(await check({ S3_SECRET_ACCESS_KEY: 'another' })).toEqual([['wrong', expect.stringContaining('signature')]]);
  expect(await check({ S3_ACCESS_KEY_ID: 'nobody' })).toEqual([['wrong', expect.stringContaining('Key Id')]]);
  await s3.stop();
  expect(await check()).toEqual([['wrong', expect.stringContaining('pictures')]]);
});

it('reports a bucket, PayPal credentials and a PUBLIC_URL that do not work', async () => {
  let status = 403;
  const server = createHttpServer((_request, response) => response.writeHead(status).end('no'));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as { port: number }).port}`;
  const s3 = { endpoint: origin, region: 'eu', bucket: 'pictures', accessKeyId: 'me', secretAccessKey: 'hush' };
  expect(await checkBucket({ s3 })).toMatchObject([{ kind: 'wrong', what: expect.stringContaining('pictures') }]);
  status = 200;
  expect(await checkBucket({ s3 })).toMatchObject([{ kind: 'wrong', what: expect.stringContaining('other data') }]);
  status = 403;
  expect(await checkBucket({ s3: undefined })).toEqual([]);
  const { site } = parseConfig({ PUBLIC_URL: origin });
  expect(await checkPublicUrl({ site })).toMatchObject({ kind: 'wrong', what: expect.stringContaining('403') });
  const { paypal } = parseConfig({ PAYPAL_API_BASE: origin });
  expect(await checkPaypal({ paypal, site })).toMatchObject([
    { kind: 'wrong', what: expect.stringContaining('PayPal') },
  ]);
  await new Promise((done) => server.close(done));
  expect(await checkPublicUrl({ site })).toMatchObject({ kind: 'note' });
});

it('reports whether DANE is on, and why it is off', async () => {
  const dns = await startDns({ org: { TXT: ['x'], secure: true } });
  expect(await checkDane([dns.server])).toMatchObject({ kind: 'ok' });
  dns.names.org = { TXT: ['x'] };
  expect(await checkDane([dns.server])).toMatchObject({
    kind: 'wrong',
    what: expect.stringContaining('does not validate'),
  });
  dns.names.org = 'SERVFAIL';
  expect(await checkDane([dns.server])).toMatchObject({
    kind: 'wrong',
    what: expect.stringContaining('does not respond'),
  });
  await dns.close();
  expect(await checkDane(['192.0.2.53'])).toMatchObject({ kind: 'note', what: expect.stringContaining('DANE is off') });
});

it('fetches the MTA-STS policy as a sender does, and reports a policy that does not name the host', async () => {
  const root = await makeCertificate([]);
  const certificate = await makeCertificate(['mta-sts.example.org'], { by: root });
  setDefaultCACertificates([root.cert]);
  const host = await startPolicyHost(certificate);
  const resolver = { resolve: async () => ['127.0.0.1'] };
  const check = () => checkPolicy(names, resolver, { port: host.port, timeoutMs: 2000 });
  expect(await check()).toMatchObject({ kind: 'note' });
  host.serve = asText('version: STSv1\nmode: enforce\nmx: mx.example.org\nmax_age: 86400\n');
  expect(await check()).toMatchObject({ kind: 'ok' });
  host.serve = asText('version: STSv1\nmode: enforce\nmx: other.example.org\nmax_age: 86400\n');
  expect(await check()).toMatchObject({ kind: 'wrong', what: expect.stringContaining('does not name') });
  await host.close();
  const faults = [
    [await makeCertificate(['mta-sts.example.org']), 'self-signed'],
    [await makeCertificate(['mta-sts.example.net'], { by: root }), 'not for'],
    [
      await makeCertificate(['mta-sts.example.org'], { by: root, notAfterDate: new Date(Date.now() - 1000) }),
      'expired',
    ],
  ] as const;
  for (const [served, fault] of faults) {
    const untrusted = await startPolicyHost(served);
    const finding = await checkPolicy(names, resolver, { port: untrusted.port, timeoutMs: 2000 });
    expect(finding).toMatchObject({ kind: 'wrong', todo: expect.stringContaining('mta-sts.example.org') });
    expect(finding.what).toContain(fault);
    await untrusted.close();
  }
});

it('rotates the DKIM key: creates a key and returns the record to publish', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'nameplate-doctor-'));
  await rotateKeys(folder, names, new Date('2026-11-20T00:00:00Z'));
  const lines = await rotateKeys(folder, names, new Date('2026-11-21T00:00:00Z'));
  const keys = await readDkimKeys(folder);
  expect(keys.map(({ selector }) => selector)).toEqual(['np20261121', 'np20261120']);
  const text = lines.join('\n');
  expect(text).toContain('np20261121._domainkey.example.org. IN TXT');
  expect(text.replaceAll('" "', '')).toContain(keys[0] && dkimRecord(keys[0]));
  expect(text).toContain('Until then np20261120 signs');
  rmSync(folder, { recursive: true });
});

it('reports variables that look like misspelled settings, without their values', () => {
  expect(
    checkSettingNames({ DATABASE_URI: 'postgres://user:secret@host/db', MAIL_SERVER: 'mx', HOME: '/root' }),
  ).toEqual([
    { kind: 'note', what: 'DATABASE_URI is not a setting and has no effect: did you mean DATABASE_URL?' },
    { kind: 'note', what: 'MAIL_SERVER is not a setting and has no effect' },
  ]);
});
