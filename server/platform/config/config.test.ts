import { availableParallelism } from 'node:os';
import { describe, expect, it } from 'vitest';
import { invalidSettings, PRODUCTION } from '../../../tests/support/server/production-settings.ts';
import { parseConfig } from './config.ts';

const PUBLIC = { ALLOW_PUBLIC_LOCAL_MODE: 'yes' };

describe('parseConfig', () => {
  it('returns local mode with its defaults for an empty environment', () => {
    const config = parseConfig({});
    expect(config).toMatchObject({
      production: false,
      https: false,
      site: { origin: 'http://localhost:3000', host: 'localhost:3000', mailDomain: 'localhost', localMode: true },
      listenHost: '127.0.0.1',
      port: 3000,
      smtpPort: 2525,
      submissionPort: 2587,
      submissionsPort: 2465,
      databaseUrl: undefined,
      mail: {
        hostname: 'localhost',
        from: undefined,
        options: { budget: 20_000, queueSeconds: 432_000 },
      },
      adminEmails: ['admin@example.test'],
      rateLimits: true,
    });
    expect([...config.roles]).toEqual(['http', 'mail', 'jobs']);
  });

  it('starts one mail process in local mode, one for each core in production, and as many as MAIL_PROCESSES states', () => {
    const cores = Math.min(availableParallelism(), 8);
    expect(parseConfig({}).mail.processes).toBe(1);
    expect(parseConfig(PRODUCTION).mail.processes).toBe(cores);
    expect(parseConfig({ ...PRODUCTION, MAIL_PROCESSES: '3' }).mail.processes).toBe(3);
    for (const wrong of ['-1', '1.5', '65', 'all'])
      expect(invalidSettings({ MAIL_PROCESSES: wrong })).toEqual(['MAIL_PROCESSES']);
  });

  it('reads SEND_LIMITS as recipients an hour and a day for each plan that sends', () => {
    expect(parseConfig({}).mail.sendLimits).toEqual({
      Plus: { hour: 50, day: 200 },
      Deluxe: { hour: 200, day: 1000 },
      Vanity: { hour: 200, day: 1000 },
    });
    const own = { SEND_LIMITS: ' vanity=7/7, Plus = 1/2,Deluxe=30/400 ' };
    expect(parseConfig(own).mail.sendLimits).toEqual({
      Plus: { hour: 1, day: 2 },
      Deluxe: { hour: 30, day: 400 },
      Vanity: { hour: 7, day: 7 },
    });
    const wrong = ['Plus=50/200', '50/200', 'Plus=5/2,Deluxe=1/1,Vanity=1/1', 'Plus=0/2,Deluxe=1/1,Vanity=1/1'];
    wrong.push(
      'Plus=1/1,Deluxe=1/1,Vanity=1/1,Free=1/1',
      'Plus=1/1,Deluxe=1/1,Vanity=-1/1',
      'Plus=1/1,Plus=1/1,Vanity=1/1',
    );
    wrong.push('Plus=1/9999999,Deluxe=1/1,Vanity=1/1', 'Plus=1/1,Deluxe=1/1,Vanity=1/1,');
    for (const text of wrong) expect(invalidSettings({ SEND_LIMITS: text }), text).toEqual(['SEND_LIMITS']);
  });

  it('listens for submission on ports 587 and 465 in production, on other ports if set, and not at all on 0', () => {
    const ports = (env: Record<string, string>) => {
      const { submissionPort, submissionsPort } = parseConfig(env);
      return [submissionPort, submissionsPort];
    };
    expect(ports(PRODUCTION)).toEqual([587, 465]);
    expect(ports({ ...PRODUCTION, SUBMISSION_PORT: '0', SUBMISSIONS_PORT: '4650' })).toEqual([0, 4650]);
    expect(invalidSettings({ SUBMISSION_PORT: '-1', SUBMISSIONS_PORT: '65536' })).toEqual([
      'SUBMISSIONS_PORT',
      'SUBMISSION_PORT',
    ]);
  });

  it('trusts ARC chains of large providers unless MAIL_TRUSTED_SEALERS lists others, or none', () => {
    expect(parseConfig({}).mail.options.trustedSealers).toContain('google.com');
    expect(parseConfig({ MAIL_TRUSTED_SEALERS: 'Lists.Example.org' }).mail.options.trustedSealers).toEqual([
      'lists.example.org',
    ]);
    expect(parseConfig({ MAIL_TRUSTED_SEALERS: 'none' }).mail.options.trustedSealers).toEqual([]);
    expect(invalidSettings({ MAIL_TRUSTED_SEALERS: 'none,google.com' })).toEqual(['MAIL_TRUSTED_SEALERS']);
  });

  it('accepts one source address of each family, and by default uses those of forwarded mail for sent mail', () => {
    const sources = (env: Record<string, string>) => parseConfig(env).mail.sources;
    expect(sources({})).toEqual({ forwarded: [], sent: [] });
    const both = ['192.0.2.1', '2001:db8::1'];
    expect(sources({ MAIL_SOURCE_ADDRESS: both.join(', ') })).toEqual({ forwarded: both, sent: both });
    expect(sources({ MAIL_SEND_SOURCE_ADDRESS: '192.0.2.2' })).toEqual({ forwarded: [], sent: ['192.0.2.2'] });
    for (const value of ['host.test', '192.0.2.1,192.0.2.2']) {
      expect(invalidSettings({ MAIL_SOURCE_ADDRESS: value })).toEqual(['MAIL_SOURCE_ADDRESS']);
      expect(invalidSettings({ MAIL_SEND_SOURCE_ADDRESS: value })).toEqual(['MAIL_SEND_SOURCE_ADDRESS']);
    }
  });

  it('treats an empty value as not set, and derives names from PUBLIC_URL', () => {
    const config = parseConfig({ PORT: '', MAIL_DOMAIN: '  ', PUBLIC_URL: 'https://Handles.Example.org', ...PUBLIC });
    expect(config).toMatchObject({ port: 3000, https: true, mail: { domain: 'handles.example.org' } });
    expect(parseConfig({ PORT: '4000' }).site.origin).toBe('http://localhost:4000');
  });

  it('reports all invalid settings together, each with the way to correct it', () => {
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
      ...PUBLIC,
    };
    expect(invalidSettings(env)).toEqual(
      [
        'PORT PUBLIC_URL MAIL_FROM RATE_LIMITS ROLES TRUST_PROXY SMTP_RELAY_URL DATABASE_URL SECRET_KEY TLS_KEY',
        'S3_ENDPOINT S3_REGION S3_ACCESS_KEY_ID S3_SECRET_ACCESS_KEY PAYPAL_CLIENT_ID PAYPAL_CLIENT_SECRET',
        'PAYPAL_WEBHOOK_ID DNS_SERVERS',
      ]
        .flatMap((line) => line.split(' '))
        .sort(),
    );
    expect(() => parseConfig(env)).toThrow(/PORT: must be at most 65535\n/);
  });

  it('uses a bucket if all five S3 settings are set, and a folder if none is', () => {
    expect(parseConfig({}).s3).toBeUndefined();
    const s3 = { S3_ENDPOINT: 'https://s3.example.org', S3_REGION: 'eu', S3_BUCKET: 'pictures' };
    expect(parseConfig({ ...s3, S3_ACCESS_KEY_ID: 'me', S3_SECRET_ACCESS_KEY: 'hush' }).s3).toEqual({
      endpoint: 'https://s3.example.org/',
      region: 'eu',
      bucket: 'pictures',
      accessKeyId: 'me',
      secretAccessKey: 'hush',
    });
    expect(invalidSettings(s3)).toEqual(['S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']);
  });

  it('uses the PayPal emulator of this process unless the settings name another address', () => {
    expect(parseConfig({ PORT: '4000', LISTEN_HOST: '0.0.0.0', ...PUBLIC }).paypal).toMatchObject({
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
      // Certificates of webhooks may come only from PayPal's own hosts.
      certificateHost: undefined,
    });
  });

  it('rejects an administrator inside the mail domain, because the owner of that handle would become one', () => {
    const env = { PUBLIC_URL: 'https://example.org', ADMIN_EMAILS: 'me@Example.org', ...PUBLIC };
    expect(invalidSettings(env)).toEqual(['ADMIN_EMAILS']);
  });

  it.each(['Production', 'prod', 'PRODUCTION', 'staging', 'dev', 'true'])(
    'rejects NODE_ENV=%s and reports nothing else, because the intended mode is unknown',
    (mode) => {
      expect(invalidSettings({ ...PRODUCTION, NODE_ENV: mode })).toEqual(['NODE_ENV']);
    },
  );

  it.each([
    ['a public address', { PUBLIC_URL: 'https://np.example.org' }, ['PUBLIC_URL']],
    ['a public address in the clear', { PUBLIC_URL: 'http://np.example.org' }, ['PUBLIC_URL']],
    ['https on this machine', { PUBLIC_URL: 'https://localhost' }, ['PUBLIC_URL']],
    ['a name that only looks local', { PUBLIC_URL: 'http://localhost.example.org' }, ['PUBLIC_URL']],
    ['an address of the network', { PUBLIC_URL: 'http://192.168.1.7:3000' }, ['PUBLIC_URL']],
    ['every interface', { LISTEN_HOST: '0.0.0.0' }, ['LISTEN_HOST']],
    ['every interface of IPv6', { LISTEN_HOST: '::' }, ['LISTEN_HOST']],
    ['both', { PUBLIC_URL: 'https://np.example.org', LISTEN_HOST: '192.0.2.2' }, ['LISTEN_HOST', 'PUBLIC_URL']],
    [
      'a public address with the override set to no',
      { LISTEN_HOST: '0.0.0.0', ALLOW_PUBLIC_LOCAL_MODE: 'no' },
      ['LISTEN_HOST'],
    ],
    [
      'a public address with a misspelled override',
      { LISTEN_HOST: '0.0.0.0', ALLOW_PUBLIC_LOCAL_MODE: 'true' },
      ['ALLOW_PUBLIC_LOCAL_MODE', 'LISTEN_HOST'],
    ],
  ] as [string, Record<string, string>, string[]][])('rejects %s in local mode', (_name, env, settings) => {
    for (const mode of ['', 'development', 'test'])
      expect(invalidSettings({ NODE_ENV: mode, ...env })).toEqual(settings);
    if (env.LISTEN_HOST) expect(() => parseConfig(env)).toThrow(/NODE_ENV=production/);
  });

  it('accepts loopback addresses in local mode, and public ones with ALLOW_PUBLIC_LOCAL_MODE', () => {
    for (const PUBLIC_URL of [
      'http://localhost:3000',
      'http://127.0.0.1:8080',
      'http://[::1]:3000',
      'http://np.localhost',
    ]) {
      for (const LISTEN_HOST of ['127.0.0.1', '::1', 'localhost', '127.0.0.2']) {
        expect(invalidSettings({ PUBLIC_URL, LISTEN_HOST })).toEqual([]);
      }
    }
    expect(invalidSettings({ PUBLIC_URL: 'https://np.example.org', LISTEN_HOST: '0.0.0.0', ...PUBLIC })).toEqual([]);
  });

  it('accepts PAYPAL_ENV=off in production and offers no paid plans', () => {
    const { PAYPAL_CLIENT_ID, PAYPAL_CLIENT_SECRET, PAYPAL_WEBHOOK_ID, ...others } = PRODUCTION;
    expect(parseConfig({ ...others, PAYPAL_ENV: 'off' }).site.paidPlans).toBe(false);
    expect(parseConfig(PRODUCTION).site.paidPlans).toBeUndefined();
  });

  it('sends HSTS for the host only, for its subdomains too, or not at all', () => {
    const hsts = (changes: Record<string, string>) => parseConfig({ ...PRODUCTION, ...changes }).hsts;
    expect(hsts({})).toBe('max-age=63072000');
    expect(hsts({ HSTS: 'subdomains' })).toBe('max-age=63072000; includeSubDomains');
    expect(hsts({ HSTS: 'off' })).toBeUndefined();
    expect(parseConfig({ HSTS: 'host' }).hsts).toBeUndefined();
    expect(invalidSettings({ HSTS: 'on' })).toEqual(['HSTS']);
  });

  it('opens a separate health listener in production, or the one that METRICS_LISTEN states', () => {
    expect(parseConfig({}).metricsListen).toBeUndefined();
    expect(parseConfig(PRODUCTION).metricsListen).toEqual({ host: '127.0.0.1', port: 9464 });
    expect(parseConfig({ ...PRODUCTION, METRICS_LISTEN: 'off' }).metricsListen).toBeUndefined();
    expect(parseConfig({ METRICS_LISTEN: '[::1]:0' }).metricsListen).toEqual({ host: '::1', port: 0 });
    for (const wrong of ['9464', 'example.org:9464', '127.0.0.1:70000', '::1:9464'])
      expect(invalidSettings({ METRICS_LISTEN: wrong })).toEqual(['METRICS_LISTEN']);
  });

  it('accepts DATABASE_DIRECT_URL and DATABASE_REPLICA_URL only together with DATABASE_URL', () => {
    const direct = { DATABASE_DIRECT_URL: 'postgres://one@127.0.0.1:5432/nameplate' };
    expect(invalidSettings(direct)).toEqual(['DATABASE_DIRECT_URL']);
    expect(invalidSettings({ DATABASE_REPLICA_URL: direct.DATABASE_DIRECT_URL })).toEqual(['DATABASE_REPLICA_URL']);
    const pooler = { DATABASE_URL: 'postgres://one@127.0.0.1:6432/nameplate' };
    expect(parseConfig(pooler).databaseDirectUrl).toBeUndefined();
    expect(parseConfig({ ...pooler, ...direct })).toMatchObject({
      databaseUrl: pooler.DATABASE_URL,
      databaseDirectUrl: direct.DATABASE_DIRECT_URL,
    });
  });

  it('accepts a schedule, a retention rule and one key for backups', () => {
    expect(parseConfig({ BACKUP_SCHEDULE: '15 2 * * *', BACKUP_KEY: 'x'.repeat(16) }).backup).toMatchObject({
      schedule: '15 2 * * *',
      keep: 7,
      keepDays: 30,
      key: 'x'.repeat(16),
    });
    expect(invalidSettings({ BACKUP_SCHEDULE: 'daily', BACKUP_KEEP: '0', BACKUP_KEY: 'short' })).toEqual([
      'BACKUP_KEEP',
      'BACKUP_KEY',
      'BACKUP_SCHEDULE',
    ]);
    expect(invalidSettings({ BACKUP_KEY: 'x'.repeat(16), BACKUP_KEY_FILE: '/etc/key' })).toEqual(['BACKUP_KEY_FILE']);
  });

  it('accepts a complete production environment', () => {
    expect(parseConfig(PRODUCTION)).toMatchObject({ production: true, https: true, site: { localMode: false } });
    // Screens in local mode show the relay, without its password.
    const SMTP_RELAY_URL = 'smtp://name:secret@127.0.0.1:1025';
    expect(parseConfig({ SMTP_RELAY_URL }).site.relay).toBe('127.0.0.1:1025');
    expect(parseConfig({ ...PRODUCTION, SMTP_RELAY_URL }).site).not.toHaveProperty('relay');
  });

  it.each([
    [
      'nothing set',
      { NODE_ENV: 'production' },
      ['ADMIN_EMAILS', 'PAYPAL_ENV', 'PUBLIC_URL', 'SECRET_KEY', 'SUPPORT_PHONE'],
    ],
    ['plain http', { ...PRODUCTION, PUBLIC_URL: 'http://handles.example.org' }, ['PUBLIC_URL']],
    ['the emulator', { ...PRODUCTION, PAYPAL_ENV: 'emulator' }, ['PAYPAL_ENV']],
    ['PayPal without TLS', { ...PRODUCTION, PAYPAL_API_BASE: 'http://paypal.example' }, ['PAYPAL_API_BASE']],
    ['no limits', { ...PRODUCTION, RATE_LIMITS: 'off' }, ['RATE_LIMITS']],
    ['an example administrator', { ...PRODUCTION, ADMIN_EMAILS: 'admin@example.test' }, ['ADMIN_EMAILS']],
  ])('rejects %s in production', (_name, env, settings) => {
    expect(invalidSettings(env)).toEqual(settings);
  });
});
