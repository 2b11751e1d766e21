import { createHash, X509Certificate } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { setDefaultCACertificates } from 'node:tls';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY } from '../../contract/time.ts';
import { type Certificate, makeCertificate } from '../../fakes/certificates.ts';
import { type FakeDns, startDns } from '../../fakes/dns.ts';
import { type Inbox, startInbox } from '../../fakes/inbox.ts';
import { asText, type PolicyHost, startPolicyHost } from '../../fakes/policy-host.ts';
import type { DeliveryResult } from '../../mail/message/delivery-result.ts';
import { bodyFromBuffer } from '../../mail/message/message.ts';
import { createMx, type MxOptions } from '../../mail/smtp-out/mx.ts';
import { createMemoryPolicyStore } from '../../mail/smtp-out/policy/mta-sts-cache.ts';

let authority: Certificate;
let good: Certificate;
let stranger: Certificate;
let policyHost: PolicyHost;
let dns: FakeDns;
let inbox: Inbox;
const logged: string[] = [];
let now = new Date('2026-11-20T12:00:00Z');

beforeAll(async () => {
  authority = await makeCertificate([]);
  setDefaultCACertificates([authority.cert]);
  good = await makeCertificate(['mx.inbox.test'], { by: authority });
  stranger = await makeCertificate(['mx.inbox.test']);
  policyHost = await startPolicyHost(await makeCertificate(['mta-sts.inbox.test'], { by: authority }));
});
afterAll(() => policyHost.close());

beforeEach(async () => {
  inbox = await startInbox();
  dns = await startDns({
    'inbox.test': { MX: [{ exchange: 'mx.inbox.test', priority: 10 }], secure: true },
    'mx.inbox.test': { A: ['127.0.0.1'], secure: true },
    'mta-sts.inbox.test': { A: ['127.0.0.1'] },
  });
  policyHost.requests.length = 0;
  logged.length = 0;
});
afterEach(async () => {
  await inbox.close();
  await dns.close();
});

function createTransport(changes: Partial<MxOptions> = {}) {
  const resolver = new Resolver({ timeout: 300, tries: 1 });
  resolver.setServers([dns.server]);
  const write = (details: object, text: string) => void logged.push(`${text} ${JSON.stringify(details)}`);
  return createMx({
    hostname: 'mx.handles.test',
    resolver,
    clock: () => now,
    log: { debug: write, info: write, warn: write, error: write },
    port: inbox.port,
    allowLocal: true,
    policyServer: { port: policyHost.port, timeoutMs: 1000 },
    ...changes,
  });
}

async function deliver(changes: Partial<MxOptions> = {}): Promise<DeliveryResult> {
  const mx = createTransport(changes);
  const body = bodyFromBuffer(Buffer.from('A: b\r\n\r\n'));
  const watch = { signal: AbortSignal.timeout(4000), onDot: () => {} };
  const result = await mx.deliver({ id: 'id', from: '', to: 'who@inbox.test', body, utf8: false }, watch);
  await mx.close();
  return result;
}

const encryptedFlags = () => inbox.received.map(({ encrypted }) => encrypted);

describe('opportunistic TLS', () => {
  it('uses opportunistic TLS with any certificate', async () => {
    inbox.tls = stranger;
    expect(await deliver()).toMatchObject({ kind: 'delivered', host: 'mx.inbox.test' });
    expect(encryptedFlags()).toEqual([true]);
  });

  it('falls back to plain text if opportunistic TLS fails', async () => {
    inbox.tls = stranger;
    inbox.on('starttls', '454 4.7.0 not now', 1);
    expect((await deliver()).kind).toBe('delivered');
    inbox.on('starttls', 'cut', 1);
    expect((await deliver()).kind).toBe('delivered');
    expect(encryptedFlags()).toEqual([false, false]);
  });

  it('does not use TLS if the server sends data before the handshake (RFC 3207)', async () => {
    inbox.tls = good;
    inbox.on('starttls', '220 go\r\n250 injected', 1);
    expect((await deliver()).kind).toBe('delivered');
    expect(encryptedFlags()).toEqual([false]);
  });
});

