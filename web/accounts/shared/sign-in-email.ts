import { calls } from '../../../contract/paths.ts';
import { send } from '../../api/client.ts';
import type { ConfirmedSubject } from '../../api/confirmation.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** Orders an email with a sign-in link and a code. */
export async function sendSignInEmail(email: string): Promise<void> {
  await oneAtATime(() => send(calls.sendLoginLink(), { method: 'POST', body: { email } }));
}

/** Orders the email with which a signed-in user confirms what it names. */
export async function sendConfirmEmail(subject: ConfirmedSubject): Promise<void> {
  await oneAtATime(() => send(calls.recentSignInEmail(), { method: 'POST', body: subject }));
}
