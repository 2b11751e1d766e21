import { ConfigError, parseConfig } from '../../../server/platform/config/config.ts';

/** The settings of a production without anything optional. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://handles.example.org',
  SECRET_KEY: 'k'.repeat(32),
  ADMIN_EMAILS: 'me@operator.org',
  PAYPAL_ENV: 'live',
  PAYPAL_CLIENT_ID: 'id',
  PAYPAL_CLIENT_SECRET: 'secret',
  PAYPAL_WEBHOOK_ID: 'hook',
  SUPPORT_PHONE: '+1 202 555 0123',
};

/** The sorted names of the settings with an error; none if a process would start. */
export function invalidSettings(env: Record<string, string>): string[] {
  try {
    parseConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.errors.map(({ setting }) => setting).sort();
    throw error;
  }
  return [];
}
