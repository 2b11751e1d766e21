import type { QueryClient } from '@tanstack/react-query';
import { calls } from '../../../contract/paths.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../api/error-text.ts';
import { isSessionExpired } from '../../api/use-action.ts';
import { toast, toastError } from '../../ui/toast/toast-store.ts';

const loadResponse = async () => (await import('../../../contract/profiles/profiles.ts')).createProfileResponse;

/** Claims a free handle for the signed-in user and reports the result in a toast; a session that has ended is not reported. */
export async function createProfile(
  client: QueryClient,
  handle: string,
): Promise<'created' | 'refused' | 'signed-out'> {
  try {
    await call(calls.profiles(), loadResponse, { method: 'POST', body: { username: handle } });
  } catch (error) {
    if (isSessionExpired(error)) return 'signed-out';
    toastError('Error', failureText(error));
    return 'refused';
  }
  await client.invalidateQueries({ queryKey: [calls.handles()] });
  toast({ title: 'Profile Created!', description: `${handle} is yours.` });
  return 'created';
}

/** Returns what failed and, if the server refused the handle, why. */
function failureText(error: unknown): string {
  const reason = error instanceof ApiError && error.status < 500 ? errorText(error, '') : '';
  return reason === '' ? 'Failed to create profile' : `Failed to create profile. ${reason}`;
}
