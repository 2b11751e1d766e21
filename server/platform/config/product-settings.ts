import { z } from 'zod';
import { isShown } from '../../../contract/text.ts';
import { isPhoneNumber } from './phone-number.ts';
import { derived, none, setting, stated, unset } from './setting.ts';
import { count, date, file, isAddress, listOf, url } from './setting-schemas.ts';

/** Two lines on a phone. */
const MAX_TRUST_CLAIM = 80;

/** The first promise of the landing page in local mode. An installation in production makes its own promise, or none. */
const LOCAL_TRUST_CLAIM = 'Trusted by 50,000+ users worldwide';

const emulator = (text: string) => stated(text, "the emulator's");

/** What the site is and sells. */
export const PRODUCT_SETTINGS = {
  handlesPerAccount: setting(
    'HANDLES_PER_ACCOUNT',
    count('handles').int().min(0, 'must not be negative'),
    '20',
    'maximum free handles per account; paid handles are not counted, and an administrator can set another limit for an account',
  ),
  adminEmails: setting(
    'ADMIN_EMAILS',
    listOf(isAddress, 'must be e-mail addresses, separated by commas'),
    'admin@example.test',
    'administrators, who also receive mail to postmaster and abuse; must not be in `MAIL_DOMAIN`',
  ),
  support: {
    email: setting(
      'SUPPORT_EMAIL',
      z.string().refine(isAddress, 'must be one e-mail address, such as support@example.net'),
      derived(
        'the contact of the site, or else the first of `ADMIN_EMAILS`',
        ({ ADMIN_EMAILS, MAIL_DOMAIN }) => ADMIN_EMAILS[0] ?? `postmaster@${MAIL_DOMAIN}`,
      ),
      'mailbox that receives support requests; must not be in `MAIL_DOMAIN`',
    ),
    phone: setting(
      'SUPPORT_PHONE',
      z.string().refine(isPhoneNumber, 'must be one phone number with its country code, such as +1 202 555 0123'),
      none,
      'phone number shown to owners of Deluxe and Vanity handles; production requires it unless `PAYPAL_ENV` is `off`',
    ),
  },
  trustClaim: setting(
    'TRUST_CLAIM',
    z
      .string()
      .max(MAX_TRUST_CLAIM, `must be at most ${MAX_TRUST_CLAIM} characters`)
      .refine((text) => isShown(text, false), 'must be one line of text'),
    derived(`${LOCAL_TRUST_CLAIM}; in production none`, ({ NODE_ENV }) =>
      NODE_ENV === 'production' ? '' : LOCAL_TRUST_CLAIM,
    ),
    'first promise of the landing page, at most 80 characters; empty (`TRUST_CLAIM=`) for none',
  ),
  analytics: {
    geoipDb: setting(
      'GEOIP_DB',
      file,
      unset('the packaged one'),
      "country database of analytics, a file in MaxMind's format (`.mmdb`)",
    ),
    cdnSince: setting(
      'PAGE_CDN_SINCE',
      date,
      none,
      'first day on which a CDN served public pages. From that day, a CDN may keep pages for a minute ([docs/scale.md](docs/scale.md)), and analytics marks days without an imported log as incomplete',
    ),
  },
  linkBlocklist: setting(
    'LINK_BLOCKLIST',
    file,
    none,
    'file of domains that pages may not link to, one per line, including their subdomains; `#` begins a comment. A change is read within a minute',
  ),
  paypal: {
    environment: setting(
      'PAYPAL_ENV',
      z.enum(['emulator', 'sandbox', 'live', 'off'], 'must be emulator, sandbox, live or off'),
      'emulator',
      '`sandbox` and `live` require the next three settings; with `off` nothing is sold, and only handles of more than 10 characters are available; the emulator takes no money and is rejected in production',
    ),
    clientId: setting(
      'PAYPAL_CLIENT_ID',
      z.string(),
      emulator('emulator'),
      'id of your PayPal app; see [docs/operate.md](docs/operate.md)',
    ),
    clientSecret: setting('PAYPAL_CLIENT_SECRET', z.string(), emulator('emulator'), 'its secret'),
    webhookId: setting(
      'PAYPAL_WEBHOOK_ID',
      z.string(),
      emulator('EMULATOR-WEBHOOK'),
      'id of the webhook of your PayPal app',
    ),
    merchantId: setting(
      'PAYPAL_MERCHANT_ID',
      z.string(),
      none,
      'merchant that must receive every payment; if unset, the merchant of the first payment',
    ),
    apiBase: setting(
      'PAYPAL_API_BASE',
      url(['http:', 'https:'], 'https://api-m.paypal.com'),
      unset('by `PAYPAL_ENV`'),
      'base URL of the PayPal API',
    ),
    timeout: setting(
      'PAYPAL_TIMEOUT_SECONDS',
      count('seconds')
        .min(0.1)
        .max(60, 'must be at most 60 seconds')
        .transform((seconds) => seconds * 1000),
      '15',
      'timeout of a call to PayPal',
    ),
  },
};
