import type { GivenSettings, Settings } from './settings.ts';

/** Address of PayPal and our credentials there. */
export type PaypalConfig = ReturnType<typeof paypalConfig>;

const PAYPAL_BASES = {
  sandbox: 'https://api-m.sandbox.paypal.com',
  live: 'https://api-m.paypal.com',
  off: 'https://api-m.paypal.com',
};

/** The PayPal that the settings name; by default the emulator within this process. */
export function paypalConfig(settings: Settings, given: GivenSettings) {
  const { PAYPAL_ENV: environment, LISTEN_HOST, PORT } = settings;
  const host = LISTEN_HOST === '0.0.0.0' || LISTEN_HOST === '::' ? '127.0.0.1' : LISTEN_HOST;
  const emulator = `http://${host.includes(':') ? `[${host}]` : host}:${PORT}/dev/paypal`;
  const givenBase = given.PAYPAL_API_BASE?.href.replace(/\/+$/, '');
  const base = givenBase ?? (environment === 'emulator' ? emulator : PAYPAL_BASES[environment]);
  return {
    /** `off`: nothing is sold, and PayPal is never called. */
    environment,
    /** Whether the emulator within this process is PayPal. */
    emulated: environment === 'emulator' && givenBase === undefined,
    /** Address of the REST calls, without a slash at the end. */
    base,
    clientId: settings.PAYPAL_CLIENT_ID,
    clientSecret: settings.PAYPAL_CLIENT_SECRET,
    webhookId: settings.PAYPAL_WEBHOOK_ID,
    /** The merchant that every order must pay; undefined: the one that PayPal names when the order is created. */
    merchantId: settings.PAYPAL_MERCHANT_ID,
    /** Host beside PayPal's own from which webhook certificates are accepted; none in production. */
    certificateHost: settings.NODE_ENV === 'production' ? undefined : new URL(base).host,
    /** Milliseconds that one call may take. */
    timeout: settings.PAYPAL_TIMEOUT_SECONDS * 1000,
  };
}
