import type { PaypalSetup } from '../../contract/payments.ts';

/** What we use of PayPal's web SDK, version 6. In local mode a stand-in bears the same names. */
interface Paypal {
  version: string;
  createInstance(options: { clientToken: string; components: string[]; pageType: string }): Promise<PaypalInstance>;
}

interface PaypalInstance {
  createPayPalOneTimePaymentSession(callbacks: {
    onApprove: (approval: { orderId: string }) => Promise<void>;
    onCancel: () => void;
    onError: (error: unknown) => void;
  }): PaymentSession;
}

export interface PaymentSession {
  start(options: { presentationMode: 'auto' }, order: Promise<{ orderId: string }>): Promise<unknown>;
  cancel?: () => void;
}

declare global {
  interface Window {
    paypal?: Paypal;
  }
}

const HOSTS = {
  sandbox: 'https://www.sandbox.paypal.com',
  production: 'https://www.paypal.com',
};
const PATIENCE = 20_000;

const coming = new Map<string, Promise<Paypal>>();

/** Where the script lies: the emulator says it itself. */
function addressOf({ environment, sdk }: PaypalSetup): string {
  if (environment !== 'emulator') return `${HOSTS[environment]}/web-sdk/v6/core`;
  if (!sdk) throw new Error('the emulator names no SDK');
  return sdk;
}

/** PayPal's SDK, loaded once. Fails when it does not come within 20 seconds; the next call tries again. */
export function loadPaypal(setup: PaypalSetup): Promise<Paypal> {
  const there = ofVersionSix();
  if (there) return Promise.resolve(there);
  const address = addressOf(setup);
  const known = coming.get(address);
  if (known) return known;
  const loading = loadScript(address).finally(() => coming.delete(address));
  coming.set(address, loading);
  return loading;
}

function ofVersionSix(): Paypal | undefined {
  return window.paypal?.version.startsWith('6') ? window.paypal : undefined;
}

function loadScript(address: string): Promise<Paypal> {
  const script = document.createElement('script');
  return new Promise<Paypal>((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('PayPal did not load in time')), PATIENCE);
    const end = (act: () => void) => {
      clearTimeout(late);
      act();
    };
    script.onload = () =>
      end(() => {
        const paypal = ofVersionSix();
        if (paypal) resolve(paypal);
        else reject(new Error('PayPal loaded, but not in version 6'));
      });
    script.onerror = () => end(() => reject(new Error('PayPal did not load')));
    script.src = address;
    script.async = true;
    document.head.append(script);
  }).catch((error) => {
    script.remove();
    throw error;
  });
}
