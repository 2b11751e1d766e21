import { calls } from '../../../contract/paths.ts';
import { send } from '../../api/client.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** Orders an email with a sign-in link and a code. */
export async function sendSignInEmail(email: string): Promise<void> {
  await oneAtATime(() => send(calls.sendLoginLink(), { method: 'POST', body: { email } }));
}
