import { availableParallelism } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { parseAddress } from '../../../contract/addresses.ts';
import { DAY_SECONDS } from '../../../contract/time.ts';
import { DEFAULT_SEND_LIMITS, sendLimits } from './send-limits.ts';
import { derived, none, setting, stated, unset } from './setting.ts';
import {
  count,
  file,
  hostname,
  href,
  isHostname,
  isIpWithPort,
  listOf,
  onOrOff,
  sourceAddresses,
  url,
} from './setting-schemas.ts';
import { TRUSTED_SEALERS } from './trusted-sealers.ts';

/** More processes must be requested with MAIL_PROCESSES, because each takes database connections. */
const MAX_DEFAULT_MAIL_PROCESSES = 8;

/** `config.mail`. */
export const MAIL_SETTINGS = {
  domain: setting(
    'MAIL_DOMAIN',
    hostname,
    derived('hostname of `PUBLIC_URL`', ({ PUBLIC_URL }) => PUBLIC_URL.hostname),
    'the part after the @',
  ),
  hostname: setting(
    'MAIL_HOSTNAME',
    hostname,
    derived('`MAIL_DOMAIN`', ({ MAIL_DOMAIN }) => MAIL_DOMAIN),
    'host name of this server in SMTP; the PTR record must point to it',
  ),
  from: setting(
    'MAIL_FROM',
    z
      .string()
      .refine(
        (text) => !/[\r\n]/.test(text) && parseAddress(/<([^<>]*)>\s*$/.exec(text)?.[1] ?? text) !== null,
        'must be one address, such as Example <no-reply@example.org>',
      ),
    unset('name of the site and `no-reply@MAIL_DOMAIN`'),
    'sender of system emails, which are DKIM-signed',
  ),
  dkimKeys: setting(
    'DKIM_KEYS',
    file,
    derived('`DATA_DIR/dkim`', ({ DATA_DIR }) => path.join(DATA_DIR, 'dkim')),
    'folder with one key per file, `<selector>.pem`; the last published key by name signs; a key is created if the folder is empty',
  ),
  processes: setting(
    'MAIL_PROCESSES',
    count('processes').int().min(0).max(64, 'must be from 0 to 64'),
    derived('1', ({ NODE_ENV }) =>
      NODE_ENV === 'production' ? Math.min(availableParallelism(), MAX_DEFAULT_MAIL_PROCESSES) : 1,
    ),
    'number of mail processes, which share `SMTP_PORT` and the ports of submission; in production one per core, at most 8 (on Linux; otherwise 1). With 0, the main process accepts mail itself, and a message can block its pages',
  ),
  relay: setting(
    'SMTP_RELAY_URL',
    url(['smtp:', 'smtps:'], 'smtp://user:password@relay.example.org:587'),
    none,
    'relay for all outgoing mail. If unset, local mode keeps mail in the outbox and production delivers by MX',
  ),
  dnsServers: setting(
    'DNS_SERVERS',
    listOf(isIpWithPort, 'must be IP addresses, separated by commas, each with :port if it is not 53'),
    stated('', "the system's"),
    'resolvers for all DNS queries of the mail server',
  ),
  sources: {
    forwarded: setting(
      'MAIL_SOURCE_ADDRESS',
      sourceAddresses,
      derived("the system's", () => []),
      'local IP address of outgoing mail connections: one IPv4 address, one IPv6 address, or both, separated by a comma. Without an address of a family, servers of that family are not contacted',
    ),
    sent: setting(
      'MAIL_SEND_SOURCE_ADDRESS',
      sourceAddresses,
      derived('`MAIL_SOURCE_ADDRESS`', ({ MAIL_SOURCE_ADDRESS }) => MAIL_SOURCE_ADDRESS),
      'the same for mail that handles send',
    ),
  },
  sendLimits: setting(
    'SEND_LIMITS',
    sendLimits,
    DEFAULT_SEND_LIMITS,
    'maximum recipients per hour and per day for a handle that sends, by plan; a quarter of them in the first week of its sending',
  ),
  greylist: setting(
    'MAIL_GREYLIST',
    onOrOff,
    'off',
    'whether the first message of a sender to an address is deferred for a minute',
  ),
  /** Options of the mail library, with its names and units; server/mail/role.ts passes them on. */
  options: {
    budget: setting(
      'MAIL_BUDGET_SECONDS',
      count('seconds')
        .min(1)
        .max(240, 'must be from 1 to 240 seconds')
        .transform((seconds) => seconds * 1000),
      '20',
      'how long a sender waits for the destination',
    ),
    queueSeconds: setting(
      'MAIL_QUEUE_DAYS',
      count('days')
        .positive()
        .max(30, 'must be at most 30 days')
        .transform((days) => days * DAY_SECONDS),
      '5',
      'how long queued mail is retried',
    ),
    seal: setting('MAIL_SEAL', onOrOff, 'on', 'whether forwarded mail gets an ARC set'),
    trustedSealers: setting(
      'MAIL_TRUSTED_SEALERS',
      listOf(isHostname, 'must be domains, separated by commas, or none')
        .refine((items) => items.length === 1 || !items.includes('none'), 'must be domains, or none by itself')
        .transform((items) => items.map((name) => name.toLowerCase()))
        .transform((names) => (names.length === 1 && names[0] === 'none' ? [] : names)),
      TRUSTED_SEALERS.join(','),
      'domains, separated by commas, whose ARC sets are trusted for mail that fails DMARC; `none` trusts no domain',
    ),
    limits: setting(
      'MAIL_INBOX_HOURLY',
      count('messages')
        .int()
        .min(1, 'must be at least 1')
        .transform((hourly) => ({ messagesPerRecipient: hourly, messagesPerInbox: hourly })),
      '500',
      'maximum messages per hour for one address, and for one inbox; further messages are deferred with 4xx, and the owner is notified by email at most once a day',
    ),
    blockLists: setting(
      'MAIL_DNSBL',
      listOf(isHostname, 'must be zones, separated by commas'),
      '',
      'zones of DNS block lists, separated by commas; listed clients are rejected, except for mail to postmaster',
    ),
    spamCheck: setting(
      'MAIL_SPAM_CHECK_URL',
      href(['http:', 'https:'], 'http://127.0.0.1:11333/checkv2'),
      derived('none', () => ''),
      "URL of Rspamd's `/checkv2`; if it does not respond, mail passes with `X-Spam-Check: unavailable`",
    ),
  },
};
