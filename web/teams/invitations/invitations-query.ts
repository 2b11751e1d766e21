import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { deleteInvitation, getInvitations, postInvitationAccept } from '../../../contract/teams/teams.ts';
import { deleteOfferedTransfer, postTransferAccept } from '../../../contract/teams/transfers.ts';
import { send } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { showFailure } from '../../api/failure.ts';
import { queryOf } from '../../api/query-client.ts';
import { useAction } from '../../api/use-action.ts';
import { handlesKey } from '../../own-handles/own-handles.ts';

/** Invitations and offered handles that wait for the signed-in user, refetched on each visit. */
export const invitationsQuery = queryOptions({
  ...queryOf(getInvitations),
  staleTime: 0,
});

export interface Answer {
  kind: 'invitation' | 'transfer';
  id: number;
  isAccepted: boolean;
}

/** Accepts or declines an invitation or an offered handle. */
export function useAnswer(onAnswered: (answer: Answer) => void) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ kind, id }: Answer) => `${kind}-${id}`,
    mutationFn: (answer: Answer) => send(callOf(answer), { id: answer.id }),
    onSuccess: (_response, answer) => onAnswered(answer),
    onError: (error) =>
      // It was withdrawn in the meantime, so the list that is refetched below no longer has it.
      showFailure(error instanceof ApiError && error.status === 404 ? new Error('This offer was withdrawn.') : error),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
        client.invalidateQueries({ queryKey: handlesKey }),
      ]),
  });
}

function callOf({ kind, isAccepted }: Answer) {
  if (kind === 'invitation') return isAccepted ? postInvitationAccept : deleteInvitation;
  return isAccepted ? postTransferAccept : deleteOfferedTransfer;
}
