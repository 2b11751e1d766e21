import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import { postLogout } from '../../../contract/accounts/accounts.ts';
import type { Session } from '../../../contract/accounts/sessions.ts';
import { deleteSession, deleteSessions, getSessions } from '../../../contract/accounts/sessions.ts';
import { pages } from '../../../contract/paths.ts';
import { call, send } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { showFailure } from '../../api/failure.ts';
import { queryOf } from '../../api/query-client.ts';
import { useAction } from '../../api/use-action.ts';
import { toast } from '../../ui/toast/toast-store.ts';

/** The sessions of the account, refetched whenever the screen opens because other devices start and end them. */
export const sessionsQuery = queryOptions({
  ...queryOf(getSessions),
  refetchOnMount: 'always',
});

/** Ends the session of another device. `onEnded` runs when its row has disappeared. */
export function useEndSession(onEnded: () => void) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ id }: Session) => id,
    mutationFn: ({ id }: Session) => endSession(id),
    onSuccess: (_response, { id, device }) => {
      keepSessions(client, (session) => session.id !== id);
      onEnded();
      toast({ title: 'Signed out', description: `${device ?? 'The device'} is signed out.` });
    },
    onError: showStillSignedIn,
  });
}

/** Ends all sessions but the current one. */
export function useEndOtherSessions(onEnded: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => call(deleteSessions),
    onSuccess: ({ ended }) => {
      keepSessions(client, ({ isCurrent }) => isCurrent);
      onEnded();
      toast({
        title: 'Signed out everywhere else',
        description: ended === 1 ? 'One other device is signed out.' : `${ended} other devices are signed out.`,
      });
    },
    onError: showStillSignedIn,
  });
}

/** Signs out in this browser and loads the landing page, which clears the account's data from memory. */
export function useSignOutHere(onFailed: () => void) {
  return useAction({
    mutationFn: () => send(postLogout),
    onSuccess: () => {
      // The browser may keep this page and its contents for the back button.
      window.addEventListener('pageshow', ({ persisted }) => persisted && window.location.reload());
      window.location.assign(pages.home());
    },
    onError: (error) => {
      onFailed();
      showStillSignedIn(error);
    },
  });
}

/** Ends a session. One that has already ended counts as a success. */
async function endSession(id: number): Promise<void> {
  try {
    await send(deleteSession, { id });
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 404) throw error;
  }
}

function keepSessions(client: QueryClient, keeps: (session: Session) => boolean): void {
  client.setQueryData(sessionsQuery.queryKey, (sessions) => sessions?.filter(keeps));
}

function showStillSignedIn(error: Error): void {
  showFailure(error, 'The device is still signed in. Please try again.', 'Sign-out Failed');
}
