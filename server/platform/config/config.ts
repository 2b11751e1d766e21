import { availableParallelism } from 'node:os';
import path from 'node:path';
import { domainOf, parseAddress } from '../../../contract/addresses.ts';
import type { Site } from '../../../contract/documents.ts';
import { isLoopbackName } from '../http/loopback.ts';
import { type PaypalConfig, paypalOf } from './paypal-config.ts';
import { type Fault, readSettings, type Settings } from './settings.ts';
import { TRUSTED_SEALERS } from './trusted-sealers.ts';

export type Role = 'http' | 'mail' | 'jobs';

/** The whole configuration of a process, parsed once at start. */
export interface Config {
  production: boolean;
  site: Site;
  /** Whether cookies may only travel over TLS. */
  https: boolean;
  listenHost: string;
  port: number;
  smtpPort: number;
  roles: Set<Role>;
  dataDir: string;
  databaseUrl: string | undefined;
  /** PostgreSQL itself, where `databaseUrl` leads to a pooler. */
  databaseDirectUrl: string | undefined;
  /** Database connections of one process at most. */
  databasePool: number;
  /** Where health of this process is served, beside PORT. */
  metricsListen: { host: string; port: number } | undefined;
  /** Value of the header Strict-Transport-Security; undefined where none is sent. */
  hsts: string | undefined;
  mail: {
    domain: string;
    hostname: string;
    /** Header form, such as `Nameplate <no-reply@example.org>`. */
    from: string;
    relay: URL | undefined;
    budgetSeconds: number;
    queueDays: number;
    /** How many processes are started to take mail; with 0 this one does. */
    processes: number;
    /** Most messages an hour for one address, and for one inbox; undefined for what the mail library holds right. */
    inboxHourly: number | undefined;
    greylist: boolean;
    /** Zones of DNS block lists. */
    blockLists: string[];
    spamCheck: URL | undefined;
    dnsServers: string[];
    /** Whether mail leaves with an ARC set of ours. */
    seal: boolean;
    /** Domains whose ARC sets may speak for mail that fails DMARC. */
    trustedSealers: string[];
    /** Folder of DKIM keys, `<selector>.pem` each. */
    dkimKeys: string;
  };
  /** Secrets as set; empty where one is to be made and kept in `dataDir`. The first signs, any verifies. */
  secretKeys: string[];
  adminEmails: string[];
  /** Free handles that an account may have where no administrator set another limit for it. */
  handlesPerAccount: number;
  tls: { cert: string; key: string } | undefined;
  paypal: PaypalConfig;
  /** Where objects lie; undefined for a folder in `dataDir`. */
  s3: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string } | undefined;
  trustProxy: string[];
  rateLimits: boolean;
  logLevel: string;
}

/** Thrown by `parseConfig`; lists every fault with what to do about it. */
export class ConfigError extends Error {
  readonly faults: Fault[];
  constructor(faults: Fault[]) {
    super(
      ['These settings need attention:', ...faults.map(({ setting, words }) => `  ${setting}: ${words}`)].join('\n'),
    );
    this.faults = faults;
  }
}

const GROUPS = [
  ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['TLS_CERT', 'TLS_KEY'],
] as const;

/** Settings that only make sense together, or that contradict each other. */
function crossFaults(settings: Settings, mailDomain: string): Fault[] {
  const faults: Fault[] = [];
  for (const group of GROUPS) {
    const missing = group.filter((name) => settings[name] === undefined);
    if (missing.length > 0 && missing.length < group.length) {
      for (const setting of missing) faults.push({ setting, words: `is missing: ${group.join(', ')} go together` });
    }
  }
  if (settings.PAYPAL_ENV === 'sandbox' || settings.PAYPAL_ENV === 'live') {
    for (const setting of ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const) {
      if (!settings[setting]) faults.push({ setting, words: `is needed with PAYPAL_ENV=${settings.PAYPAL_ENV}` });
    }
  }
  if (settings.DATABASE_DIRECT_URL && !settings.DATABASE_URL) {
    faults.push({
      setting: 'DATABASE_DIRECT_URL',
      words: 'needs DATABASE_URL: it is the same database without the pooler',
    });
  }
  const inside = (settings.ADMIN_EMAILS ?? []).filter((email) => domainOf(email.toLowerCase()) === mailDomain);
  if (inside.length > 0) {
    faults.push({
      setting: 'ADMIN_EMAILS',
      words: `must not be inside MAIL_DOMAIN (${inside.join(', ')}): whoever claims that handle would be administrator`,
    });
  }
  return faults;
}

