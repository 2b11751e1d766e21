import { queryOptions, useQueryClient } from '@tanstack/react-query';
import { teamCalls } from '../../../contract/teams/paths.ts';
import { send } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { showFailure } from '../../api/failure.ts';
import { resourceQuery } from '../../api/query-client.ts';
import { useAction } from '../../api/use-action.ts';
import { handlesKey } from '../../own-handles/own-handles.ts';

/** Invitations and offered handles that wait for the signed-in person, read again on each visit. */
export const invitationsQuery = queryOptions({
  ...resourceQuery(teamCalls.invitations(), async () => (await import('../../../contract/teams/teams.ts')).invitations),
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
    mutationFn: (answer: Answer) => send(pathOf(answer), { method: answer.isAccepted ? 'POST' : 'DELETE' }),
    onSuccess: (_response, answer) => onAnswered(answer),
    onError: (error) =>
      // It was withdrawn in the meantime: the list that is read below no longer has it.
      showFailure(error instanceof ApiError && error.status === 404 ? new Error('This offer was withdrawn.') : error),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: invitationsQuery.queryKey }),
        client.invalidateQueries({ queryKey: handlesKey }),
      ]),
  });
}

function pathOf({ kind, id, isAccepted }: Answer): string {
  if (kind === 'invitation') return isAccepted ? teamCalls.acceptInvitation(id) : teamCalls.invitation(id);
  return isAccepted ? teamCalls.acceptTransfer(id) : teamCalls.offeredTransfer(id);
}
