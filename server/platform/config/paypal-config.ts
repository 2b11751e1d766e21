import type { Settings } from './settings.ts';

/** Address of PayPal and our credentials there. */
export type PaypalConfig = ReturnType<typeof paypalConfig>;

const PAYPAL_BASES = {
  sandbox: 'https://api-m.sandbox.paypal.com',
  live: 'https://api-m.paypal.com',
  off: 'https://api-m.paypal.com',
};

/** Returns the PayPal in the settings; by default the emulator within this process. */
export function paypalConfig({ paypal, listenHost, port, environment }: Settings) {
  const host = listenHost === '0.0.0.0' || listenHost === '::' ? '127.0.0.1' : listenHost;
  const emulator = `http://${host.includes(':') ? `[${host}]` : host}:${port}/dev/paypal`;
  const givenBase = paypal.apiBase?.href.replace(/\/+$/, '');
  const base = givenBase ?? (paypal.environment === 'emulator' ? emulator : PAYPAL_BASES[paypal.environment]);
  return {
    ...paypal,
    /** Whether the emulator in this process replaces PayPal. */
    emulated: paypal.environment === 'emulator' && givenBase === undefined,
    /** Address of the REST calls, without a slash at the end. */
    base,
    /** Host from which webhook certificates are accepted in addition to PayPal's own; undefined in production. */
    certificateHost: environment === 'production' ? undefined : new URL(base).host,
  };
}
