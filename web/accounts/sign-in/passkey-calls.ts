import type { CurrentUser } from '../../../contract/accounts/accounts.ts';
import type { PasskeyRequestOptions } from '../../../contract/accounts/passkeys.ts';
import { postPasskeySignIn, postPasskeySignInOptions } from '../../../contract/accounts/passkeys.ts';
import { call } from '../../api/client.ts';
import { oneAtATime } from '../shared/one-at-a-time.ts';
import { assertPasskey, forgettingUnknown } from '../shared/webauthn.ts';

/** Requests what the browser needs for one attempt; it expires after five minutes. */
export function signInOptions(): Promise<PasskeyRequestOptions> {
  return oneAtATime(() => call(postPasskeySignInOptions));
}

/** Signs in with the passkey that the user chooses. `onChosen` is called before the server checks it. */
export async function signInByPasskey(
  options: PasskeyRequestOptions,
  { autofill, onChosen }: { autofill: boolean; onChosen: () => void },
): Promise<CurrentUser> {
  const credential = await assertPasskey(options, autofill);
  onChosen();
  const response = call(postPasskeySignIn, { body: { credential } });
  return (await forgettingUnknown(options.rpId, credential.id, response)).user;
}
