import { loadCoreSdkScript, type PayPalV6Namespace } from '@paypal/paypal-js/sdk-v6';
import type { PaypalSetup } from '../../contract/payments.ts';

/** PayPal's SDK, loaded once. Fails when it does not come; the next call tries again. */
export async function loadPaypal({ environment, sdk }: PaypalSetup): Promise<PayPalV6Namespace> {
  // The emulator's stand-in has the names of version 6: where it is there already, nothing of PayPal's is loaded.
  if (sdk) await loadScript(sdk);
  const paypal = await loadCoreSdkScript({ environment: environment === 'production' ? 'production' : 'sandbox' });
  if (!paypal) throw new Error('PayPal runs in browsers only');
  return paypal;
}

const coming = new Map<string, Promise<void>>();

function loadScript(address: string): Promise<void> {
  const known = coming.get(address);
  if (known) return known;
  const script = document.createElement('script');
  const loading = new Promise<void>((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${address} did not load`));
  });
  loading.catch(() => {
    script.remove();
    coming.delete(address);
  });
  script.src = address;
  document.head.append(script);
  coming.set(address, loading);
  return loading;
}
