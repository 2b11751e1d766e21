import { useQueryClient } from '@tanstack/react-query';
import { deleteTransfer, postTransfer } from '../../../contract/teams/transfers.ts';
import { send } from '../../api/client.ts';
import { showFailure, unlessGone } from '../../api/failure.ts';
import { useAction } from '../../api/use-action.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { teamQuery } from '../team-query.ts';

/** Offers the handle to another account. The caller shows the error. */
export function useOfferHandle(handleId: number, onOffered: (email: string) => void) {
  const client = useQueryClient();
  return useAction({
    keyOf: (email: string) => email,
    mutationFn: (email: string) => send(postTransfer, { id: handleId, body: { email } }),
    onSuccess: (_response, email) => onOffered(email),
    onSettled: () => client.invalidateQueries({ queryKey: teamQuery(handleId).queryKey }),
  });
}

/** Withdraws the offer. */
export function useWithdrawOffer(handleId: number) {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => unlessGone(send(deleteTransfer, { id: handleId })),
    onSuccess: () => toast({ title: 'Offer withdrawn', description: 'The handle stays yours.' }),
    onError: (error) => showFailure(error),
    onSettled: () => client.invalidateQueries({ queryKey: teamQuery(handleId).queryKey }),
  });
}
