import { postLoginLink, postRecentSignInEmail } from '../../../contract/accounts/sign-in.ts';
import type { ConfirmedAct } from '../../../contract/confirmed-acts.ts';
import { send } from '../../api/client.ts';
import type { ConfirmedSubject } from '../../api/confirmation.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** Requests an email with a sign-in link and a code. */
export async function sendSignInEmail(email: string): Promise<void> {
  await oneAtATime(() => send(postLoginLink, { body: { email } }));
}

/** Requests the email with which a signed-in user confirms the named action. */
export async function sendConfirmEmail({ act, handleId }: ConfirmedSubject): Promise<void> {
  await oneAtATime(() => send(postRecentSignInEmail, { body: { act: act as ConfirmedAct | undefined, handleId } }));
}
