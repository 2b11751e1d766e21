import { randomUUID } from 'node:crypto';
import { createPaypal } from '../../server/payments/paypal/client.ts';
import type { Config } from '../../server/platform/config/config.ts';
import { HEALTHY } from '../../server/platform/jobs/process-health.ts';
import { s3Storage } from '../../server/platform/storage/s3-storage.ts';
import { type Finding, note, ok, wrong } from './finding.ts';

/** Stores, reads and deletes an object in the bucket. Returns nothing if pictures are stored on disk. */
export async function checkBucket({ s3 }: Pick<Config, 's3'>): Promise<Finding[]> {
  if (!s3) return [];
  const storage = s3Storage(s3);
  const key = `doctor/${randomUUID()}.txt`;
  try {
    await storage.put(key, Buffer.from('doctor'), 'text/plain');
    const stored = await storage.get(key);
    await storage.delete(key);
    if (stored?.toString() === 'doctor') return [ok(`the bucket ${s3.bucket} at ${s3.endpoint} can be used`)];
    return [
      wrong(`the bucket ${s3.bucket} at ${s3.endpoint} returns other data than was stored`, 'check the S3_* settings'),
    ];
  } catch (error) {
    return [wrong((error as Error).message, 'check the S3_* settings and the permissions of the key')];
  }
}

/** Checks whether PayPal accepts the credentials. Returns nothing if the emulator replaces PayPal. */
export async function checkPaypal({ paypal, site }: Pick<Config, 'paypal' | 'site'>): Promise<Finding[]> {
  if (paypal.environment === 'off') return [note('PAYPAL_ENV is off: nothing is sold')];
  if (paypal.emulated) return [];
  const setup = await createPaypal(paypal).setup(new URL(site.origin).hostname);
  if (setup.kind === 'done') return [ok(`PayPal (${paypal.environment}) accepts the credentials`)];
  const problem = 'problem' in setup ? setup.problem : setup.kind;
  return [
    wrong(
      `PayPal (${paypal.environment}) cannot be used: ${problem}`,
      'check PAYPAL_ENV, _CLIENT_ID and _CLIENT_SECRET',
    ),
  ];
}

/** Checks whether this machine reaches a Nameplate at PUBLIC_URL. */
export async function checkPublicUrl({ site }: Pick<Config, 'site'>): Promise<Finding> {
  const address = `${site.origin}/healthz`;
  try {
    const response = await fetch(address, { signal: AbortSignal.timeout(10_000) });
    const body = (await response.json().catch(() => null)) as { service?: unknown } | null;
    if (body?.service === HEALTHY.service) return ok(`${site.origin} reaches a running Nameplate`);
    return wrong(
      `${address} is served by another program (status ${response.status})`,
      'check PUBLIC_URL and the proxy',
    );
  } catch (error) {
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    return note(
      `${address} cannot be reached from this machine (${reason}): try from another network while Nameplate runs`,
    );
  }
}
