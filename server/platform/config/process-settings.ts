import { isIP } from 'node:net';
import path from 'node:path';
import { z } from 'zod';
import { STUCK_AFTER_SECONDS } from '../supervisor/process-heartbeat.ts';
import { isCronPattern } from './cron-pattern.ts';
import { isProxyNetwork } from './proxy-network.ts';
import { derived, none, setting, stated, unset } from './setting.ts';
import {
  count,
  databaseUrl,
  file,
  href,
  listenAddress,
  listOf,
  onOrOff,
  port,
  splitList,
  url,
  yesOrNo,
} from './setting-schemas.ts';

export const ROLES = ['http', 'mail', 'jobs'] as const;
export type Role = (typeof ROLES)[number];

/** Someone who has the archive could guess a shorter one. */
export const MIN_BACKUP_PASSPHRASE = 16;

const bucket = unset('local disk');
const certificate = unset('self-made in `DATA_DIR`');

/** How a process runs: where it listens, where its data is, and what it reports. */
export const PROCESS_SETTINGS = {
  publicUrl: setting(
    'PUBLIC_URL',
    url(['http:', 'https:'], 'https://example.org').refine(
      (value) => value.pathname === '/' && value.search === '' && value.hash === '' && value.username === '',
      'must be an origin alone, without a path, such as https://example.org',
    ),
    // Port 0 means any free port, which is not yet known.
    derived('`http://localhost:PORT`', ({ PORT }) => new URL(`http://localhost:${PORT || 3000}`)),
    'base of every link that Nameplate sends or shows',
  ),
  stuckProcessSeconds: setting(
    'STUCK_PROCESS_SECONDS',
    count('seconds').min(0).max(3600, 'must be from 0 to 3600'),
    String(STUCK_AFTER_SECONDS),
    'seconds without a turn of the event loop after which a process is killed and replaced; 0 means never',
  ),
  listenHost: setting(
    'LISTEN_HOST',
    z
      .string()
      .refine(
        (text) => isIP(text) !== 0 || text === 'localhost',
        'must be an IP address, such as 127.0.0.1 or 0.0.0.0',
      ),
    '127.0.0.1',
    'address to listen on',
  ),
  port: setting('PORT', port(3000), '3000', 'port of pages and the API'),
  smtpPort: setting('SMTP_PORT', port(2525), '2525', 'port on which other servers deliver mail'),
  maxRequests: setting(
    'HTTP_MAX_REQUESTS',
    count('requests').int().min(10, 'must be at least 10'),
    '250',
    'maximum requests in progress in an `http` process; further ones get 503 with `Retry-After`, except for pages in memory and health checks. One network may use a quarter of them',
  ),
  submissionPort: setting(
    'SUBMISSION_PORT',
    port(587),
    derived('2587; in production 587', ({ NODE_ENV }) => (NODE_ENV === 'production' ? 587 : 2587)),
    'port on which mail programs send from a handle, with STARTTLS; 0 is off',
  ),
  submissionsPort: setting(
    'SUBMISSIONS_PORT',
    port(465),
    derived('2465; in production 465', ({ NODE_ENV }) => (NODE_ENV === 'production' ? 465 : 2465)),
    'the same with implicit TLS; 0 is off',
  ),
  dataDir: setting(
    'DATA_DIR',
    file,
    './data',
    'folder for the embedded database, secrets, pictures and the local outbox',
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    databaseUrl,
    unset('the embedded PostgreSQL'),
    'an external PostgreSQL, 15 or newer',
  ),
  databaseDirectUrl: setting(
    'DATABASE_DIRECT_URL',
    databaseUrl,
    unset('`DATABASE_URL`'),
    'the same database without the connection pooler of `DATABASE_URL`; see [docs/operate.md](docs/operate.md)',
  ),
  databaseReplicaUrl: setting(
    'DATABASE_REPLICA_URL',
    databaseUrl,
    none,
    'a streaming replica, from which public pages are read; see [docs/scale.md](docs/scale.md)',
  ),
  databasePool: setting(
    'DATABASE_POOL',
    count('connections').int().min(5, 'must be from 5 to 1000').max(1000, 'must be from 5 to 1000'),
    '20',
    'maximum database connections per process; see "Database connections" in [docs/operate.md](docs/operate.md)',
  ),
  secretKeys: setting(
    'SECRET_KEY',
    listOf(
      (item) => item.length >= 32,
      'must be secrets of at least 32 characters, separated by commas: openssl rand -hex 32',
    ),
    stated('', 'made once in `DATA_DIR`'),
    'signs the addresses of forwarded mail and of uploads; if there are several, separated by commas, the first one signs and each of them verifies',
  ),
  backup: {
    folder: setting(
      'BACKUP_DIR',
      file,
      derived('`DATA_DIR/backups`', ({ DATA_DIR }) => path.join(DATA_DIR, 'backups')),
      'folder for backups',
    ),
    schedule: setting(
      'BACKUP_SCHEDULE',
      z
        .string()
        .refine(isCronPattern, 'must be five fields of cron, in UTC, such as 15 2 * * * for every night at 2:15'),
      none,
      'when the role `jobs` makes a backup: five fields of cron in UTC, such as `15 2 * * *` for every night at 2:15',
    ),
    keep: setting(
      'BACKUP_KEEP',
      count('archives').int().min(1, 'must be at least 1'),
      '7',
      'how many backups are kept; each backup deletes older ones, never the newest',
    ),
    keepDays: setting(
      'BACKUP_KEEP_DAYS',
      count('days').int().min(1, 'must be at least 1'),
      '30',
      'for how many days backups are kept',
    ),
    key: setting(
      'BACKUP_KEY',
      z
        .string()
        .refine(
          (text) => text.length >= MIN_BACKUP_PASSPHRASE,
          'must be a passphrase of at least 16 characters, or an identity of age-keygen',
        ),
      none,
      'encrypts backups: a passphrase of at least 16 characters or an identity of `age-keygen`',
    ),
    keyFile: setting('BACKUP_KEY_FILE', file, none, 'file with such a passphrase or identity, instead of `BACKUP_KEY`'),
  },
  tls: {
    cert: setting('TLS_CERT', z.string(), certificate, 'certificate for SMTP; set together with `TLS_KEY`'),
    key: setting('TLS_KEY', z.string(), certificate, 'its key'),
  },
  trustProxy: setting(
    'TRUST_PROXY',
    listOf(
      isProxyNetwork,
      'must be the IP addresses of your proxies or their networks, such as 173.245.48.0/20, separated by commas; at least /8 for IPv4 and /7 for IPv6',
    ),
    '',
    'addresses of trusted reverse proxies and networks of them in CIDR notation, separated by commas: `127.0.0.1,173.245.48.0/20,2400:cb00::/32`',
  ),
  rateLimits: setting(
    'RATE_LIMITS',
    onOrOff,
    'on',
    '`off` (rejected in production) disables limits per network; limits per inbox always apply',
  ),
  roles: setting(
    'ROLES',
    z
      .string()
      .transform(splitList)
      .pipe(
        z
          .array(z.enum(ROLES, 'must be of http, mail, jobs, separated by commas'))
          .min(1, 'must name at least one of http, mail, jobs'),
      )
      .transform((roles) => new Set(roles)),
    ROLES.join(','),
    'the parts that this process runs; any number of processes can share one database',
  ),
  metricsListen: setting(
    'METRICS_LISTEN',
    listenAddress,
    derived('`off`; in production `127.0.0.1:9464`', ({ NODE_ENV }) =>
      NODE_ENV === 'production' ? { host: '127.0.0.1', port: 9464 } : undefined,
    ),
    'address that serves `/metrics`, `/healthz` and `/readyz` of this process, whatever its roles; each process on a machine needs a different port, or `off`',
  ),
  tracing: {
    endpoint: setting(
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      href(['http:', 'https:'], 'http://127.0.0.1:4318'),
      none,
      'OpenTelemetry collector (OTLP over HTTP, such as `http://127.0.0.1:4318`) that gets traces',
    ),
    trustTraceparent: setting(
      'OTEL_TRUST_TRACEPARENT',
      yesOrNo,
      'no',
      '`yes`: a request continues the trace of its `traceparent` header; only behind a proxy that sets it',
    ),
  },
  hsts: setting(
    'HSTS',
    z.enum(['host', 'subdomains', 'off'], 'must be host, subdomains or off'),
    'host',
    'Strict-Transport-Security: for this `host` only, for its `subdomains` too, or `off`',
  ),
  logLevel: setting(
    'LOG_LEVEL',
    z.enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'must be error, warn, info, debug or silent',
    ),
    'info',
    'lowest level that is logged',
  ),
  environment: setting(
    'NODE_ENV',
    z.enum(
      ['development', 'test', 'production'],
      'must be development, test or production, in lower case: anything but production is local mode',
    ),
    'development',
    '`development`, `test` or `production`, which disables local mode; any other value is rejected',
  ),
  allowPublicLocalMode: setting(
    'ALLOW_PUBLIC_LOCAL_MODE',
    yesOrNo,
    'no',
    'local mode refuses to start with an `https:` or non-loopback `PUBLIC_URL`, or a non-loopback `LISTEN_HOST`; `yes` disables this check, at your own risk',
  ),
  s3: {
    endpoint: setting(
      'S3_ENDPOINT',
      href(['http:', 'https:'], 'https://s3.example.org'),
      bucket,
      'address of a private bucket for pictures, sharing images and the assets of builds; set all five S3 settings or none; the bucket needs no configuration',
    ),
    region: setting('S3_REGION', z.string(), bucket, 'its region'),
    bucket: setting('S3_BUCKET', z.string(), bucket, 'its name'),
    accessKeyId: setting('S3_ACCESS_KEY_ID', z.string(), bucket, 'id of the access key of the bucket'),
    secretAccessKey: setting('S3_SECRET_ACCESS_KEY', z.string(), bucket, 'secret of the access key of the bucket'),
  },
};
