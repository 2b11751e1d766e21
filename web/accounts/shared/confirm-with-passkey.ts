import { postRecentSignIn, postRecentSignInOptions } from '../../../contract/accounts/passkeys.ts';
import { call, send } from '../../api/client.ts';
import { assertPasskey, forgettingUnknown } from './webauthn.ts';

/** Proves with a passkey of the account that the session is its owner's. Throws as `addPasskey` does. */
export async function confirmWithPasskey(): Promise<void> {
  const options = await call(postRecentSignInOptions);
  const credential = await assertPasskey(options);
  const response = send(postRecentSignIn, { body: { credential } });
  await forgettingUnknown(options.rpId, credential.id, response);
}