describe('MTA-STS', () => {
  const policy = (mode: string, mx = 'mx.inbox.test') => `version: STSv1\nmode: ${mode}\nmx: ${mx}\nmax_age: 604800\n`;
  beforeEach(() => {
    dns.names['_mta-sts.inbox.test'] = { TXT: ['v=STSv1; id=1;'] };
    policyHost.serve = asText(policy('enforce'));
  });

  it('delivers in MTA-STS enforce mode if the certificate verifies', async () => {
    inbox.tls = good;
    expect((await deliver()).kind).toBe('delivered');
    expect(encryptedFlags()).toEqual([true]);
    expect(policyHost.requests).toEqual(['mta-sts.inbox.test']);
  });

  it.each<[string, () => void]>([
    ['the certificate does not verify', () => Object.assign(inbox, { tls: stranger })],
    ['the server offers no TLS', () => {}],
    ['the server rejects STARTTLS', () => Object.assign(inbox, { tls: good }).on('starttls', '454 no')],
    [
      'the policy does not name the server',
      () => {
        inbox.tls = good;
        policyHost.serve = asText(policy('enforce', '*.elsewhere.test'));
      },
    ],
  ])('defers mail in MTA-STS enforce mode if %s', async (_what, arrange) => {
    arrange();
    expect(await deliver()).toMatchObject({ kind: 'deferred', cause: 'tls', host: 'mx.inbox.test' });
    expect(inbox.received).toEqual([]);
  });

  it('defers mail in MTA-STS enforce mode if the certificate has another name or has expired', async () => {
    inbox.tls = await makeCertificate(['other.inbox.test'], { by: authority });
    expect(await deliver()).toMatchObject({ kind: 'deferred', cause: 'tls' });
    inbox.tls = await makeCertificate(['mx.inbox.test'], {
      by: authority,
      notAfterDate: new Date(Date.now() - 60_000),
    });
    expect(await deliver()).toMatchObject({ kind: 'deferred', cause: 'tls' });
  });

  it('delivers in MTA-STS testing mode and logs the failure', async () => {
    policyHost.serve = asText(policy('testing'));
    inbox.tls = stranger;
    expect((await deliver()).kind).toBe('delivered');
    expect(logged.filter((line) => line.includes('mail.mta_sts.testing_failed'))).toHaveLength(1);
  });

  it.each<[string, PolicyHost['serve']]>([
    ['does not exist', (_request, response) => response.writeHead(404).end()],
    [
      'is a redirect',
      (_request, response) => response.writeHead(302, { location: 'https://mta-sts.inbox.test/' }).end(),
    ],
    [
      'is an HTML page',
      (_request, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(policy('enforce')),
    ],
    ['does not end', (_request, response) => endless(response)],
    ['is never sent', () => {}],
  ])('ignores an MTA-STS policy that %s', async (_what, serve) => {
    policyHost.serve = serve;
    expect((await deliver()).kind).toBe('delivered');
    expect(logged.filter((line) => line.includes('mail.mta_sts.fetch_failed'))).toHaveLength(1);
  });

  it('ignores an MTA-STS policy host with an invalid certificate', async () => {
    const untrusted = await startPolicyHost(await makeCertificate(['mta-sts.inbox.test']));
    untrusted.serve = asText(policy('enforce'));
    expect((await deliver({ policyServer: { port: untrusted.port } })).kind).toBe('delivered');
    expect(untrusted.requests).toEqual([]);
    await untrusted.close();
  });

  it('does not contact an MTA-STS policy host on loopback in production', async () => {
    await deliver({ allowLocal: false });
    expect(policyHost.requests).toEqual([]);
  });

  it('applies a stored MTA-STS policy for its lifetime, regardless of the DNS record', async () => {
    const policies = createMemoryPolicyStore();
    inbox.tls = good;
    expect((await deliver({ policies })).kind).toBe('delivered');
    inbox.tls = null;
    delete dns.names['_mta-sts.inbox.test'];
    expect(await deliver({ policies })).toMatchObject({ cause: 'tls' });
    dns.names['_mta-sts.inbox.test'] = 'SERVFAIL';
    expect(await deliver({ policies })).toMatchObject({ cause: 'tls' });
    dns.names['_mta-sts.inbox.test'] = { TXT: ['v=STSv1; id=2;'] };
    policyHost.serve = (_request, response) => response.writeHead(503).end();
    expect(await deliver({ policies })).toMatchObject({ cause: 'tls' });
    policyHost.serve = asText(policy('none'));
    expect((await deliver({ policies })).kind).toBe('delivered');
    dns.names['_mta-sts.inbox.test'] = { TXT: ['v=STSv1; id=3;'] };
    policyHost.serve = asText(policy('enforce'));
    expect(await deliver({ policies })).toMatchObject({ cause: 'tls' });
    delete dns.names['_mta-sts.inbox.test'];
    const before = now;
    now = new Date(now.getTime() + 8 * DAY);
    expect((await deliver({ policies })).kind).toBe('delivered');
    now = before;
  });

  it('fetches an MTA-STS policy once for many messages', async () => {
    inbox.tls = good;
    const mx = createTransport();
    const body = bodyFromBuffer(Buffer.from('A: b\r\n\r\n'));
    const send = () =>
      mx.deliver(
        { id: 'id', from: '', to: 'who@inbox.test', body, utf8: false },
        { signal: AbortSignal.timeout(4000), onDot: () => {} },
      );
    await Promise.all([send(), send(), send()]);
    await send();
    expect(policyHost.requests).toHaveLength(1);
    expect(dns.queries.filter((query) => query.startsWith('TXT'))).toHaveLength(1);
    await mx.close();
  });
});

describe('DANE', () => {
  const dnssec = () => ({ validatingResolvers: [dns.server] });
  const spki = (certificate: Certificate) =>
    createHash('sha256')
      .update(new X509Certificate(certificate.cert).publicKey.export({ type: 'spki', format: 'der' }))
      .digest('hex');
  const pin = (data: string, { usage = 3, secure = true } = {}) => {
    dns.names[`_${inbox.port}._tcp.mx.inbox.test`] = { TLSA: [{ usage, selector: 1, match: 1, data }], secure };
  };

  it('accepts a certificate that a TLSA record matches, regardless of its issuer', async () => {
    inbox.tls = stranger;
    pin(spki(stranger));
    expect((await deliver(dnssec())).kind).toBe('delivered');
    expect(encryptedFlags()).toEqual([true]);
  });

  it('defers mail if no TLSA record matches the certificate or the server offers no TLS', async () => {
    pin(spki(stranger));
    inbox.tls = good;
    expect(await deliver(dnssec())).toMatchObject({ kind: 'deferred', cause: 'tls', host: 'mx.inbox.test' });
    inbox.tls = null;
    expect(await deliver(dnssec())).toMatchObject({ kind: 'deferred', cause: 'tls' });
    expect(inbox.received).toEqual([]);
  });

  it('requires a certificate with the host name, signed by the trust anchor of a TLSA record', async () => {
    inbox.tls = { key: good.key, cert: good.cert + authority.cert };
    pin(spki(authority), { usage: 2 });
    expect((await deliver(dnssec())).kind).toBe('delivered');
    inbox.tls = { key: stranger.key, cert: stranger.cert + authority.cert };
    expect(await deliver(dnssec())).toMatchObject({ cause: 'tls' });
    const other = await makeCertificate(['other.test'], { by: authority });
    inbox.tls = { key: other.key, cert: other.cert + authority.cert };
    expect(await deliver(dnssec())).toMatchObject({ cause: 'tls' });
  });

  it('ignores TLSA records that DNSSEC does not validate', async () => {
    inbox.tls = good;
    pin(spki(stranger), { secure: false });
    expect((await deliver(dnssec())).kind).toBe('delivered');
    pin(spki(stranger));
    dns.names['mx.inbox.test'] = { A: ['127.0.0.1'] };
    expect((await deliver(dnssec())).kind).toBe('delivered');
  });

  it('defers mail if the TLSA lookup fails, and requires TLS if no TLSA record is usable', async () => {
    inbox.tls = good;
    dns.names[`_${inbox.port}._tcp.mx.inbox.test`] = 'SERVFAIL';
    expect(await deliver(dnssec())).toMatchObject({ kind: 'deferred', cause: 'tls' });
    pin(spki(stranger), { usage: 1 });
    expect((await deliver(dnssec())).kind).toBe('delivered');
    inbox.tls = null;
    expect(await deliver(dnssec())).toMatchObject({ kind: 'deferred', cause: 'tls' });
  });

  it('looks up no TLSA records without a validating resolver', async () => {
    inbox.tls = good;
    pin(spki(stranger));
    expect((await deliver()).kind).toBe('delivered');
    expect(dns.queries.filter((query) => query.startsWith('TLSA'))).toEqual([]);
  });
});

function endless(response: Parameters<PolicyHost['serve']>[1]): void {
  response.writeHead(200, { 'content-type': 'text/plain' });
  const more = () => {
    if (response.destroyed) return;
    response.write('x'.repeat(8192));
    setImmediate(more);
  };
  more();
}
