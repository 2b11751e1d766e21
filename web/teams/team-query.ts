import { infiniteQueryOptions, queryOptions, useQueryClient } from '@tanstack/react-query';
import { getMemberInbox, postMemberInboxVerification, putMemberInbox } from '../../contract/teams/member-inbox.ts';
import { getActivity, getTeam } from '../../contract/teams/teams.ts';
import { send } from '../api/client.ts';
import { pagesOf, queryOf } from '../api/query-client.ts';
import { useAction } from '../api/use-action.ts';
import { handlesKey } from '../own-handles/own-handles.ts';

/** The team of a handle, refetched on each visit because other members change it. */
export function teamQuery(handleId: number) {
  return queryOptions({ ...queryOf(getTeam, { id: handleId }), staleTime: 0 });
}

/** The inbox of the signed-in member. */
export function memberInboxQuery(handleId: number) {
  return queryOptions({ ...queryOf(getMemberInbox, { id: handleId }), staleTime: 0 });
}

const ACTIVITY_PAGE = 20;

/** Who changed what at a handle, newest first, page by page. */
export function activityQuery(handleId: number) {
  return infiniteQueryOptions({
    ...pagesOf(getActivity, { id: handleId, query: { limit: ACTIVITY_PAGE } }),
    staleTime: 0,
  });
}

/** Saves the inbox of the signed-in member. The caller shows the error. */
export function useSaveMemberInbox(handleId: number, onSaved: () => void) {
  const client = useQueryClient();
  const { queryKey } = memberInboxQuery(handleId);
  return useAction({
    mutationFn: (body: { email: string | null; wanted: boolean }) => send(putMemberInbox, { id: handleId, body }),
    onSuccess: onSaved,
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

/** Sends the verification email of the inbox again. */
export function useResendMemberInbox(handleId: number) {
  return useAction({ mutationFn: () => send(postMemberInboxVerification, { id: handleId }) });
}

/** Returns a function that refetches everything that changes when the user gets or loses a handle. */
export function useRefreshHandles() {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: handlesKey });
}
