import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setDefaultCACertificates } from 'node:tls';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Certificate, makeCertificate } from '../../fakes/certificates.ts';
import { parsePolicy } from '../../mail/smtp-out/policy/mta-sts-policy.ts';
import { mtaStsRoutes } from '../../server/mail/mta-sts-routes.ts';
import { policyId } from '../../server/mail/mta-sts-rules.ts';
import { parseConfig } from '../../server/platform/config/config.ts';
import type { App } from '../../server/platform/http/app-context.ts';
import type { Server } from '../../server/platform/http/server.ts';
import { useServer } from '../support/server/test-server.ts';

const server = useServer();

const request = (host: string) =>
  server.app.inject({ method: 'GET', url: '/.well-known/mta-sts.txt', headers: { host } });

it.each(['mta-sts.localhost', 'MTA-STS.localhost', 'mta-sts.localhost:443'])(
  'serves the MTA-STS policy under the host name %s',
  async (host) => {
    const response = await request(host);
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-type']).toBe('text/plain');
    expect(parsePolicy(response.body)).toEqual({ mode: 'testing', mx: ['localhost'], maxAge: 604_800 });
  },
);

it.each(['localhost', 'mta-sts.localhost.evil.test', 'evil.mta-sts.localhost', 'mta-stsxlocalhost', ''])(
  'does not serve the MTA-STS policy under the host name %j',
  async (host) => {
    const response = await request(host);
    expect([404, 421]).toContain(response.statusCode);
    expect(response.body).not.toContain('STSv1');
  },
);

describe('the mode of the policy', () => {
  let folder: string;
  let authority: Certificate;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'nameplate-mta-sts-'));
    authority = await makeCertificate([]);
    setDefaultCACertificates([authority.cert]);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Returns the policy of a server with this certificate. */
  async function modeWith({ cert, key }: Certificate): Promise<string | undefined> {
    const files = { TLS_CERT: join(folder, 'cert.pem'), TLS_KEY: join(folder, 'key.pem') };
    writeFileSync(files.TLS_CERT, cert);
    writeFileSync(files.TLS_KEY, key);
    const app = Fastify() as unknown as Server;
    const config = parseConfig({ ...files, MAIL_DOMAIN: 'example.org', MAIL_HOSTNAME: 'mx.example.org' });
    mtaStsRoutes(app, { config } as App);
    const headers = { host: 'mta-sts.example.org' };
    const response = await app.inject({ method: 'GET', url: '/.well-known/mta-sts.txt', headers });
    await app.close();
    return /^mode: (\w+)\r$/m.exec(response.body)?.[1];
  }

  it('uses the mode enforce for a certificate with a chain that other servers can verify', async () => {
    expect(await modeWith(await makeCertificate(['mx.example.org'], { by: authority }))).toBe('enforce');
    const intermediate = await makeCertificate([], { by: authority, subject: 'an intermediate' });
    const leaf = await makeCertificate(['mx.example.org'], { by: intermediate });
    expect(await modeWith(leaf)).toBe('testing');
    expect(await modeWith({ ...leaf, cert: leaf.cert + intermediate.cert })).toBe('enforce');
  });

  it.each([
    ['is self-signed', () => makeCertificate(['mx.example.org'])],
    ['is for another name', () => makeCertificate(['other.example.org'], { by: authority })],
    [
      'has expired',
      () => makeCertificate(['mx.example.org'], { by: authority, notAfterDate: new Date(Date.now() - 1000) }),
    ],
    ['cannot be read', async () => ({ cert: 'nothing', key: 'nothing' })],
  ])('uses the mode testing for a certificate that %s', async (_, make) => {
    expect(await modeWith(await make())).toBe('testing');
  });

  it('includes the mode in the policy id of the DNS record', () => {
    const config = parseConfig({ MAIL_HOSTNAME: 'mx.example.org' });
    expect(policyId(config, true)).toMatch(/^[a-z0-9]{1,32}$/);
    expect(policyId(config, false)).not.toBe(policyId(config, true));
  });
});
