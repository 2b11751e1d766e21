import { describe, expect, it } from 'vitest';
import { suspectSettings } from './setting-names.ts';
import { SETTING_NAMES } from './settings.ts';

const names = (env: Record<string, string>) => suspectSettings(env).map(({ name }) => name);

describe('suspectSettings', () => {
  it.each([
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['DATABASE_URI', 'DATABASE_URL'],
    ['DATABSAE_URL', 'DATABASE_URL'],
    ['SECRET_KEYS', 'SECRET_KEY'],
    ['ADMIN_EMAIL', 'ADMIN_EMAILS'],
    ['TRUSTED_PROXY', 'TRUST_PROXY'],
    ['RATE_LIMIT', 'RATE_LIMITS'],
    ['public_url', 'PUBLIC_URL'],
    ['PAYPAL_CLIENTID', 'PAYPAL_CLIENT_ID'],
  ])('reports %s as a misspelling of %s', (name, similar) => {
    expect(suspectSettings({ [name]: 'x' })).toEqual([{ name, similar }]);
  });

  it.each(['SMTP_PASSWORD', 'MAIL_SERVER', 'S3_KEY', 'PAYPAL_SECRET', 'NAMEPLATE_HOST', 'DKIM_SELECTOR'])(
    'reports %s because of its prefix',
    (name) => expect(names({ [name]: 'x' })).toEqual([name]),
  );

  it('does not report settings, or the variables of other programs', () => {
    const foreign = [
      'MAIL',
      'MAILTO',
      'MAILCHECK',
      'MAILPATH',
      'HOST',
      'HOSTNAME',
      'HOME',
      'PATH',
      'PWD',
      'OLDPWD',
      'SHELL',
      'USER',
      'LANG',
      'LC_ALL',
      'TERM',
      'TZ',
      'EDITOR',
      'LOGNAME',
      'SHLVL',
      'PORTS',
      'POST',
      'ROLE',
      'CI',
      'DEBUG',
      'HTTP_PROXY',
      'NODE_OPTIONS',
      'NODE_PATH',
      'NODE_EXTRA_CA_CERTS',
      'NODE_COMPILE_CACHE',
      'NODE_VERSION',
      'npm_config_cache',
      'AWS_ACCESS_KEY_ID',
      'AWS_SECRET_ACCESS_KEY',
      'PGDATA',
      'PGPORT',
      'POSTGRES_URL',
      'SSL_CERT_FILE',
      'SSL_CERT_DIR',
      'LISTEN_PID',
      'LISTEN_FDS',
      'INVOCATION_ID',
      'JOURNAL_STREAM',
      'MALLOC_ARENA_MAX',
      'XDG_DATA_DIRS',
      'GIT_DIR',
      'MAIL_CONNECTIONS',
      'SECRET_KEY_BASE',
      'DOCKER_HOST',
      'SMTP_SERVICE_HOST',
      'SMTP_PORT_25_TCP_ADDR',
      ...SETTING_NAMES,
    ];
    expect(names(Object.fromEntries(foreign.map((name) => [name, 'x'])))).toEqual([]);
    expect(names({ MAIL_PORT: 'tcp://10.0.0.7:25' })).toEqual([]);
  });
});
