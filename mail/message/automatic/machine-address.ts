import { splitAddress } from '../address.ts';

/** RFC 5321 4.5.3.1.1 */
const MAX_LOCAL = 64;
/**
 * Words that mark any local part containing them as automatic: mailer-daemon, bounces+123, accounts-noreply,
 * list-owner.
 */
const WORDS = new Set([
  'autoconfirm',
  'automailer',
  'automated',
  'automatic',
  'autoreply',
  'autoresponder',
  'autoresponse',
  'bounce',
  'bounces',
  'daemon',
  'donotreply',
  'dontreply',
  'ezmlm',
  'listserv',
  'listproc',
  'mailerdaemon',
  'mailman',
  'majordomo',
  'newsletter',
  'newsletters',
  'notification',
  'notifications',
  'notifier',
  'noreply',
  'postmaster',
  'listmaster',
  'sympa',
  'undeliverable',
  'unsubscribe',
  'subscriptions',
  'mailinglist',
  'wordpress',
  'nagios',
  'zabbix',
  'icinga',
  'jenkins',
  'bugzilla',
  'logwatch',
  'cronjob',
  'calendarserver',
  'dmarcreport',
  'dmarc',
]);
/** Local parts that are automatic as a whole. */
const NAMES = new Set([
  'abuse',
  'alert',
  'alerts',
  'apache',
  'auto',
  'cron',
  'devnull',
  'hostmaster',
  'httpd',
  'mailer',
  'news',
  'nobody',
  'notify',
  'null',
  'robot',
  'root',
  'system',
  'usenet',
  'uucp',
  'wwwrun',
  'www',
  'www-data',
]);
const NO_REPLY =
  /(?:^|[^a-z])(?:no|dont|do[-_.]?not|never|please-do-not)[-_.]?(?:reply|replies|respond|response|answer)|(?:nicht|keine)[-_.]?antwort|ne-?pas-?repondre|(?:nao|no)[-_.]?respond/;
const LIST_ROLE = /^(?:owner|request|errors?)[-_.]|[-_.](?:owner|request|errors?)$/;
/** A BATV tag, which the sender's own server adds: prvs=TAG=local (draft-levine-smtp-batv). */
const BATV = /^prvs=[0-9a-z]{4,20}=([^=]+)$/i;

/**
 * Returns whether no person reads this address: it belongs to a mailer daemon, a list role or a no-reply sender, or a
 * program made it for one message (VERP, SRS).
 */
export function isMachine(address: string): boolean {
  const local = (splitAddress(address)?.local ?? address).toLowerCase();
  if (local.length > MAX_LOCAL) return true;
  const plain = BATV.exec(local)?.[1] ?? local;
  if (plain.includes('=') || /^srs[01][-+]/.test(plain)) return true;
  if (NAMES.has(plain) || NO_REPLY.test(plain) || LIST_ROLE.test(plain)) return true;
  return plain.split(/[-_.+]/).some((word) => WORDS.has(word.replace(/\d/g, ''))) || /^mailer[-_.]?daemon/.test(plain);
}

/** Returns an envelope sender in lower case without its BATV tag: the person's address. */
export function personalAddress(address: string): string {
  const parts = splitAddress(address.toLowerCase());
  return parts ? `${BATV.exec(parts.local)?.[1] ?? parts.local}@${parts.domain}` : '';
}

/**
 * Returns whether a program may have made the local part for one message or one recipient. People's addresses may match
 * too.
 */
export function looksGenerated(address: string): boolean {
  const local = splitAddress(address)?.local ?? '';
  return local.length > 40 || /\+|\d{4}|[0-9a-f-]{16}/i.test(local);
}
