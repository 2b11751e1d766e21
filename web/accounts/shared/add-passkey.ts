import type { Passkey } from '../../../contract/accounts/passkeys.ts';
import { calls } from '../../../contract/paths.ts';
import { call } from '../../api/client.ts';
import { passkeyName } from './passkey-name.ts';
import { createPasskey } from './webauthn.ts';

const schemas = () => import('../../../contract/accounts/passkeys.ts');

/**
 * Adds a passkey of this device to the account, named after its authenticator. Throws PasskeyError if the user cancels or
 * the device cannot store one, and ApiError: `passkeyErrorText` has the text for both.
 */
export async function addPasskey(): Promise<Passkey> {
  const options = await call(calls.passkeyOptions(), async () => (await schemas()).passkeyCreationOptions, {
    method: 'POST',
  });
  const credential = await createPasskey(options);
  const name = passkeyName(credential);
  return call(calls.passkeys(), async () => (await schemas()).passkey, {
    method: 'POST',
    renewsSession: true,
    body: { credential, ...(name ? { name } : {}) },
  });
}
