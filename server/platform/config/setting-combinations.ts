import { domainOf } from '../../../contract/addresses.ts';
import { isLoopbackName } from '../http/guards/loopback.ts';
import type { GivenSettings, SettingError, SettingName } from './settings.ts';

const GROUPS = [
  ['S3_ENDPOINT', 'S3_REGION', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ['TLS_CERT', 'TLS_KEY'],
] as const;

/** Returns the errors of settings that are only valid together, or that contradict each other. */
export function combinationErrors(given: GivenSettings, mailDomain: string): SettingError[] {
  const errors: SettingError[] = [];
  for (const group of GROUPS) {
    const missing = group.filter((name) => given[name] === undefined);
    if (missing.length > 0 && missing.length < group.length) {
      for (const setting of missing) errors.push({ setting, message: `is missing: ${group.join(', ')} go together` });
    }
  }
  if (given.PAYPAL_ENV === 'sandbox' || given.PAYPAL_ENV === 'live') {
    for (const setting of ['PAYPAL_CLIENT_ID', 'PAYPAL_CLIENT_SECRET', 'PAYPAL_WEBHOOK_ID'] as const) {
      if (!given[setting]) errors.push({ setting, message: `is needed with PAYPAL_ENV=${given.PAYPAL_ENV}` });
    }
  }
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL) {
    errors.push({
      setting: 'DATABASE_DIRECT_URL',
      message: 'needs DATABASE_URL: it is the same database without the pooler',
    });
  }
  if (given.DATABASE_REPLICA_URL && !given.DATABASE_URL) {
    errors.push({ setting: 'DATABASE_REPLICA_URL', message: 'needs DATABASE_URL: it is a replica of that database' });
  }
  if (given.BACKUP_KEY && given.BACKUP_KEY_FILE) {
    errors.push({ setting: 'BACKUP_KEY_FILE', message: 'cannot be set together with BACKUP_KEY: remove one of them' });
  }
  const inside = (given.ADMIN_EMAILS ?? []).filter((email) => domainOf(email.toLowerCase()) === mailDomain);
  if (inside.length > 0) {
    errors.push({
      setting: 'ADMIN_EMAILS',
      message: `must not be inside MAIL_DOMAIN (${inside.join(', ')}): the owner of that handle would become administrator`,
    });
  }
  if (given.SUPPORT_EMAIL && domainOf(given.SUPPORT_EMAIL.toLowerCase()) === mailDomain) {
    errors.push({
      setting: 'SUPPORT_EMAIL',
      message: 'must not be inside MAIL_DOMAIN, which has no mailboxes: give the address of a mailbox elsewhere',
    });
  }
  return errors;
}

/** Returns the errors of settings that production requires or forbids. `invalid` names the settings already reported. */
export function productionErrors(given: GivenSettings, invalid: Set<string>): SettingError[] {
  const errors: SettingError[] = [];
  const need = (setting: SettingName, message: string) => {
    if (given[setting] === undefined && !invalid.has(setting)) errors.push({ setting, message });
  };
  need('PUBLIC_URL', 'is needed: the address people see, such as https://example.org');
  need('SECRET_KEY', 'is needed: a secret of at least 32 characters: openssl rand -hex 32');
  need('ADMIN_EMAILS', 'is needed: your own address, which becomes administrator');
  if (given.PUBLIC_URL && given.PUBLIC_URL.protocol !== 'https:') {
    errors.push({ setting: 'PUBLIC_URL', message: 'must begin with https:// in production' });
  }
  if (given.ADMIN_EMAILS?.some((email) => /[@.](test|example|invalid|localhost)$/i.test(email))) {
    errors.push({
      setting: 'ADMIN_EMAILS',
      message: 'must get mail in production: nothing reaches .test, .example, .invalid and localhost',
    });
  }
  if (!invalid.has('PAYPAL_ENV') && (given.PAYPAL_ENV === undefined || given.PAYPAL_ENV === 'emulator')) {
    errors.push({
      setting: 'PAYPAL_ENV',
      message: 'must be sandbox, live or off in production: the emulator takes no money',
    });
  }
  if (!invalid.has('PAYPAL_ENV') && given.PAYPAL_ENV !== 'off') {
    need(
      'SUPPORT_PHONE',
      'is needed while paid plans are on: the Deluxe and Vanity plans promise phone support. Set it, or PAYPAL_ENV=off',
    );
  }
  if (given.PAYPAL_API_BASE && given.PAYPAL_API_BASE.protocol !== 'https:') {
    errors.push({ setting: 'PAYPAL_API_BASE', message: 'must begin with https:// in production' });
  }
  if (given.RATE_LIMITS === false) {
    errors.push({ setting: 'RATE_LIMITS', message: 'must not be off in production' });
  }
  return errors;
}

/**
 * Returns the errors of local mode, which signs visitors in as administrators and shows mail, and therefore is limited
 * to this machine by default.
 */
export function localModeErrors(given: GivenSettings): SettingError[] {
  if (given.ALLOW_PUBLIC_LOCAL_MODE) return [];
  const { PUBLIC_URL, LISTEN_HOST } = given;
  const todo = 'set NODE_ENV=production, or ALLOW_PUBLIC_LOCAL_MODE=yes at your own risk';
  const errors: SettingError[] = [];
  if (PUBLIC_URL && (PUBLIC_URL.protocol === 'https:' || !isLoopbackName(PUBLIC_URL.hostname))) {
    errors.push({
      setting: 'PUBLIC_URL',
      message: `must be http://localhost or a loopback address in local mode: ${todo}`,
    });
  }
  if (LISTEN_HOST !== undefined && !isLoopbackName(LISTEN_HOST)) {
    errors.push({
      setting: 'LISTEN_HOST',
      message: `must be a loopback address in local mode, such as 127.0.0.1: ${todo}`,
    });
  }
  return errors;
}
