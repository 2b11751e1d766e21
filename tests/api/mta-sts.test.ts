import { afterAll, beforeAll, expect, it } from 'vitest';
import { parsePolicy } from '../../mail/deliver/sts-policy.ts';
import { ownPolicy, policyId } from '../../server/forwarding/mta-sts-rules.ts';
import { parseConfig } from '../../server/plumbing/config.ts';
import { startServer, type TestServer } from '../setup/server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

const ask = (host: string) => server.app.inject({ method: 'GET', url: '/.well-known/mta-sts.txt', headers: { host } });

it.each(['mta-sts.localhost', 'MTA-STS.localhost', 'mta-sts.localhost:443'])(
  'our policy is served under %s',
  async (host) => {
    const answer = await ask(host);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-type']).toBe('text/plain');
    expect(parsePolicy(answer.body)).toEqual({ mode: 'testing', mx: ['localhost'], maxAge: 604_800 });
  },
);

it.each(['localhost', 'mta-sts.localhost.evil.test', 'evil.mta-sts.localhost', 'mta-stsxlocalhost', ''])(
  'and not under %j',
  async (host) => {
    const answer = await ask(host);
    expect([404, 421]).toContain(answer.statusCode);
    expect(answer.body).not.toContain('STSv1');
  },
);

it('demands TLS once there is a certificate; another policy has another id', () => {
  const local = parseConfig({ MAIL_HOSTNAME: 'mx.example.org' });
  const served = parseConfig({ MAIL_HOSTNAME: 'mx.example.org', TLS_CERT: 'cert.pem', TLS_KEY: 'key.pem' });
  expect(parsePolicy(ownPolicy(served))).toMatchObject({ mode: 'enforce', mx: ['mx.example.org'] });
  expect(policyId(local)).toMatch(/^[a-z0-9]{1,32}$/);
  expect(policyId(served)).not.toBe(policyId(local));
});
