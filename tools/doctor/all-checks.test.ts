import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../../fakes/certificates.ts';
import { type DnsRecords, type FakeDns, startDns } from '../../fakes/dns.ts';
import { readDkimKeys } from '../../server/mail/keys/dkim-keys.ts';
import { type Config, parseConfig } from '../../server/platform/config/config.ts';
import { freePort } from '../../tests/support/server/free-port.ts';
import { useDatabase } from '../../tests/support/server/test-database.ts';
import { dnsNames, runChecks } from './all-checks.ts';
import { neededRecords, reverseRecords } from './dns/required-dns-records.ts';
import type { Finding } from './finding.ts';
import { rotateKeys } from './rotate-dkim-key.ts';

/** Names that no internet resolver knows. */
const DOMAIN = 'site.test';
const HOST = 'mx.site.test';
let folder: string;
const database = useDatabase();
let dns: FakeDns;
/** A site without paid plans, with the settings of docs/install.md and docs/operate.md. */
let config: Config;
let settings: Record<string, string>;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'nameplate-doctor-'));
  dns = await startDns();
  const root = await makeCertificate([]);
  const own = await makeCertificate([HOST], { by: root });
  setDefaultCACertificates([root.cert]);
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  writeFileSync(cert, own.cert);
  writeFileSync(key, own.key);
  const [port, smtpPort, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort(), freePort()]);
  settings = {
    NODE_ENV: 'production',
    PUBLIC_URL: `https://${DOMAIN}`,
    SECRET_KEY: 'k'.repeat(32),
    PAYPAL_ENV: 'off',
    ADMIN_EMAILS: 'me@operator.org',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    TRUST_PROXY: '127.0.0.1',
    MAIL_HOSTNAME: HOST,
    TLS_CERT: cert,
    TLS_KEY: key,
    DNS_SERVERS: dns.server,
    LISTEN_HOST: '127.0.0.1',
    PORT: `${port}`,
    SMTP_PORT: `${smtpPort}`,
    SUBMISSION_PORT: `${ports[0]}`,
    SUBMISSIONS_PORT: `${ports[1]}`,
    METRICS_LISTEN: `127.0.0.1:${ports[2]}`,
  };
  config = parseConfig(settings);
  await rotateKeys(config.mail.dkimKeys, dnsNames(config, true), new Date());
  const keys = await readDkimKeys(config.mail.dkimKeys);
  const published: Record<string, DnsRecords> = { org: { secure: true }, [HOST]: { A: ['127.0.0.1'] } };
  const records = [...neededRecords(dnsNames(config, true), keys), ...reverseRecords(['127.0.0.1'], HOST)];
  for (const { name, type, value } of records) {
    const entry = published[name] ?? {};
    published[name] = entry;
    if (type === 'TXT') entry.TXT = [...(entry.TXT ?? []), value];
    if (type === 'MX') entry.MX = [{ exchange: HOST, priority: 10 }];
    if (type === 'PTR') entry.PTR = HOST;
  }
  Object.assign(dns.names, published);
});
afterAll(async () => {
  await dns?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function check(changes: Record<string, string> = {}): Promise<Finding[]> {
  return (await runChecks(parseConfig({ ...settings, ...changes }), {}, await readDkimKeys(config.mail.dkimKeys)))
    .findings;
}

it('finds no fault in a new site that was set up as documented, and gives advice for it', async () => {
  const findings = await check();
  expect(findings.filter(({ kind }) => kind === 'wrong')).toEqual([]);
  const advice = findings.filter(({ kind }) => kind === 'advice').map(({ what }) => what);
  expect(findings).toContainEqual({ kind: 'ok', what: 'the clock agrees with that of the database' });
  expect(advice).toEqual([expect.stringContaining('spam check')]);
});

it('names an unresponsive resolver first, and reports nothing about records', async () => {
  const [first, ...others] = await check({ DNS_SERVERS: `127.0.0.1:${await freePort()}` });
  expect(first).toEqual({
    kind: 'wrong',
    what: expect.stringMatching(/^the resolver at 127\.0\.0\.1:\d+ does not answer \(ECONNREFUSED\)/),
    todo: expect.stringMatching(/DNS_SERVERS.*change no record/),
  });
  expect(others.filter(({ what, todo }) => /record|MX of|PTR|DANE|MTA-STS/.test(`${what} ${todo}`))).toEqual([]);
});

it('reports for each record whether it is missing or DNS gave no answer about it', async () => {
  const { [DOMAIN]: own, ...rest } = dns.names;
  const dmarc = `_dmarc.${DOMAIN}`;
  const before = { ...dns.names };
  Object.assign(dns.names, rest, { [DOMAIN]: 'SERVFAIL' });
  delete dns.names[dmarc];
  try {
    const wrongs = (await check()).filter(({ kind }) => kind === 'wrong');
    expect(wrongs.map(({ what, todo }) => `${what} -> ${todo}`).sort()).toEqual([
      expect.stringMatching(/^DNS gives no answer about MX of site\.test \(ESERVFAIL\).* change no record/),
      expect.stringMatching(/^DNS gives no answer about TXT of site\.test \(ESERVFAIL\).* change no record/),
      '_dmarc.site.test has no DMARC record -> add the TXT record below',
    ]);
    expect(own).toBeDefined();
  } finally {
    Object.assign(dns.names, before);
  }
});

it('reports a relay that refuses the connection, and a database changed by a newer release', async () => {
  const relay = createServer((socket) => socket.end('554 5.7.1 No service for you\r\n'));
  await new Promise<void>((done) => relay.listen(0, '127.0.0.1', done));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await client.query("insert into kysely_migration values ('9999_from_the_future', now())");
  await client.end();
  const findings = await check({ SMTP_RELAY_URL: `smtp://127.0.0.1:${(relay.address() as AddressInfo).port}` });
  const faults = findings.filter(({ kind }) => kind === 'wrong').map(({ what }) => what);
  expect(faults).toContainEqual(expect.stringMatching(/^the relay 127\.0\.0\.1:\d+ cannot be used: .*554/));
  expect(faults).toContainEqual(expect.stringContaining('newer Nameplate (9999_from_the_future)'));
  await new Promise((done) => relay.close(done));
});