/** What production asks for beyond: nothing of local mode may be left. `bad` are the settings already found faulty. */
function productionFaults(settings: Settings, bad: Set<string>): Fault[] {
  const faults: Fault[] = [];
  const need = (setting: keyof Settings, words: string) => {
    if (settings[setting] === undefined && !bad.has(setting)) faults.push({ setting, words });
  };
  need('PUBLIC_URL', 'is needed: the address people see, such as https://example.org');
  need('SECRET_KEY', 'is needed: a secret of at least 32 characters: openssl rand -hex 32');
  need('ADMIN_EMAILS', 'is needed: your own address, which becomes administrator');
  if (settings.PUBLIC_URL && settings.PUBLIC_URL.protocol !== 'https:') {
    faults.push({ setting: 'PUBLIC_URL', words: 'must begin with https:// in production' });
  }
  if (settings.ADMIN_EMAILS?.some((email) => /[@.](test|example|invalid|localhost)$/i.test(email))) {
    faults.push({ setting: 'ADMIN_EMAILS', words: 'must be real mailboxes in production' });
  }
  if (!bad.has('PAYPAL_ENV') && (settings.PAYPAL_ENV ?? 'emulator') === 'emulator') {
    faults.push({
      setting: 'PAYPAL_ENV',
      words: 'must be sandbox, live or off in production: the emulator takes no money',
    });
  }
  if (settings.PAYPAL_API_BASE && settings.PAYPAL_API_BASE.protocol !== 'https:') {
    faults.push({ setting: 'PAYPAL_API_BASE', words: 'must begin with https:// in production' });
  }
  if (settings.RATE_LIMITS === false) {
    faults.push({ setting: 'RATE_LIMITS', words: 'must not be off in production' });
  }
  return faults;
}

/** Local mode signs strangers in as administrators and shows mail: it stays on this machine unless told otherwise. */
function localModeFaults(settings: Settings): Fault[] {
  if (settings.ALLOW_PUBLIC_LOCAL_MODE) return [];
  const { PUBLIC_URL, LISTEN_HOST } = settings;
  const todo = 'set NODE_ENV=production, or ALLOW_PUBLIC_LOCAL_MODE=yes at your own risk';
  const faults: Fault[] = [];
  if (PUBLIC_URL && (PUBLIC_URL.protocol === 'https:' || !isLoopbackName(PUBLIC_URL.hostname))) {
    faults.push({
      setting: 'PUBLIC_URL',
      words: `must be http://localhost or a loopback address in local mode: ${todo}`,
    });
  }
  if (LISTEN_HOST !== undefined && !isLoopbackName(LISTEN_HOST)) {
    faults.push({
      setting: 'LISTEN_HOST',
      words: `must be a loopback address in local mode, such as 127.0.0.1: ${todo}`,
    });
  }
  return faults;
}

function hostOf(value: Settings['PUBLIC_URL']): URL {
  return value ?? new URL('http://localhost:3000');
}

