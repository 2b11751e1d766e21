import names from 'reserved-email-addresses-list' with { type: 'json' };
import adminNames from 'reserved-email-addresses-list/admin-list' with { type: 'json' };
import noReplyNames from 'reserved-email-addresses-list/no-reply-list' with { type: 'json' };
import { isOwnSegment, OWN_SEGMENTS } from '../../contract/paths.ts';
import { SAMPLE_PROFILE } from '../../contract/profiles/sample-profile.ts';
import { looksLikeDomain } from './domain-endings.ts';
import { DISCOVERED_HOSTS, isHostName } from './host-names.ts';
import { impersonatesService } from './look-alikes.ts';

/**
 * Names that the lists lack: mailboxes of RFC 2142, and others that certificate authorities or reporters of mail
 * problems trust.
 */
const TRUSTED = [
  'abuse',
  'admin',
  'administrator',
  'dmarc-reports',
  'hostmaster',
  'info',
  'mailer-daemon',
  'marketing',
  'news',
  'noc',
  'no-reply',
  'noreply',
  'postmaster',
  'root',
  'sales',
  'security',
  'smtp-tls-reports',
  'ssladmin',
  'ssladministrator',
  'sslwebmaster',
  'support',
  'sysadmin',
  'tls-reports',
  'tls-rpt',
  'tlsrpt',
  'usenet',
  'uucp',
  'webmaster',
];

/** Names that would mislead people: those of the service, and words that programs print for a missing value. */
const MISLEADING = [
  'account',
  'accounts',
  'adm',
  'auth',
  'billing',
  'contact',
  'dashboard',
  'help',
  'imprint',
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
  'team',
  'undefined',
  'user',
  'users',
  'verified',
  'verify',
];

const GUARDED = [...TRUSTED, ...DISCOVERED_HOSTS, 'nameplate', 'paypal', 'login'];

const RESERVED = new Set<string>([
  ...names,
  ...adminNames,
  ...noReplyNames,
  ...TRUSTED,
  ...MISLEADING,
  ...OWN_SEGMENTS,
  SAMPLE_PROFILE.handle,
]);

/** Folds look-alike letters of a handle into one letter (as in UTS 39, over the alphabet of handles). */
function skeleton(handle: string): string {
  return handle
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replace(/0/g, 'o')
    .replace(/[1i]/g, 'l')
    .replace(/5/g, 's')
    .replace(/[.-]/g, '');
}

/** Only long names, because folding short ones would reserve many ordinary handles. */
const LOOK_ALIKES = new Set(GUARDED.filter((name) => name.length >= 5).map(skeleton));

/**
 * Returns whether a handle cannot be claimed because it would impersonate the service, be trusted by machines, equal the
 * name of a host, look like a domain name, or hide one of our pages. Owners keep the handles that they already have.
 */
export function isReserved(handle: string): boolean {
  return (
    RESERVED.has(handle) ||
    isOwnSegment(handle) ||
    isHostName(handle) ||
    LOOK_ALIKES.has(skeleton(handle)) ||
    impersonatesService(handle) ||
    looksLikeDomain(handle)
  );
}
