import path from 'node:path';
import { parseAddress } from '../../../contract/addresses.ts';
import type { Site } from '../../../contract/documents.ts';
import { paypalConfig } from './paypal-config.ts';
import { combinationErrors, localModeErrors, productionErrors } from './setting-combinations.ts';
import { type GivenSettings, parseSettings, type SettingError, type Settings } from './settings.ts';

/** The whole configuration of a process, parsed once at start. */
export type Config = ReturnType<typeof toConfig>;

/** Thrown by `parseConfig`; lists every invalid setting and how to correct it. */
export class ConfigError extends Error {
  readonly errors: SettingError[];
  constructor(errors: SettingError[]) {
    super(
      ['These settings need attention:', ...errors.map(({ setting, message }) => `  ${setting}: ${message}`)].join(
        '\n',
      ),
    );
    this.errors = errors;
  }
}

/** Parses the environment into the configuration. Throws ConfigError with every error found. */
export function parseConfig(env: Record<string, string | undefined>): Config {
  const { settings, given, errors } = parseSettings(env);
  errors.push(...combinationErrors(given, settings.MAIL_DOMAIN));
  const invalid = new Set(errors.map(({ setting }) => setting));
  if (given.NODE_ENV === 'production') errors.push(...productionErrors(given, invalid));
  // With an invalid NODE_ENV the intended mode is unknown, so the other settings cannot be validated.
  else if (!invalid.has('NODE_ENV')) errors.push(...localModeErrors(given));
  if (errors.length > 0) throw new ConfigError(errors);
  return toConfig(settings, given);
}

