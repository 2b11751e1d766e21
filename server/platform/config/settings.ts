import { isIP } from 'node:net';
import { z } from 'zod';
import { parseAddress } from '../../../contract/addresses.ts';
import { isShown } from '../../../contract/text.ts';
import { STUCK_AFTER_SECONDS } from '../supervisor/process-heartbeat.ts';
import { isCronPattern } from './cron-pattern.ts';
import { DERIVED_DEFAULTS, LOCAL_TRUST_CLAIM } from './derived-defaults.ts';
import { isPhoneNumber } from './phone-number.ts';
import { isProxyNetwork } from './proxy-network.ts';
import { DEFAULT_SEND_LIMITS, sendLimits } from './send-limits.ts';
import { TRUSTED_SEALERS } from './trusted-sealers.ts';

export const ROLES = ['http', 'mail', 'jobs'] as const;
export type Role = (typeof ROLES)[number];

/** Fewer characters could be guessed by someone who has the archive. */
export const MIN_BACKUP_PASSPHRASE = 16;

/** Two lines on a phone. */
const MAX_TRUST_CLAIM = 80;

const splitList = (text: string) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');

const port = (example: number) =>
  z.coerce.number(`must be a port number, such as ${example}`).int().min(0).max(65535, 'must be at most 65535');

const hostname = z
  .string()
  .toLowerCase()
  .regex(
    /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/,
    'must be a host name, such as mail.example.org',
  );

const listOf = (allowed: (item: string) => boolean, message: string) =>
  z
    .string()
    .transform(splitList)
    .refine((items) => items.every(allowed), message);

const onOrOff = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');

