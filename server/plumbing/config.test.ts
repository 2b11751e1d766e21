import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

function faultsOf(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.faults.map(({ setting }) => setting).sort();
    throw error;
  }
  return [];
}

const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://handles.example.org',
  SECRET_KEY: 'k'.repeat(32),
  ADMIN_EMAILS: 'me@operator.org',
  PAYPAL_ENV: 'live',
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'hook',
};

describe('settings', () => {
  it('nothing set is local mode with its defaults', () => {
    const config = parseConfig({});
    expect(config).toMatchObject({
      production: false,
      https: false,
      site: { origin: 'http://localhost:3000', host: 'localhost:3000', mailDomain: 'localhost', localMode: true },
      listenHost: '127.0.0.1',
      port: 3000,
      smtpPort: 2525,
      databaseUrl: undefined,
      mail: { hostname: 'localhost', from: 'Nameplate <no-reply@localhost>', budgetSeconds: 20, queueDays: 5 },
      adminEmails: ['admin@example.test'],
      rateLimits: true,
    });
    expect([...config.roles]).toEqual(['http', 'mail', 'jobs']);
  });

  it('mail is taken by the process itself in local mode, by one a core in production, by as many as are set', () => {
    const cores = Math.min(availableParallelism(), 8);
    expect(parseConfig({}).mail.processes).toBe(0);
    expect(parseConfig(PRODUCTION).mail.processes).toBe(cores);
    expect(parseConfig({ ...PRODUCTION, MAIL_PROCESSES: '3' }).mail.processes).toBe(3);
    for (const wrong of ['-1', '1.5', '65', 'all'])
      expect(faultsOf({ MAIL_PROCESSES: wrong })).toEqual(['MAIL_PROCESSES']);
  });

  it('an empty value counts as not set, and names follow from PUBLIC_URL', () => {
    const config = parseConfig({ PORT: '', MAIL_DOMAIN: '  ', PUBLIC_URL: 'https://Handles.Example.org' });
    expect(config).toMatchObject({ port: 3000, https: true, mail: { domain: 'handles.example.org' } });
    expect(parseConfig({ PORT: '4000' }).site.origin).toBe('http://localhost:4000');
  });

  it('all faults come at once, each with what to do', () => {
    const env = {
      PORT: '99999',
      PUBLIC_URL: 'https://example.org/path',
      MAIL_FROM: 'nobody',
      RATE_LIMITS: 'maybe',
      ROLES: 'http,cook',
      TRUST_PROXY: '1',
      SMTP_RELAY_URL: 'relay.example.org:25',
      DATABASE_URL: 'mysql://x',
      SECRET_KEY: 'short',
      TLS_CERT: '/cert.pem',
      S3_BUCKET: 'pictures',
      PAYPAL_ENV: 'sandbox',
      DNS_SERVERS: 'resolver',
    };
    expect(faultsOf(env)).toEqual(
      [
        ...['PORT', 'PUBLIC_URL', 'MAIL_FROM', 'RATE_LIMITS', 'ROLES', 'TRUST_PROXY', 'SMTP_RELAY_URL', 'DATABASE_URL'],
        ...['SECRET_KEY', 'TLS_KEY', 'S3_ENDPOINT', 'S3_REGION', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
        ...['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID', 'DNS_SERVERS'],
      ].sort(),
    );
    expect(() => parseConfig(env)).toThrow(/PORT: must be at most 65535\n/);
  });

  it('the five S3 settings are a bucket, and none of them is a folder', () => {
    expect(parseConfig({}).s3).toBeUndefined();
    const s3 = { S3_ENDPOINT: 'https://s3.example.org', S3_REGION: 'eu', S3_BUCKET: 'pictures' };
    expect(parseConfig({ ...s3, S3_ACCESS_KEY_ID: 'me', S3_SECRET_ACCESS_KEY: 'hush' }).s3).toEqual({
      endpoint: 'https://s3.example.org/',
      region: 'eu',
      bucket: 'pictures',
      accessKeyId: 'me',
      secretAccessKey: 'hush',
    });
    expect(faultsOf(s3)).toEqual(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  });

  it('PayPal is the emulator of this process, or where the settings say', () => {
    expect(parseConfig({ PORT: '4000', LISTEN_HOST: '0.0.0.0' }).paypal).toMatchObject({
      emulated: true,
      base: 'http://127.0.0.1:4000/dev/paypal',
      certificateHost: '127.0.0.1:4000',
    });
    expect(parseConfig({ PAYPAL_API_BASE: 'http://127.0.0.1:5000/' }).paypal).toMatchObject({
      emulated: false,
      base: 'http://127.0.0.1:5000',
      certificateHost: '127.0.0.1:5000',
    });
    const live = { PAYPAL_CLIENT_ID: 'me', PAYPAL_CLIENT_SECRET: 'hush', PAYPAL_WEBHOOK_ID: '1' };
    expect(parseConfig({ ...PRODUCTION, ...live, PAYPAL_ENV: 'live' }).paypal).toMatchObject({
      emulated: false,
      base: 'https://api-m.paypal.com',
      // Webhooks' certificates from PayPal's own hosts only.
      certificateHost: undefined,
    });
  });

  it('an administrator inside the mail domain is refused: whoever claims that handle would be one', () => {
    expect(faultsOf({ PUBLIC_URL: 'https://example.org', ADMIN_EMAILS: 'me@Example.org' })).toEqual(['ADMIN_EMAILS']);
  });

  it('the address of the database behind a pooler goes with that of the pooler', () => {
    const direct = { DATABASE_DIRECT_URL: 'postgres://one@127.0.0.1:5432/nameplate' };
    expect(faultsOf(direct)).toEqual(['DATABASE_DIRECT_URL']);
    const pooler = { DATABASE_URL: 'postgres://one@127.0.0.1:6432/nameplate' };
    expect(parseConfig(pooler).databaseDirectUrl).toBeUndefined();
    expect(parseConfig({ ...pooler, ...direct })).toMatchObject({
      databaseUrl: pooler.DATABASE_URL,
      databaseDirectUrl: direct.DATABASE_DIRECT_URL,
    });
  });

  it('production starts with what it needs', () => {
    expect(parseConfig(PRODUCTION)).toMatchObject({ production: true, https: true, site: { localMode: false } });
  });

  it.each([
    ['nothing set', { NODE_ENV: 'production' }, ['ADMIN_EMAILS', 'PAYPAL_ENV', 'PUBLIC_URL', 'SECRET_KEY']],
    ['plain http', { ...PRODUCTION, PUBLIC_URL: 'http://handles.example.org' }, ['PUBLIC_URL']],
    ['the emulator', { ...PRODUCTION, PAYPAL_ENV: 'emulator' }, ['PAYPAL_ENV']],
    ['PayPal without TLS', { ...PRODUCTION, PAYPAL_API_BASE: 'http://paypal.example' }, ['PAYPAL_API_BASE']],
    ['no limits', { ...PRODUCTION, RATE_LIMITS: 'off' }, ['RATE_LIMITS']],
    ['an example administrator', { ...PRODUCTION, ADMIN_EMAILS: 'admin@example.test' }, ['ADMIN_EMAILS']],
  ])('production refuses %s', (_name, env, faults) => {
    expect(faultsOf(env)).toEqual(faults);
  });
});
