import { queryOptions, useQueryClient } from '@tanstack/react-query';
import type { SignInAddress } from '../../../contract/accounts/email-change.ts';
import { deleteAccountEmail, getAccountEmail, postAccountEmail } from '../../../contract/accounts/email-change.ts';
import { call, send } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { showFailure } from '../../api/failure.ts';
import { queryOf } from '../../api/query-client.ts';
import { useAction } from '../../api/use-action.ts';
import { toast } from '../../ui/toast/toast-store.ts';

/**
 * The sign-in address and its change, refetched whenever the screen opens because the links are confirmed elsewhere.
 */
export const signInAddressQuery = queryOptions({
  ...queryOf(getAccountEmail),
  refetchOnMount: 'always',
});

/** Asks both addresses to confirm a change, or resends the links that nobody has used yet. */
export function useRequestChange(onSent?: () => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: (email: string) => call(postAccountEmail, { body: { email } }),
    onSuccess: (address: SignInAddress) => {
      client.setQueryData(signInAddressQuery.queryKey, address);
      onSent?.();
    },
  });
}

/** Stops the pending change. A change that has already ended counts as stopped. */
export function useCancelChange() {
  const client = useQueryClient();
  return useAction({
    mutationFn: async () => {
      try {
        await send(deleteAccountEmail);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 404) throw error;
      }
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: signInAddressQuery.queryKey });
      toast({ title: 'Change stopped', description: 'Your sign-in address stays as it is.' });
    },
    onError: (error) => showFailure(error, 'The change could not be stopped. Please try again.', 'That did not work'),
  });
}