/** The bucket of the S3 settings, which are set together or not at all. */
function bucketOf({ S3_ENDPOINT, S3_REGION, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: Settings) {
  if (!S3_ENDPOINT || !S3_REGION || !S3_BUCKET || !S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY) return undefined;
  return {
    endpoint: S3_ENDPOINT.href,
    region: S3_REGION,
    bucket: S3_BUCKET,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

/** Two years. Hosts below ours may belong to other services, so the operator has to include them. */
const HSTS_HEADERS = { host: 'max-age=63072000', subdomains: 'max-age=63072000; includeSubDomains', off: undefined };

function toConfig(settings: Settings, given: GivenSettings) {
  const production = settings.NODE_ENV === 'production';
  const { PUBLIC_URL, TLS_CERT, TLS_KEY } = settings;
  const https = PUBLIC_URL.protocol === 'https:';
  const site: Site = {
    origin: PUBLIC_URL.origin,
    host: PUBLIC_URL.host,
    mailDomain: settings.MAIL_DOMAIN,
    localMode: !production,
    ...(!production && settings.SMTP_RELAY_URL && { relay: settings.SMTP_RELAY_URL.host }),
    ...(settings.PAYPAL_ENV === 'off' && { paidPlans: false }),
    sendLimits: settings.SEND_LIMITS,
    ...(settings.TRUST_CLAIM !== '' && { trustClaim: settings.TRUST_CLAIM }),
  };
  const adminEmails = settings.ADMIN_EMAILS.map((email) => parseAddress(email) ?? email);
  return {
    production,
    site,
    /** Whether cookies may only travel over TLS. */
    https,
    listenHost: settings.LISTEN_HOST,
    port: settings.PORT,
    smtpPort: settings.SMTP_PORT,
    /** Ports of message submission: with STARTTLS, and with implicit TLS. 0 is off. */
    submissionPort: settings.SUBMISSION_PORT,
    submissionsPort: settings.SUBMISSIONS_PORT,
    roles: new Set(settings.ROLES),
    dataDir: path.resolve(settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL?.href,
    /** PostgreSQL itself, if `databaseUrl` leads to a pooler. */
    databaseDirectUrl: settings.DATABASE_DIRECT_URL?.href,
    /** A streaming replica, from which public pages are read. */
    databaseReplicaUrl: settings.DATABASE_REPLICA_URL?.href,
    /** Maximum number of database connections of one process. */
    maxRequests: settings.HTTP_MAX_REQUESTS,
    databasePool: settings.DATABASE_POOL,
    /** Seconds without a turn of the event loop after which a process is replaced; 0 for never. */
    stuckProcessSeconds: settings.STUCK_PROCESS_SECONDS,
    /** Address of the listener for health and metrics of this process, beside PORT. */
    metricsListen: settings.METRICS_LISTEN === 'off' ? undefined : settings.METRICS_LISTEN,
    tracing: {
      /** Collector of traces, without `/v1/traces`; undefined if traces are off. */
      endpoint: settings.OTEL_EXPORTER_OTLP_ENDPOINT?.href,
      /** Whether a request continues the trace that its `traceparent` names. */
      trustTraceparent: settings.OTEL_TRUST_TRACEPARENT === 'yes',
    },
    /** Value of the header Strict-Transport-Security; undefined if none is sent. */
    hsts: https ? HSTS_HEADERS[settings.HSTS] : undefined,
    mail: {
      domain: settings.MAIL_DOMAIN,
      hostname: settings.MAIL_HOSTNAME,
      /** Header form, such as `Nameplate <no-reply@example.org>`. */
      from: settings.MAIL_FROM,
      relay: settings.SMTP_RELAY_URL,
      /** Local addresses of outgoing connections, by what they carry; empty for the system's choice. */
      sources: {
        forwarded: settings.MAIL_SOURCE_ADDRESS ?? [],
        sent: settings.MAIL_SEND_SOURCE_ADDRESS ?? settings.MAIL_SOURCE_ADDRESS ?? [],
      },
      budgetSeconds: settings.MAIL_BUDGET_SECONDS,
      queueDays: settings.MAIL_QUEUE_DAYS,
      /** Number of processes to start for mail; with 0 this process receives mail itself, and a message can stop its pages. */
      processes: settings.MAIL_PROCESSES,
      /** Maximum messages an hour for one address, and for one inbox. */
      inboxHourly: settings.MAIL_INBOX_HOURLY,
      /** Maximum recipients in an hour and in a day for a handle of each plan that has sending. */
      sendLimits: settings.SEND_LIMITS,
      greylist: settings.MAIL_GREYLIST,
      /** Zones of DNS block lists. */
      blockLists: settings.MAIL_DNSBL,
      spamCheck: settings.MAIL_SPAM_CHECK_URL,
      dnsServers: settings.DNS_SERVERS,
      /** Whether forwarded mail gets an ARC set of ours. */
      seal: settings.MAIL_SEAL,
      /** Domains whose ARC sets can excuse mail that fails DMARC. */
      trustedSealers: settings.MAIL_TRUSTED_SEALERS,
      /** Folder of DKIM keys, `<selector>.pem` each. */
      dkimKeys: path.resolve(settings.DKIM_KEYS),
    },
    /** The secrets as set; empty if one is generated and kept in `dataDir`. The first signs, any verifies. */
    secretKeys: settings.SECRET_KEY,
    adminEmails,
    support: {
      /** The mailbox that requests go to. */
      email: parseAddress(settings.SUPPORT_EMAIL ?? '') ?? adminEmails[0] ?? `postmaster@${settings.MAIL_DOMAIN}`,
      /** Shown to owners of handles with phone support; undefined if none is offered. */
      phone: settings.SUPPORT_PHONE,
    },
    /** File of domains that pages may not link to; undefined for none. */
    linkBlocklist: settings.LINK_BLOCKLIST && path.resolve(settings.LINK_BLOCKLIST),
    /** Maximum number of free handles of an account for which no administrator set another limit. */
    handlesPerAccount: settings.HANDLES_PER_ACCOUNT,
    tls: TLS_CERT && TLS_KEY ? { cert: TLS_CERT, key: TLS_KEY } : undefined,
    paypal: paypalConfig(settings, given),
    /** The bucket of the objects; undefined for a folder in `dataDir`. */
    s3: bucketOf(settings),
    backup: {
      folder: path.resolve(settings.BACKUP_DIR),
      /** Five fields of cron, in UTC; undefined if no backup is scheduled. */
      schedule: settings.BACKUP_SCHEDULE,
      /** Maximum number of archives to keep, and their maximum age. */
      keep: settings.BACKUP_KEEP,
      keepDays: settings.BACKUP_KEEP_DAYS,
      key: settings.BACKUP_KEY,
      keyFile: settings.BACKUP_KEY_FILE && path.resolve(settings.BACKUP_KEY_FILE),
    },
    analytics: {
      /** Country database in MaxMind's format; undefined for the packaged one. */
      geoipDb: settings.GEOIP_DB && path.resolve(settings.GEOIP_DB),
      /** The first day on which a CDN answered views of public pages; undefined if none does. */
      cdnSince: settings.PAGE_CDN_SINCE,
    },
    trustProxy: settings.TRUST_PROXY,
    rateLimits: settings.RATE_LIMITS,
    logLevel: settings.LOG_LEVEL,
  };
}
