import { deriveKeys } from '../platform/crypto/secrets.ts';

/** Returns the secrets for our return addresses: the first one signs, all of them verify. */
export function returnAddressSecrets(secrets: string[]): string[] {
  return deriveKeys(secrets, 'senders').map((key) => key.toString('hex'));
}
