import { type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query';
import type { Passkey } from '../../../contract/accounts/passkeys.ts';
import { deletePasskey, getPasskeys, patchPasskey } from '../../../contract/accounts/passkeys.ts';
import { call, send } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { showFailure, unlessGone } from '../../api/failure.ts';
import { queryOf } from '../../api/query-client.ts';
import { isSessionExpired, useAction } from '../../api/use-action.ts';
import { toast } from '../../ui/toast/toast-store.ts';
import { addPasskey } from '../shared/add-passkey.ts';

/** The passkeys of the account, refetched whenever the screen opens because another device may have changed them. */
export const passkeysQuery = queryOptions({
  ...queryOf(getPasskeys),
  refetchOnMount: 'always',
});

/** Adds a passkey of this device. The caller shows the error. */
export function useAddPasskey(onAdded: (passkey: Passkey) => void) {
  const client = useQueryClient();
  return useAction({
    mutationFn: () => addPasskey(),
    onSuccess: (added) => {
      change(client, (passkeys) => [...passkeys.filter(({ id }) => id !== added.id), added]);
      onAdded(added);
    },
    onError: (error) => refreshIfStale(client, error),
  });
}

/** Renames a passkey. The caller shows the error. */
export function useRenamePasskey(id: number, onRenamed: () => void) {
  const client = useQueryClient();
  return useAction({
    keyOf: (name: string) => name,
    mutationFn: (name: string) => call(patchPasskey, { id, body: { name } }),
    onSuccess: (renamed) => {
      change(client, (passkeys) => passkeys.map((passkey) => (passkey.id === id ? renamed : passkey)));
      onRenamed();
    },
    onError: (error) => refreshIfStale(client, error),
  });
}

/** Removes a passkey. */
export function useRemovePasskey(onSettled: () => void) {
  const client = useQueryClient();
  return useAction({
    keyOf: ({ id }: Passkey) => id,
    mutationFn: ({ id }: Passkey) => unlessGone(send(deletePasskey, { id })),
    onSuccess: (_response, { id, name }) => {
      change(client, (passkeys) => passkeys.filter((passkey) => passkey.id !== id));
      onSettled();
      toast({ title: 'Passkey Removed', description: `“${name}” can no longer sign in.` });
    },
    onError: (error) => {
      if (isSessionExpired(error)) return;
      onSettled();
      showFailure(error, 'The passkey could not be removed. Please try again.', 'Passkey Not Removed');
    },
  });
}

/** Reads the list again if the error means that another device has changed it. */
function refreshIfStale(client: QueryClient, error: Error): void {
  if (error instanceof ApiError && [404, 409].includes(error.status)) void client.invalidateQueries(passkeysQuery);
}

function change(client: QueryClient, edit: (passkeys: Passkey[]) => Passkey[]): void {
  client.setQueryData(passkeysQuery.queryKey, (passkeys) => passkeys && edit(passkeys));
}
