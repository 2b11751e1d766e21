import names from 'reserved-email-addresses-list' with { type: 'json' };
import adminNames from 'reserved-email-addresses-list/admin-list' with { type: 'json' };
import noReplyNames from 'reserved-email-addresses-list/no-reply-list' with { type: 'json' };
import { isOwnSegment, OWN_SEGMENTS } from '../../contract/paths.ts';
import { SAMPLE_PROFILE } from '../../contract/sample-profile.ts';
import { looksLikeDomain } from './domain-endings.ts';
import { speaksForUs } from './look-alikes.ts';

/** RFC 2142 mailboxes and names that certificate authorities, mail clients or networks trust, where the lists lack them. */
const TRUSTED = [
  'abuse',
  'admin',
  'administrator',
  'autoconfig',
  'autodiscover',
  'bimi',
  'dmarc',
  'ftp',
  'hostmaster',
  'imap',
  'info',
  'isatap',
  'localhost',
  'mail',
  'mailer-daemon',
  'marketing',
  'mta-sts',
  'news',
  'noc',
  'no-reply',
  'noreply',
  'nostr',
  'openpgpkey',
  'pop',
  'pop3',
  'postmaster',
  'root',
  'sales',
  'security',
  'smtp',
  'smtp-tls-reports',
  'ssladmin',
  'ssladministrator',
  'sslwebmaster',
  'support',
  'sysadmin',
  'tls-rpt',
  'tlsrpt',
  'usenet',
  'uucp',
  'webmaster',
  'wpad',
  'www',
];

/** Names that would mislead people: ours, the payment provider's, and words that programs print for nothing. */
const MISLEADING = [
  'account',
  'accounts',
  'adm',
  'auth',
  'billing',
  'contact',
  'dashboard',
  'help',
  'login',
  'logout',
  'me',
  'nameplate',
  'null',
  'official',
  'pay',
  'payment',
  'payments',
  'refund',
  'refunds',
  'register',
  'settings',
  'signin',
  'signup',
  'status',
  'team',
  'undefined',
  'user',
  'users',
  'verified',
  'verify',
];

const GUARDED = [...TRUSTED, 'nameplate', 'paypal', 'login'];

const RESERVED = new Set<string>([
  ...names,
  ...adminNames,
  ...noReplyNames,
  ...TRUSTED,
  ...MISLEADING,
  ...OWN_SEGMENTS,
  SAMPLE_PROFILE.handle,
]);

/** A handle as a hurried eye reads it: look-alike letters folded into one (UTS 39's idea, over our alphabet). */
function skeleton(handle: string): string {
  return handle
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/0/g, 'o')
    .replace(/[1i]/g, 'l')
    .replace(/5/g, 's')
    .replace(/[.-]/g, '');
}

/** Only long names: folding short ones would take good handles from people. */
const LOOK_ALIKES = new Set(GUARDED.filter((name) => name.length >= 5).map(skeleton));

/**
 * Whether nobody may claim this handle: it would speak for the service, be trusted by machines, be taken for somebody's site, or
 * hide one of our pages. Handles that are owned already stay their owners'.
 */
export function isReserved(handle: string): boolean {
  return (
    RESERVED.has(handle) ||
    isOwnSegment(handle) ||
    LOOK_ALIKES.has(skeleton(handle)) ||
    speaksForUs(handle) ||
    looksLikeDomain(handle)
  );
}