const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address such as ${example}`,
    )
    .transform((text) => new URL(text));

const isAddress = (item: string) => parseAddress(item) !== null;
const isHostname = (item: string) => hostname.safeParse(item).success;
const isIpWithPort = (item: string) => isIP(item) !== 0 || /^(\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\]):\d+$/i.test(item);

/** At most one address of each family, because one destination address must lead to one source. */
const sourceAddresses = listOf((item) => isIP(item) !== 0, 'must be an IPv4 address, an IPv6 address, or both').refine(
  (items) => new Set(items.map((item) => isIP(item))).size === items.length,
  'must be at most one IPv4 and one IPv6 address',
);

const listenAddress = z
  .string()
  .transform((text) => {
    const match = /^(?:\[([0-9a-f:.]{2,45})\]|([^:]{1,253})):(\d{1,5})$/i.exec(text);
    return { host: match?.[1] ?? match?.[2] ?? '', port: Number(match?.[3] ?? -1) };
  })
  .refine(
    ({ host, port }) => (isIP(host) !== 0 || host === 'localhost') && port >= 0 && port <= 65535,
    'must be an IP address and a port, such as 127.0.0.1:9464, or off',
  );

/** A setting without a fixed default; `text` describes in README what applies when it is not set. */
const unset = <Schema extends z.ZodType>(schema: Schema, text = 'none') =>
  schema.optional().meta({ defaultText: text });

const date = z
  .string()
  .refine(
    (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
    'must be a day, such as 2026-11-30',
  );

const count = (unit: string) => z.coerce.number(`must be a number of ${unit}`);
const databaseUrl = url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/nameplate');

/**
 * Every setting that is read from the environment: its schema and, as the environment would state it, its default.
 * DERIVED_DEFAULTS has the defaults that depend on other settings. README's table is checked against both.
 */
export const SETTINGS = {
  NODE_ENV: z
    .enum(
      ['development', 'test', 'production'],
      'must be development, test or production, in lower case: anything but production is local mode',
    )
    .prefault('development'),
  ALLOW_PUBLIC_LOCAL_MODE: z
    .enum(['yes', 'no'], 'must be yes or no')
    .transform((value) => value === 'yes')
    .prefault('no'),
  PUBLIC_URL: unset(
    url(['http:', 'https:'], 'https://example.org').refine(
      (value) => value.pathname === '/' && value.search === '' && value.hash === '' && value.username === '',
      'must be an origin alone, without a path, such as https://example.org',
    ),
    'http://localhost:PORT',
  ),
  MAIL_DOMAIN: unset(hostname, 'hostname of PUBLIC_URL'),
  MAIL_HOSTNAME: unset(hostname, 'MAIL_DOMAIN'),
  MAIL_FROM: unset(
    z
      .string()
      .refine(
        (text) => !/[\r\n]/.test(text) && parseAddress(/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text) !== null,
        'must be one address, such as Nameplate <no-reply@example.org>',
      ),
    'Nameplate <no-reply@MAIL_DOMAIN>',
  ),
  DKIM_KEYS: unset(z.string(), 'DATA_DIR/dkim'),
  MAIL_SEAL: onOrOff.prefault('on'),
  MAIL_TRUSTED_SEALERS: listOf(isHostname, 'must be domains, separated by commas, or none')
    .refine((items) => items.length === 1 || !items.includes('none'), 'must be domains, or none by itself')
    .transform((items) => items.map((name) => name.toLowerCase()))
    .transform((names) => (names.length === 1 && names[0] === 'none' ? [] : names))
    .prefault(TRUSTED_SEALERS.join(',')),
  MAIL_BUDGET_SECONDS: count('seconds').min(1).max(240, 'must be from 1 to 240 seconds').prefault('20'),
  MAIL_QUEUE_DAYS: count('days').positive().max(30, 'must be at most 30 days').prefault('5'),
  MAIL_PROCESSES: unset(count('processes').int().min(0).max(64, 'must be from 0 to 64'), '1'),
  STUCK_PROCESS_SECONDS: count('seconds')
    .min(0)
    .max(3600, 'must be from 0 to 3600')
    .prefault(String(STUCK_AFTER_SECONDS)),
  MAIL_INBOX_HOURLY: count('messages').int().min(1, 'must be at least 1').prefault('500'),
  SEND_LIMITS: sendLimits.prefault(DEFAULT_SEND_LIMITS),
  MAIL_GREYLIST: onOrOff.prefault('off'),
  MAIL_DNSBL: listOf(isHostname, 'must be zones, separated by commas').prefault(''),
  MAIL_SPAM_CHECK_URL: unset(url(['http:', 'https:'], 'http://127.0.0.1:11333/checkv2')),
  LISTEN_HOST: z
    .string()
    .refine((text) => isIP(text) !== 0 || text === 'localhost', 'must be an IP address, such as 127.0.0.1 or 0.0.0.0')
    .prefault('127.0.0.1'),
  PORT: port(3000).prefault('3000'),
  HTTP_MAX_REQUESTS: count('requests').int().min(10, 'must be at least 10').prefault('250'),
  SMTP_PORT: port(2525).prefault('2525'),
  SUBMISSION_PORT: unset(port(587), '2587; in production 587'),
  SUBMISSIONS_PORT: unset(port(465), '2465; in production 465'),
  DATA_DIR: z.string().prefault('./data'),
  DATABASE_URL: unset(databaseUrl, 'the embedded PostgreSQL'),
  DATABASE_DIRECT_URL: unset(databaseUrl, 'DATABASE_URL'),
  DATABASE_REPLICA_URL: unset(databaseUrl),
  DATABASE_POOL: count('connections')
    .int()
    .min(5, 'must be from 5 to 1000')
    .max(1000, 'must be from 5 to 1000')
    .prefault('20'),
  SMTP_RELAY_URL: unset(url(['smtp:', 'smtps:'], 'smtp://user:password@relay.example.org:587')),
  DNS_SERVERS: listOf(isIpWithPort, 'must be IP addresses, separated by commas, each with :port if it is not 53')
    .prefault('')
    .meta({ defaultText: "the system's" }),
  MAIL_SOURCE_ADDRESS: unset(sourceAddresses, "the system's"),
  MAIL_SEND_SOURCE_ADDRESS: unset(sourceAddresses, 'MAIL_SOURCE_ADDRESS'),
  S3_ENDPOINT: unset(url(['http:', 'https:'], 'https://s3.example.org'), 'local disk'),
  S3_REGION: unset(z.string(), 'local disk'),
  S3_BUCKET: unset(z.string(), 'local disk'),
  S3_ACCESS_KEY_ID: unset(z.string(), 'local disk'),
  S3_SECRET_ACCESS_KEY: unset(z.string(), 'local disk'),
  PAYPAL_ENV: z
    .enum(['emulator', 'sandbox', 'live', 'off'], 'must be emulator, sandbox, live or off')
    .prefault('emulator'),
  PAYPAL_CLIENT_ID: z.string().prefault('emulator').meta({ defaultText: "the emulator's" }),
  PAYPAL_CLIENT_SECRET: z.string().prefault('emulator').meta({ defaultText: "the emulator's" }),
  PAYPAL_WEBHOOK_ID: z.string().prefault('EMULATOR-WEBHOOK').meta({ defaultText: "the emulator's" }),
  PAYPAL_MERCHANT_ID: unset(z.string()),
  PAYPAL_API_BASE: unset(url(['http:', 'https:'], 'https://api-m.paypal.com'), 'by PAYPAL_ENV'),
  PAYPAL_TIMEOUT_SECONDS: count('seconds').min(0.1).max(60, 'must be at most 60 seconds').prefault('15'),
  SECRET_KEY: listOf(
    (item) => item.length >= 32,
    'must be secrets of at least 32 characters, separated by commas: openssl rand -hex 32',
  )
    .prefault('')
    .meta({ defaultText: 'made once in DATA_DIR' }),
  BACKUP_DIR: unset(z.string(), 'DATA_DIR/backups'),
  BACKUP_SCHEDULE: unset(
    z.string().refine(isCronPattern, 'must be five fields of cron, in UTC, such as 15 2 * * * for every night at 2:15'),
  ),
  BACKUP_KEEP: count('archives').int().min(1, 'must be at least 1').prefault('7'),
  BACKUP_KEEP_DAYS: count('days').int().min(1, 'must be at least 1').prefault('30'),
  BACKUP_KEY: unset(
    z
      .string()
      .refine(
        (text) => text.length >= MIN_BACKUP_PASSPHRASE,
        'must be a passphrase of at least 16 characters, or an identity of age-keygen',
      ),
  ),
  BACKUP_KEY_FILE: unset(z.string()),
  HANDLES_PER_ACCOUNT: count('handles').int().min(0, 'must not be negative').prefault('20'),
  ADMIN_EMAILS: listOf(isAddress, 'must be e-mail addresses, separated by commas').prefault('admin@example.test'),
  SUPPORT_EMAIL: unset(
    z.string().refine(isAddress, 'must be one e-mail address, such as support@example.net'),
    'the first of ADMIN_EMAILS',
  ),
  SUPPORT_PHONE: unset(
    z.string().refine(isPhoneNumber, 'must be one phone number with its country code, such as +1 202 555 0123'),
  ),
  TRUST_CLAIM: unset(
    z
      .string()
      .max(MAX_TRUST_CLAIM, `must be at most ${MAX_TRUST_CLAIM} characters`)
      .refine((text) => isShown(text, false), 'must be one line of text'),
    `${LOCAL_TRUST_CLAIM}; in production none`,
  ),
  TLS_CERT: unset(z.string(), 'self-made in DATA_DIR'),
  TLS_KEY: unset(z.string(), 'self-made in DATA_DIR'),
  TRUST_PROXY: listOf(
    isProxyNetwork,
    'must be the IP addresses of your proxies or their networks, such as 173.245.48.0/20, separated by commas; at least /8 for IPv4 and /7 for IPv6',
  ).prefault(''),
  RATE_LIMITS: onOrOff.prefault('on'),
  ROLES: z
    .string()
    .transform(splitList)
    .pipe(
      z
        .array(z.enum(ROLES, 'must be of http, mail, jobs, separated by commas'))
        .min(1, 'must name at least one of http, mail, jobs'),
    )
    .prefault(ROLES.join(',')),
  METRICS_LISTEN: unset(
    z.union([z.literal('off'), listenAddress], 'must be an address and a port, such as 127.0.0.1:9464, or off'),
    'off; in production 127.0.0.1:9464',
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: unset(url(['http:', 'https:'], 'http://127.0.0.1:4318')),
  OTEL_TRUST_TRACEPARENT: z.enum(['yes', 'no'], 'must be yes or no').prefault('no'),
  GEOIP_DB: unset(z.string(), 'the packaged one'),
  PAGE_CDN_SINCE: unset(date),
  LINK_BLOCKLIST: unset(z.string()),
  HSTS: z.enum(['host', 'subdomains', 'off'], 'must be host, subdomains or off').prefault('host'),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be error, warn, info, debug or silent')
    .prefault('info'),
} as const;

/** An empty value of these is a value of its own. */
const MAY_BE_EMPTY = new Set<string>(['TRUST_CLAIM']);

export type SettingName = keyof typeof SETTINGS;
type ParsedSettings = { [Name in SettingName]: z.infer<(typeof SETTINGS)[Name]> };
/** The settings that the environment states, without defaults. */
export type GivenSettings = Partial<ParsedSettings>;
/** Every setting; undefined only if no default exists. */
export type Settings = ParsedSettings & { [Name in keyof typeof DERIVED_DEFAULTS]: {} & ParsedSettings[Name] };

export interface SettingError {
  setting: string;
  /** The error and how to correct it. */
  message: string;
}

/** The default of a setting as README states it. */
export function defaultTextOf(name: SettingName): string {
  const schema: z.ZodType = SETTINGS[name];
  const text = schema.meta()?.defaultText ?? (schema instanceof z.ZodPrefault ? schema.def.defaultValue : '');
  return String(text) || 'none';
}

/** Parses the environment. An empty value counts as not set, except in MAY_BE_EMPTY; `errors` has one entry for each invalid setting. */
export function parseSettings(env: Record<string, string | undefined>): {
  settings: Settings;
  given: GivenSettings;
  errors: SettingError[];
} {
  const errors: SettingError[] = [];
  const given: Record<string, unknown> = {};
  const settings: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(SETTINGS)) {
    const stated = env[name]?.trim();
    const text = stated === '' && !MAY_BE_EMPTY.has(name) ? undefined : stated;
    const parsed = schema.safeParse(text);
    if (parsed.success && text !== undefined) given[name] = parsed.data;
    if (!parsed.success) errors.push({ setting: name, message: parsed.error.issues[0]?.message ?? 'is not valid' });
    settings[name] = parsed.success ? parsed.data : schema.parse(undefined);
  }
  // In order: a default may depend on an earlier one.
  for (const [name, derive] of Object.entries(DERIVED_DEFAULTS)) settings[name] ??= derive(settings as never);
  return { settings: settings as Settings, given: given as GivenSettings, errors };
}
