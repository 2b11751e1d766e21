import { calls } from '../../../contract/paths.ts';
import { call, send } from '../../api/client.ts';
import { assertPasskey, forgettingUnknown } from './webauthn.ts';

/** Proves with a passkey of the account that the session is its owner's. Throws as `addPasskey` does. */
export async function confirmWithPasskey(): Promise<void> {
  const options = await call(
    calls.recentSignInOptions(),
    async () => (await import('../../../contract/accounts/passkeys.ts')).passkeyRequestOptions,
    { method: 'POST' },
  );
  const credential = await assertPasskey(options);
  const response = send(calls.recentSignIn(), { method: 'POST', body: { credential }, renewsSession: true });
  await forgettingUnknown(options.rpId, credential.id, response);
}
