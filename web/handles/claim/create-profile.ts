import type { QueryClient } from '@tanstack/react-query';
import { pathOf } from '../../../contract/call.ts';
import { getHandles } from '../../../contract/handles/handles.ts';
import { postProfile } from '../../../contract/profiles/profiles.ts';
import { call } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { errorText } from '../../api/error-text.ts';
import { isSessionExpired } from '../../api/use-action.ts';
import { toast, toastError } from '../../ui/toast/toast-store.ts';

/** Claims a free handle for the signed-in user and reports the result in a toast. Does not report an ended session. */
export async function createProfile(
  client: QueryClient,
  handle: string,
  invitation?: string,
): Promise<'created' | 'waiting' | 'refused' | 'signed-out'> {
  try {
    const result = await call(postProfile, { body: { username: handle, invitation } });
    if ('state' in result) {
      toast({
        title: `${handle} is held for you`,
        description: 'The people who run this site now decide. We email you their decision.',
      });
      return 'waiting';
    }
  } catch (error) {
    if (isSessionExpired(error)) return 'signed-out';
    toastError('Error', failureText(error));
    return 'refused';
  }
  await client.invalidateQueries({ queryKey: [pathOf(getHandles)] });
  toast({ title: 'Profile Created!', description: `${handle} is yours.` });
  return 'created';
}

/** Returns what failed and, if the server refused the handle, why. */
function failureText(error: unknown): string {
  const reason = error instanceof ApiError && error.status < 500 ? errorText(error, '') : '';
  return reason === '' ? 'Failed to create profile' : `Failed to create profile. ${reason}`;
}
