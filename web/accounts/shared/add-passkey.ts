import type { Passkey } from '../../../contract/accounts/passkeys.ts';
import { postPasskey, postPasskeyOptions } from '../../../contract/accounts/passkeys.ts';
import { call } from '../../api/client.ts';
import { passkeyName } from './passkey-name.ts';
import { createPasskey } from './webauthn.ts';

/**
 * Adds a passkey of this device to the account, named after its authenticator. Throws PasskeyError if the user cancels
 * or the device cannot store a passkey, and ApiError if the server refuses; `passkeyErrorText` returns the text for
 * both.
 */
export async function addPasskey(): Promise<Passkey> {
  const options = await call(postPasskeyOptions);
  const credential = await createPasskey(options);
  const name = passkeyName(credential);
  return call(postPasskey, { body: { credential, ...(name ? { name } : {}) } });
}
