import { queryOptions, useQueryClient } from '@tanstack/react-query';
import {
  type AppPassword,
  type CreatedAppPassword,
  deleteAppPassword,
  getAppPasswords,
  postAppPassword,
} from '../../../contract/sending/app-passwords.ts';
import { call, send } from '../../api/client.ts';
import { ApiError } from '../../api/error.ts';
import { showFailure, unlessGone } from '../../api/failure.ts';
import { queryOf } from '../../api/query-client.ts';
import { useAction } from '../../api/use-action.ts';
import { toast } from '../../ui/toast/toast-store.ts';

/** The app passwords of a handle, refetched on each visit because mail programs use them in between. */
export function passwordsQuery(handleId: number) {
  return queryOptions({
    ...queryOf(getAppPasswords, { id: handleId }),
    staleTime: 0,
  });
}

/** Creates an app password. The caller shows the error. */
export function useCreatePassword(handleId: number, onCreated: (created: CreatedAppPassword) => void) {
  const client = useQueryClient();
  const { queryKey } = passwordsQuery(handleId);
  return useAction({
    keyOf: (name: string) => name,
    mutationFn: (name: string) => call(postAppPassword, { id: handleId, body: { name } }),
    onSuccess: (created) => {
      // The password itself stays out of the cache.
      const { password: _password, ...listed } = created;
      client.setQueryData(queryKey, (list) => list && [...list.filter(({ id }) => id !== listed.id), listed]);
      onCreated(created);
    },
    onError: (error) => {
      // Another tab has changed the list, or the plan has ended.
      if (error instanceof ApiError && [403, 409].includes(error.status)) void client.invalidateQueries({ queryKey });
    },
  });
}

/** Revokes an app password. */
export function useRevokePassword(handleId: number) {
  const client = useQueryClient();
  const { queryKey } = passwordsQuery(handleId);
  return useAction({
    keyOf: ({ id }: AppPassword) => id,
    mutationFn: ({ id }: AppPassword) => unlessGone(send(deleteAppPassword, { id: handleId, passwordId: id })),
    onSuccess: (_response, { id, name }) => {
      client.setQueryData(queryKey, (list) => list?.filter((password) => password.id !== id));
      toast({ title: 'Password Revoked', description: `“${name}” can no longer send.` });
    },
    onError: (error) => showFailure(error),
  });
}
