import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCertificate } from '../../fakes/certificates.ts';
import { type DnsRecords, type FakeDns, startDns } from '../../fakes/dns.ts';
import { readDkimKeys } from '../../server/mail/keys/dkim-keys.ts';
import { type Config, parseConfig } from '../../server/platform/config/config.ts';
import { freePort } from '../../tests/support/server/free-port.ts';
import { createTestDatabase } from '../../tests/support/server/test-database.ts';
import { dnsNames, runChecks } from './all-checks.ts';
import { neededRecords, reverseRecords } from './dns/required-dns-records.ts';
import { rotateKeys } from './rotate-dkim-key.ts';

const DOMAIN = 'example.org';
const HOST = 'mx.example.org';
let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
let dns: FakeDns;
/** A site without paid plans, with the settings of docs/install.md and docs/operate.md. */
let config: Config;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'nameplate-doctor-'));
  database = await createTestDatabase();
  dns = await startDns();
  const root = await makeCertificate([]);
  const own = await makeCertificate([HOST], { by: root });
  setDefaultCACertificates([root.cert]);
  const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
  writeFileSync(cert, own.cert);
  writeFileSync(key, own.key);
  const [port, smtpPort, ...ports] = await Promise.all([freePort(), freePort(), freePort(), freePort(), freePort()]);
  config = parseConfig({
    ...{ NODE_ENV: 'production', PUBLIC_URL: `https://${DOMAIN}`, SECRET_KEY: 'k'.repeat(32), PAYPAL_ENV: 'off' },
    ...{ ADMIN_EMAILS: 'me@operator.org', DATABASE_URL: database.url, DATA_DIR: folder, TRUST_PROXY: '127.0.0.1' },
    ...{ MAIL_HOSTNAME: HOST, TLS_CERT: cert, TLS_KEY: key, DNS_SERVERS: dns.server },
    ...{ LISTEN_HOST: '127.0.0.1', PORT: `${port}`, SMTP_PORT: `${smtpPort}` },
    ...{ SUBMISSION_PORT: `${ports[0]}`, SUBMISSIONS_PORT: `${ports[1]}`, METRICS_LISTEN: `127.0.0.1:${ports[2]}` },
  });
  await rotateKeys(config.mail.dkimKeys, dnsNames(config, true), new Date());
  const keys = await readDkimKeys(config.mail.dkimKeys);
  const published: Record<string, DnsRecords> = { org: { secure: true }, [HOST]: { A: ['127.0.0.1'] } };
  const records = [...neededRecords(dnsNames(config, true), keys), ...reverseRecords(['127.0.0.1'], HOST)];
  for (const { name, type, value } of records) {
    const entry = (published[name] ??= {});
    if (type === 'TXT') entry.TXT = [...(entry.TXT ?? []), value];
    if (type === 'MX') entry.MX = [{ exchange: HOST, priority: 10 }];
    if (type === 'PTR') entry.PTR = HOST;
  }
  Object.assign(dns.names, published);
});
afterAll(async () => {
  await dns?.close();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

it('finds nothing wrong with a new site that was set up as documented, and has advice for it', async () => {
  const { findings } = await runChecks(config, {}, await readDkimKeys(config.mail.dkimKeys));
  expect(findings.filter(({ kind }) => kind === 'wrong')).toEqual([]);
  const advice = findings.filter(({ kind }) => kind === 'advice').map(({ what }) => what);
  expect(advice).toEqual([expect.stringContaining('the landing page claims'), expect.stringContaining('spam check')]);
});
