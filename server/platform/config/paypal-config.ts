import type { Settings } from './settings.ts';

/** Where PayPal is and who we are there. */
export interface PaypalConfig {
  /** `off`: nothing is sold, and PayPal is never asked. */
  environment: 'emulator' | 'sandbox' | 'live' | 'off';
  /** Whether the emulator within this process is PayPal. */
  emulated: boolean;
  /** Address of the REST calls, without a slash at the end. */
  base: string;
  clientId: string;
  clientSecret: string;
  webhookId: string;
  /** Whom every order must pay; undefined: whomever PayPal names when the order is made. */
  merchantId: string | undefined;
  /** Host beside PayPal's own that may hold the certificates of webhooks; none in production. */
  certificateHost: string | undefined;
  /** How long one call may take, in milliseconds. */
  timeout: number;
}

const PAYPAL_BASES = {
  sandbox: 'https://api-m.sandbox.paypal.com',
  live: 'https://api-m.paypal.com',
  off: 'https://api-m.paypal.com',
};

/** Which PayPal the settings name; `here` is where the emulator within this process would be. */
export function paypalOf(
  settings: Settings,
  here: { listenHost: string; port: number; production: boolean },
): PaypalConfig {
  const environment = settings.PAYPAL_ENV ?? 'emulator';
  const set = settings.PAYPAL_API_BASE?.href.replace(/\/+$/, '');
  const own = here.listenHost === '0.0.0.0' || here.listenHost === '::' ? '127.0.0.1' : here.listenHost;
  const emulator = `http://${own.includes(':') ? `[${own}]` : own}:${here.port}/dev/paypal`;
  const base = set ?? (environment === 'emulator' ? emulator : PAYPAL_BASES[environment]);
  return {
    environment,
    emulated: environment === 'emulator' && set === undefined,
    base,
    clientId: settings.PAYPAL_CLIENT_ID ?? 'emulator',
    clientSecret: settings.PAYPAL_CLIENT_SECRET ?? 'emulator',
    webhookId: settings.PAYPAL_WEBHOOK_ID ?? 'EMULATOR-WEBHOOK',
    merchantId: settings.PAYPAL_MERCHANT_ID,
    certificateHost: here.production ? undefined : new URL(base).host,
    timeout: (settings.PAYPAL_TIMEOUT_SECONDS ?? 15) * 1000,
  };
}
