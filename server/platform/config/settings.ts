import { isIP } from 'node:net';
import { z } from 'zod';
import { parseAddress } from '../../../contract/addresses.ts';

const list = (text: string) =>
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

const listOf = (allowed: (item: string) => boolean, words: string) =>
  z
    .string()
    .transform(list)
    .refine((items) => items.every(allowed), words);

const switched = z.enum(['on', 'off'], 'must be on or off').transform((value) => value === 'on');

const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (text) => URL.canParse(text) && protocols.includes(new URL(text).protocol),
      `must be an address such as ${example}`,
    )
    .transform((text) => new URL(text));

const address = (item: string) => parseAddress(item) !== null;
const ipWithPort = (item: string) => isIP(item) !== 0 || /^(\d+\.\d+\.\d+\.\d+|\[[0-9a-f:]+\]):\d+$/i.test(item);

const listenAddress = z
  .string()
  .transform((text) => {
    const parts = /^(?:\[([0-9a-f:.]{2,45})\]|([^:]{1,253})):(\d{1,5})$/i.exec(text);
    return { host: parts?.[1] ?? parts?.[2] ?? '', port: Number(parts?.[3] ?? -1) };
  })
  .refine(
    ({ host, port }) => (isIP(host) !== 0 || host === 'localhost') && port >= 0 && port <= 65535,
    'must be an IP address and a port, such as 127.0.0.1:9464, or off',
  );

/** Every setting that is read from the environment, with its shape. What is not set at all stays undefined. */
export const SETTINGS = {
  NODE_ENV: z.enum(
    ['development', 'test', 'production'],
    'must be development, test or production, in lower case: anything but production is local mode',
  ),
  ALLOW_PUBLIC_LOCAL_MODE: z.enum(['yes', 'no'], 'must be yes or no').transform((value) => value === 'yes'),
  PUBLIC_URL: url(['http:', 'https:'], 'https://example.org').refine(
    (value) => value.pathname === '/' && value.search === '' && value.hash === '' && value.username === '',
    'must be an origin alone, without a path, such as https://example.org',
  ),
  MAIL_DOMAIN: hostname,
  MAIL_HOSTNAME: hostname,
  MAIL_FROM: z
    .string()
    .refine(
      (text) => !/[\r\n]/.test(text) && parseAddress(/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text) !== null,
      'must be one address, such as Nameplate <no-reply@example.org>',
    ),
  DKIM_KEYS: z.string(),
  MAIL_SEAL: switched,
  MAIL_TRUSTED_SEALERS: listOf(
    (item) => hostname.safeParse(item).success,
    'must be domains, separated by commas, or none',
  ).refine((items) => items.length === 1 || !items.includes('none'), 'must be domains, or none by itself'),
  MAIL_BUDGET_SECONDS: z.coerce.number('must be a number of seconds').min(1).max(240, 'must be from 1 to 240 seconds'),
  MAIL_QUEUE_DAYS: z.coerce.number('must be a number of days').positive().max(30, 'must be at most 30 days'),
  MAIL_PROCESSES: z.coerce.number('must be a number of processes').int().min(0).max(64, 'must be from 0 to 64'),
  MAIL_INBOX_HOURLY: z.coerce.number('must be a number of messages').int().min(1, 'must be at least 1'),
  MAIL_GREYLIST: switched,
  MAIL_DNSBL: listOf((item) => hostname.safeParse(item).success, 'must be zones, separated by commas'),
  MAIL_SPAM_CHECK_URL: url(['http:', 'https:'], 'http://127.0.0.1:11333/checkv2'),
  LISTEN_HOST: z
    .string()
    .refine((text) => isIP(text) !== 0 || text === 'localhost', 'must be an IP address, such as 127.0.0.1 or 0.0.0.0'),
  PORT: port(3000),
  SMTP_PORT: port(2525),
  DATA_DIR: z.string(),
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/nameplate'),
  DATABASE_DIRECT_URL: url(['postgres:', 'postgresql:'], 'postgres://user:password@host:5432/nameplate'),
  DATABASE_POOL: z.coerce
    .number('must be a number of connections')
    .int()
    .min(5, 'must be from 5 to 1000')
    .max(1000, 'must be from 5 to 1000'),
  SMTP_RELAY_URL: url(['smtp:', 'smtps:'], 'smtp://user:password@relay.example.org:587'),
  DNS_SERVERS: listOf(ipWithPort, 'must be IP addresses, separated by commas, each with :port if it is not 53'),
  S3_ENDPOINT: url(['http:', 'https:'], 'https://s3.example.org'),
  S3_REGION: z.string(),
  S3_BUCKET: z.string(),
  S3_ACCESS_KEY_ID: z.string(),
  S3_SECRET_ACCESS_KEY: z.string(),
  PAYPAL_ENV: z.enum(['emulator', 'sandbox', 'live', 'off'], 'must be emulator, sandbox, live or off'),
  PAYPAL_CLIENT_ID: z.string(),
  PAYPAL_CLIENT_SECRET: z.string(),
  PAYPAL_WEBHOOK_ID: z.string(),
  PAYPAL_MERCHANT_ID: z.string(),
  PAYPAL_API_BASE: url(['http:', 'https:'], 'https://api-m.paypal.com'),
  PAYPAL_TIMEOUT_SECONDS: z.coerce.number('must be a number of seconds').min(0.1).max(60, 'must be at most 60 seconds'),
  SECRET_KEY: listOf(
    (item) => item.length >= 32,
    'must be secrets of at least 32 characters, separated by commas: openssl rand -hex 32',
  ),
  HANDLES_PER_ACCOUNT: z.coerce.number('must be a number of handles').int().min(0, 'must not be negative'),
  ADMIN_EMAILS: listOf(address, 'must be e-mail addresses, separated by commas'),
  TLS_CERT: z.string(),
  TLS_KEY: z.string(),
  TRUST_PROXY: listOf(
    (item) => isIP(item) !== 0,
    'must be the exact IP addresses of your proxies, separated by commas',
  ),
  RATE_LIMITS: switched,
  ROLES: listOf(
    (item) => ['http', 'mail', 'jobs'].includes(item),
    'must be of http, mail, jobs, separated by commas',
  ).refine((items) => items.length > 0, 'must name at least one of http, mail, jobs'),
  METRICS_LISTEN: z.union(
    [z.literal('off'), listenAddress],
    'must be an address and a port, such as 127.0.0.1:9464, or off',
  ),
  HSTS: z.enum(['host', 'subdomains', 'off'], 'must be host, subdomains or off'),
  LOG_LEVEL: z.enum(
    ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
    'must be error, warn, info, debug or silent',
  ),
} as const;

export type SettingName = keyof typeof SETTINGS;
export type Settings = { [Name in SettingName]: z.output<(typeof SETTINGS)[Name]> | undefined };

export interface Fault {
  setting: string;
  /** What is wrong and what to do, in words. */
  words: string;
}

/** Parses the environment setting by setting; an empty value counts as not set. All faults come back, not the first. */
export function readSettings(env: Record<string, string | undefined>): { settings: Settings; faults: Fault[] } {
  const faults: Fault[] = [];
  const settings: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(SETTINGS)) {
    const value = env[name]?.trim();
    if (value === undefined || value === '') continue;
    const parsed = schema.safeParse(value);
    if (parsed.success) settings[name] = parsed.data;
    else faults.push({ setting: name, words: parsed.error.issues[0]?.message ?? 'is not understood' });
  }
  return { settings: settings as Settings, faults };
}
