import { createHmac, timingSafeEqual } from 'node:crypto';
import { deriveKeys } from '../../platform/crypto/secrets.ts';

const MAC_BYTES = 16;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const macOf = (key: Buffer, id: string) => createHmac('sha256', key).update(id).digest().subarray(0, MAC_BYTES);

/**
 * Returns the token of the links in the emails to a subscriber. The token is signed instead of stored, and works as
 * long as the subscription exists, because the email may be kept for years.
 */
export function listToken(secrets: string[], subscriberId: string): string {
  const [key] = deriveKeys(secrets, 'email list');
  if (!key) throw new Error('no secret to sign with');
  return `${subscriberId}.${macOf(key, subscriberId).toString('base64url')}`;
}

/** Returns the id in a token, or null if the signature is not ours. */
export function readListToken(secrets: string[], token: string): string | null {
  const [id = '', mac = ''] = token.split('.');
  const given = Buffer.from(mac, 'base64url');
  if (!UUID.test(id) || given.length !== MAC_BYTES) return null;
  return deriveKeys(secrets, 'email list').some((key) => timingSafeEqual(macOf(key, id), given)) ? id : null;
}
