import { createVerify } from 'node:crypto';
import { crc32 } from 'node:zlib';
import type { PaypalConfig } from '../../platform/config/paypal-config.ts';
import { certificateFetcher, isCertificateAddress } from './webhook-certificates.ts';

type Headers = Record<string, string | string[] | undefined>;

/** Creates the verifier of PayPal's webhook signatures, which cover the bytes of the body. */
export function webhookVerifier(config: PaypalConfig) {
  const certificates = certificateFetcher(config);

  /**
   * Returns whether PayPal sent these bytes to this webhook. Throws CertificateUnavailable if the certificate cannot be
   * fetched.
   */
  return async (headers: Headers, body: Buffer, now: Date): Promise<boolean> => {
    const [id, time, signature, address, algorithm] = ['id', 'time', 'sig']
      .map((name) => headers[`paypal-transmission-${name}`])
      .concat([headers['paypal-cert-url'], headers['paypal-auth-algo']]);
    if (typeof id !== 'string' || typeof time !== 'string' || typeof signature !== 'string') return false;
    if (typeof address !== 'string' || !isCertificateAddress(address, config)) return false;
    if (typeof algorithm !== 'string' || algorithm.toUpperCase() !== 'SHA256WITHRSA') return false;
    const certificate = await certificates.get(address, now);
    if (certificate?.publicKey.asymmetricKeyType !== 'rsa') return false;
    return createVerify('RSA-SHA256')
      .update(`${id}|${time}|${config.webhookId}|${crc32(body)}`)
      .verify(certificate.publicKey, signature, 'base64');
  };
}