/** The bucket of the S3 settings, which go together. */
function bucketOf(settings: Settings): Config['s3'] {
  const { S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = settings;
  if (!S3_ENDPOINT || !S3_REGION || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  return {
    endpoint: S3_ENDPOINT.href,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

/** `none` alone trusts no sealer. */
function sealersOf(set: Settings['MAIL_TRUSTED_SEALERS']): string[] {
  if (set === undefined) return [...TRUSTED_SEALERS];
  const names = set.map((name) => name.toLowerCase());
  return names.length === 1 && names[0] === 'none' ? [] : names;
}

/** Two years; the hosts below ours are somebody else's to decide about unless the operator says otherwise. */
const HSTS = { host: 'max-age=63072000', subdomains: 'max-age=63072000; includeSubDomains', off: undefined };

function metricsListenOf({ METRICS_LISTEN }: Settings, production: boolean): Config['metricsListen'] {
  if (METRICS_LISTEN === 'off' || (METRICS_LISTEN === undefined && !production)) return undefined;
  return METRICS_LISTEN ?? { host: '127.0.0.1', port: 9464 };
}

/** Mail processes that are started unless told otherwise: each takes connections of the database. */
const MOST_PROCESSES = 8;

/** Parses the environment into the configuration. Throws ConfigError with every fault at once. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const { settings, faults } = readSettings(env);
  const production = settings.NODE_ENV === 'production';
  const port = settings.PORT ?? 3000;
  const publicUrl =
    settings.PUBLIC_URL ?? (port > 0 && port !== 3000 ? new URL(`http://localhost:${port}`) : hostOf(undefined));
  const mailDomain = settings.MAIL_DOMAIN ?? publicUrl.hostname;
  faults.push(...crossFaults(settings, mailDomain));
  const bad = new Set(faults.map(({ setting }) => setting));
  // A NODE_ENV that is not understood is a fault already: what it was meant to be is not known.
  if (production) faults.push(...productionFaults(settings, bad));
  else if (!bad.has('NODE_ENV')) faults.push(...localModeFaults(settings));
  if (faults.length > 0) throw new ConfigError(faults);

  const dataDir = path.resolve(settings.DATA_DIR ?? './data');
  const listenHost = settings.LISTEN_HOST ?? '127.0.0.1';
  return {
    production,
    site: {
      origin: publicUrl.origin,
      host: publicUrl.host,
      mailDomain,
      localMode: !production,
      ...(settings.PAYPAL_ENV === 'off' && { paidPlans: false }),
    },
    https: publicUrl.protocol === 'https:',
    listenHost,
    port,
    smtpPort: settings.SMTP_PORT ?? 2525,
    roles: new Set((settings.ROLES ?? ['http', 'mail', 'jobs']) as Role[]),
    dataDir,
    databaseUrl: settings.DATABASE_URL?.href,
    databaseDirectUrl: settings.DATABASE_DIRECT_URL?.href,
    databasePool: settings.DATABASE_POOL ?? 20,
    metricsListen: metricsListenOf(settings, production),
    hsts: publicUrl.protocol === 'https:' ? HSTS[settings.HSTS ?? 'host'] : undefined,
    mail: {
      domain: mailDomain,
      hostname: settings.MAIL_HOSTNAME ?? mailDomain,
      from: settings.MAIL_FROM ?? `Nameplate <no-reply@${mailDomain}>`,
      relay: settings.SMTP_RELAY_URL,
      budgetSeconds: settings.MAIL_BUDGET_SECONDS ?? 20,
      queueDays: settings.MAIL_QUEUE_DAYS ?? 5,
      processes: settings.MAIL_PROCESSES ?? (production ? Math.min(availableParallelism(), MOST_PROCESSES) : 0),
      inboxHourly: settings.MAIL_INBOX_HOURLY,
      greylist: settings.MAIL_GREYLIST ?? false,
      blockLists: settings.MAIL_DNSBL ?? [],
      spamCheck: settings.MAIL_SPAM_CHECK_URL,
      dnsServers: settings.DNS_SERVERS ?? [],
      seal: settings.MAIL_SEAL ?? true,
      trustedSealers: sealersOf(settings.MAIL_TRUSTED_SEALERS),
      dkimKeys: path.resolve(settings.DKIM_KEYS ?? path.join(dataDir, 'dkim')),
    },
    secretKeys: settings.SECRET_KEY ?? [],
    adminEmails: (settings.ADMIN_EMAILS ?? ['admin@example.test']).map((email) => parseAddress(email) ?? email),
    handlesPerAccount: settings.HANDLES_PER_ACCOUNT ?? 20,
    s3: bucketOf(settings),
    tls: settings.TLS_CERT && settings.TLS_KEY ? { cert: settings.TLS_CERT, key: settings.TLS_KEY } : undefined,
    paypal: paypalOf(settings, { listenHost, port, production }),
    trustProxy: settings.TRUST_PROXY ?? [],
    rateLimits: settings.RATE_LIMITS ?? true,
    logLevel: settings.LOG_LEVEL ?? 'info',
  };
}
