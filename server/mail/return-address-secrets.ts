import { deriveKeys } from '../platform/crypto/secrets.ts';

/** Returns the secrets that sign our return addresses: the first signs, any verifies. */
export function returnAddressSecrets(secrets: string[]): string[] {
  return deriveKeys(secrets, 'senders').map((key) => key.toString('hex'));
}
