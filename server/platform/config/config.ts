import { parseAddress } from '../../../contract/addresses.ts';
import type { Site } from '../../../contract/documents.ts';
import { STANDARD_IDENTITY } from '../../../contract/site/site-identity.ts';
import { SITE_SETTINGS } from '../../../contract/site/site-settings.ts';
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
  errors.push(...combinationErrors(given, settings.mail.domain));
  const invalid = new Set(errors.map(({ setting }) => setting));
  if (given.NODE_ENV === 'production') errors.push(...productionErrors(given, invalid));
  // With an invalid NODE_ENV, the intended mode is unknown, so the other settings cannot be validated.
  else if (!invalid.has('NODE_ENV')) errors.push(...localModeErrors(given));
  if (errors.length > 0) throw new ConfigError(errors);
  return toConfig(settings, given);
}

/** Returns settings that are set together, or undefined if they are not set. */
function whole<Group extends object>(group: Group): { [Name in keyof Group]: NonNullable<Group[Name]> } | undefined {
  const isSet = Object.values(group).every((value) => value !== undefined);
  return isSet ? (group as { [Name in keyof Group]: NonNullable<Group[Name]> }) : undefined;
}

const normalized = (email: string) => parseAddress(email) ?? email;

/** Two years. Hosts below ours may belong to other services, so they are included only by a setting. */
const HSTS_HEADERS = { host: 'max-age=63072000', subdomains: 'max-age=63072000; includeSubDomains', off: undefined };

function toConfig(settings: Settings, given: GivenSettings) {
  const { publicUrl, mail, paypal, support, trustClaim } = settings;
  const production = settings.environment === 'production';
  const https = publicUrl.protocol === 'https:';
  const site: Site = {
    ...STANDARD_IDENTITY,
    origin: publicUrl.origin,
    host: publicUrl.host,
    mailDomain: mail.domain,
    localMode: !production,
    ...(!production && mail.relay && { relay: mail.relay.host }),
    ...(paypal.environment === 'off' && { paidPlans: false }),
    sendLimits: mail.sendLimits,
    ...(trustClaim !== '' && { trustClaim }),
  };
  return {
    ...settings,
    production,
    site,
    /** Whether cookies may only travel over TLS. */
    https,
    /** The settings that win over the document of the site. Defaults do not win. */
    siteSettings: SITE_SETTINGS.flatMap((name) => {
      const value = given[name];
      return value === undefined ? [] : [{ name, value }];
    }),
    /** Value of the header Strict-Transport-Security; undefined if it is not sent. */
    hsts: https ? HSTS_HEADERS[settings.hsts] : undefined,
    adminEmails: settings.adminEmails.map(normalized),
    support: { ...support, email: normalized(support.email) },
    tls: whole(settings.tls),
    /** The bucket of the objects; undefined for a folder in `dataDir`. */
    s3: whole(settings.s3),
    paypal: paypalConfig(settings),
  };
}
