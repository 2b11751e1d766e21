import { loadCoreSdkScript, type PayPalV6Namespace } from '@paypal/paypal-js/sdk-v6';
import type { PaypalSetup } from '../../contract/payments/payments.ts';

/** Loads PayPal's SDK once. Rejects if it does not load; the next call tries again. */
export async function loadPaypal({ environment, sdk }: PaypalSetup): Promise<PayPalV6Namespace> {
  // The emulator defines the globals of version 6 itself, so loadCoreSdkScript then loads nothing from PayPal.
  if (sdk) await loadScript(sdk);
  const paypal = await loadCoreSdkScript({ environment: environment === 'production' ? 'production' : 'sandbox' });
  if (!paypal) throw new Error('PayPal runs in browsers only');
  return paypal;
}

const pending = new Map<string, Promise<void>>();

function loadScript(address: string): Promise<void> {
  const existing = pending.get(address);
  if (existing) return existing;
  const script = document.createElement('script');
  const loading = new Promise<void>((resolve, reject) => {
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${address} did not load`));
  });
  loading.catch(() => {
    script.remove();
    pending.delete(address);
  });
  script.src = address;
  document.head.append(script);
  pending.set(address, loading);
  return loading;
}
