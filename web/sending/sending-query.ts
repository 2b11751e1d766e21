import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  deleteSuppression,
  getSending,
  getSuppressions,
  postSendingResume,
  type Suppression,
} from '../../contract/sending/sending.ts';
import { send } from '../api/client.ts';
import { ApiError } from '../api/error.ts';
import { showFailure, unlessGone } from '../api/failure.ts';
import { queryOf } from '../api/query-client.ts';
import { useAction } from '../api/use-action.ts';
import { toast } from '../ui/toast/toast-store.ts';

/** The sending state of a handle, refetched on each visit because mail programs use up the limits. */
export function sendingQuery(handleId: number) {
  return queryOptions({
    ...queryOf(getSending, { id: handleId }),
    staleTime: 0,
  });
}

/** The recipients to whom nothing is sent, because their mailbox does not exist. */
export function suppressionsQuery(handleId: number) {
  return queryOptions({
    ...queryOf(getSuppressions, { id: handleId }),
    staleTime: 0,
  });
}

/** Lets mail go to a suppressed recipient again. */
export function useRemoveSuppression(handleId: number, onRemoved: () => void) {
  const client = useQueryClient();
  const { queryKey } = suppressionsQuery(handleId);
  return useAction({
    keyOf: ({ address }: Suppression) => address,
    mutationFn: ({ address }: Suppression) => unlessGone(send(deleteSuppression, { id: handleId, body: { address } })),
    onSuccess: (_response, { address }) => {
      client.setQueryData(queryKey, (list) => list?.filter((suppression) => suppression.address !== address));
      onRemoved();
      toast({ title: 'Removed', description: `You can write to ${address} again.` });
    },
    onError: (error) => showFailure(error),
  });
}

/** Restores sending after a pause. */
export function useResumeSending(handleId: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => send(postSendingResume, { id: handleId }),
    onSuccess: () => toast({ title: 'Sending is on again' }),
    onError: (error) => {
      // Another tab or an administrator may have resumed it.
      if (!(error instanceof ApiError) || error.code !== 'sending_not_paused') showFailure(error);
    },
    onSettled: () => client.invalidateQueries({ queryKey: sendingQuery(handleId).queryKey }),
  });
}
